"""Prints as JSON what the libraries of in-toto and of the Hugging Face hub make of a file.

Called with the environment of `requirements.txt`: `read_results.py statement | eval-results | model-index FILE`.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml
from google.protobuf import json_format
from huggingface_hub import ModelCard, parse_eval_result_entries  # type: ignore[import-not-found]
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2  # type: ignore[import-not-found]
from in_toto_attestation.v1 import statement_pb2  # type: ignore[import-not-found]
from in_toto_attestation.v1.statement import Statement  # type: ignore[import-not-found]


def statement(file: Path) -> Any:
    """An in-toto statement, and its predicate by the schema of that predicate: unknown fields are refused."""
    message = json_format.Parse(file.read_text(), statement_pb2.Statement())
    Statement.copy_from_pb(message).validate()
    predicate = json_format.Parse(json_format.MessageToJson(message.predicate), test_result_pb2.TestResult())
    return json_format.MessageToDict(predicate)


def eval_results(file: Path) -> Any:
    """The entries of a file of `.eval_results`."""
    return [asdict(entry) for entry in parse_eval_result_entries(yaml.safe_load(file.read_text()))]


def model_index(file: Path) -> Any:
    """The results of a model card."""
    return [asdict(result) for result in ModelCard.load(file, ignore_metadata_errors=False).data.eval_results]


if __name__ == "__main__":
    readers = {"statement": statement, "eval-results": eval_results, "model-index": model_index}
    sys.stdout.write(json.dumps(readers[sys.argv[1]](Path(sys.argv[2]))))
