"""The models and the JSON Schemas say the same of a document, and messages name the place and what to do."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reprobridge_spec import resources
from reprobridge_spec.findings import Severity
from reprobridge_spec.schemas import generate, kinds, kinds_beside, patterns, second_opinion
from reprobridge_spec.schemas.as_json import as_json
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.load import Loaded, load

MANIFESTS = Path(__file__).parent / "documents"
EXAMPLES = resources.folder("schema") / "1.0" / "examples"
KINDS: dict[str, Kind[Any]] = {
    "decisions.yaml": kinds.DECISIONS,
    "changes.yaml": kinds.CHANGES,
    "references.yaml": kinds.REFERENCES,
    "run-record.json": kinds.RUN_RECORD,
    "verification.json": kinds.VERIFICATION,
    "review.yaml": kinds.REVIEW,
    "findings.json": kinds_beside.FINDINGS,
}
SCHEMAS = {kind.name: generate.schema_of(kind) for kind in kinds_beside.ALL}
GATED, ROCKET, SIXTEEN = "gated-evaluation.rra.yaml", "rocket-ucr.rra.yaml", "sixteen-cells.rra.yaml"


class Said(NamedTuple):
    """What the first finding says."""

    rule: str
    line: int | None
    word: str


class Edit(NamedTuple):
    """A document in which one text is replaced."""

    file: str
    old: str
    new: str
    said: Said | None = None


def loaded(edit: Edit) -> Loaded[Any]:
    folder = MANIFESTS if edit.file.endswith(".rra.yaml") else EXAMPLES
    text = (folder / edit.file).read_text(encoding="utf-8")
    assert text.count(edit.old) >= 1, "the text to replace is not there"
    return load(KINDS.get(edit.file, kinds.MANIFEST), text.replace(edit.old, edit.new, 1).encode(), edit.file)


def schema_faults(file: str, data: Any) -> list[str]:
    schema = SCHEMAS[KINDS.get(file, kinds.MANIFEST).name]
    return second_opinion.faults(as_json(data, schema), schema)


BAD = {
    "no id": Edit(SIXTEEN, "id: one-encoder\n", "", Said("RRM005", 2, "the manifest has no `id`")),
    "capitals in an id": Edit(SIXTEEN, "one-encoder", "One-Encoder", Said("RRM006", 3, "not an id")),
    "two hyphens in an id": Edit(SIXTEEN, "one-encoder", "one--encoder"),
    "an id with a line break": Edit(SIXTEEN, "id: one-encoder", 'id: "one-encoder\\n"', Said("RRM006", 3, "\\n")),
    "an id of 101 characters": Edit(SIXTEEN, "one-encoder", "a" * 101, Said("RRM006", 3, "longer than 100")),
    "a key that is no id": Edit(SIXTEEN, "  gpu:\n", "  GPU:\n", Said("RRM006", 20, "the name `GPU` is not an id")),
    "a key with a line break": Edit(SIXTEEN, "  gpu:\n", '  "gpu\\n":\n'),
    "a key of 101 characters": Edit(SIXTEEN, "  gpu:\n", f"  {'a' * 101}:\n"),
    "a level that is none": Edit(SIXTEEN, "level: draft", "level: finished", Said("RRM006", 6, "`preserved`")),
    "a misspelt field": Edit(SIXTEEN, "license: MIT\n", "licence: MIT\n", Said("RRM004", 7, "`license`")),
    "a required field misspelt": Edit(SIXTEEN, "title: One encoder, e", "titel: e", Said("RRM004", 5, "`title`")),
    "an empty title": Edit(SIXTEEN, "title: One encoder, eight tasks", 'title: ""', Said("RRM006", 5, "empty text")),
    "a blank title": Edit(SIXTEEN, "title: One encoder, eight tasks", 'title: " \\n"', Said("RRM006", 5, "not a text")),
    "a title of null": Edit(SIXTEEN, "title: One encoder, eight tasks", "title:", Said("RRM006", 5, "is empty")),
    "a list for a mapping": Edit(SIXTEEN, "  relation: modified", "  - modified"),
    "a mapping for a text": Edit(SIXTEEN, "venue: ICML 2026", "venue: {name: ICML}", Said("RRM006", 11, "not a text")),
    "a short commit": Edit(ROCKET, "36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86", "36bd908", Said("RRM006", 18, "40 hex")),
    "a digest in capitals": Edit(ROCKET, "a3a3a3", "A3A3A3", Said("RRM006", 35, "SHA-256")),
    "a release of both kinds": Edit(
        SIXTEEN,
        "archive: https://example.org/release.zip,",
        "archive: https://example.org/release.zip, url: x,",
        Said("RRM004", 15, "both `archive` and `url`"),
    ),
    "a release of no kind": Edit(SIXTEEN, "archive: https", "link: https", Said("RRM005", 15, "`archive` or `url`")),
    "a lock tool that is unknown": Edit(SIXTEEN, "tool: uv", "tool: poetry", Said("RRM006", 22, "`conda-lock`")),
    "an absolute path": Edit(SIXTEEN, "requirements: env/", "requirements: /env/", Said("RRM006", 23, "inside")),
    "a variable that is none": Edit(
        SIXTEEN, "CUBLAS_WORKSPACE_CONFIG", "CUBLAS-CONFIG", Said("RRM006", 26, "variable")
    ),
    "a source that is a text": Edit(
        GATED, "source: {service: {host: api.example.com, snapshot: judge-2026-01-15}}", "source: api.example.com"
    ),
    "a source of two kinds": Edit(GATED, "source: {huggingface:", "source: {url: x, huggingface:"),
    "an access that is unknown": Edit(GATED, "MIT, access: open", "MIT, access: closed", Said("RRM006", 35, "`gated`")),
    "an access of both kinds": Edit(
        GATED, "access: {restricted: {", "access: {gated: {who: a, where: b}, restricted: {"
    ),
    "an access without who": Edit(GATED, "{who: customers, where:", "{where:", Said("RRM005", 37, "has no `who`")),
    "a role that is unknown": Edit(SIXTEEN, "role: base", "role: teacher"),
    "a negative number of cells": Edit(SIXTEEN, "own_cells: 17", "own_cells: -1", Said("RRM006", 38, "less than 0")),
    "a quoted whole number": Edit(SIXTEEN, "own_cells: 17", 'own_cells: "17"', Said("RRM006", 38, "whole number")),
    "a whole number with a point": Edit(SIXTEEN, "own_cells: 17", "own_cells: 17.0"),
    "a whole number with a leading zero": Edit(SIXTEEN, "own_cells: 17", "own_cells: 017"),
    "a whole number of 20 digits": Edit(SIXTEEN, "own_cells: 17", "own_cells: 12345678901234567890"),
    "a page of zero": Edit(SIXTEEN, "page: 6", "page: 0", Said("RRM006", 38, "less than 1")),
    "a range of one end": Edit(SIXTEEN, "range: [0, 100]", "range: [0]", Said("RRM006", 40, "too few")),
    "a range of three": Edit(SIXTEEN, "range: [0, 100]", "range: [0, 50, 100]"),
    "a range of texts": Edit(SIXTEEN, "range: [0, 100]", 'range: ["0", "100"]'),
    "a number without a digit before its point": Edit(SIXTEEN, "multiply: 100", "multiply: .5"),
    "a number that is too large": Edit(SIXTEEN, "multiply: 100", "multiply: 1e400", Said("RRM006", 40, "1e400")),
    "a factor of 0": Edit(SIXTEEN, "multiply: 100", "multiply: 0", Said("RRM006", 40, "above 0")),
    "a negative factor": Edit(SIXTEEN, "multiply: 100", "multiply: -1", Said("RRM006", 40, "above 0")),
    "a factor that is 0 in binary": Edit(SIXTEEN, "multiply: 100", "multiply: 1e-400", Said("RRM006", 40, "above 0")),
    "a number that is not finite": Edit(SIXTEEN, "multiply: 100", "multiply: .inf"),
    "a measure of two kinds": Edit(
        SIXTEEN, "json: /f1", "json: /f1, csv: f1", Said("RRM004", 41, "both `json` and `csv`")
    ),
    "a measure of no kind": Edit(SIXTEEN, "json: /f1", "path: /f1", Said("RRM005", 41, "`tensorboard` or `command`")),
    "a measure under the model's own name": Edit(SIXTEEN, "json: /f1", "json_: /f1"),
    "a pointer without a slash": Edit(SIXTEEN, "json: /f1", "json: f1", Said("RRM006", 41, "JSON pointer")),
    "a delimiter of two characters": Edit(SIXTEEN, "json: /f1", 'csv: f1, delimiter: ";;"'),
    "a seed twice": Edit(SIXTEEN, "seeds: [0, 1, 2]", "seeds: [0, 1, 0]", Said("RRM006", 45, "names 0 twice")),
    "no seeds in the list": Edit(SIXTEEN, "seeds: [0, 1, 2]", "seeds: []"),
    "seeds that are no list": Edit(SIXTEEN, "seeds: [0, 1, 2]", "seeds: 3", Said("RRM006", 45, "not a list")),
    "a negative seed": Edit(SIXTEEN, "seeds: [0, 1, 2]", "seeds: [-1]"),
    "memory without a unit": Edit(SIXTEEN, "memory: 32GiB", "memory: 32", Said("RRM006", 46, "2GiB")),
    "memory in GB": Edit(SIXTEEN, "memory: 32GiB", "memory: 32GB"),
    "a duration in base sixty": Edit(SIXTEEN, "time: 2min", "time: 2:00", Said("RRM006", 47, "10min")),
    "a limit that is missing": Edit(SIXTEEN, "time: {expected: 10min, limit: 30min}", "time: {expected: 10min}"),
    "a command that is a text": Edit(
        SIXTEEN, "command: [python, launchers/train.py, --config, code/configs/base.yaml]", "command: python train.py"
    ),
    "an empty command": Edit(
        SIXTEEN, "command: [python, launchers/train.py, --config, code/configs/base.yaml]", "command: []"
    ),
    "an input that is null": Edit(SIXTEEN, "inputs: [base]", "inputs: [null]", Said("RRM006", 50, "with `from`")),
    "an output taken without seeds": Edit(SIXTEEN, "inputs: [base]", "inputs: [{from: train/checkpoint}]"),
    "an output taken under the model's own name": Edit(
        SIXTEEN, "inputs: [base]", "inputs: [{from_: train/checkpoint, seeds: all}]"
    ),
    "a published value with its spread": Edit(
        GATED, 'published: "0"', 'published: "91.7 ± 0.8"', Said("RRM006", 53, "without unit or ±")
    ),
    "a published value that is a list": Edit(GATED, 'published: "0"', 'published: ["0"]'),
    "a published value without value": Edit(GATED, 'published: "0"', "published: {}", Said("RRM006", 53, "`low`")),
    "a published range with a value": Edit(GATED, 'published: "0"', 'published: {value: "0", high: "1"}'),
    "a spread of unknown kind": Edit(GATED, "kind: sem", "kind: stderr", Said("RRM006", 52, "`unstated`")),
    "a truth value of YAML 1.1": Edit(
        ROCKET, "    environment: cpu\n", "    environment: cpu\n    deterministic: yes\n", Said("RRM006", 51, "`true`")
    ),
    "a quoted truth value": Edit(ROCKET, "    environment: cpu\n", '    environment: cpu\n    deterministic: "true"\n'),
    "a null where there is no none": Edit(SIXTEEN, 'docs: [README.md, "docs/**"]', "docs:"),
    "version 1 without a minor": Edit(SIXTEEN, 'rra: "1.0"', 'rra: "1"', Said("RRM006", 2, "version of the standard")),
    "a version with leading zeros": Edit(SIXTEEN, 'rra: "1.0"', 'rra: "01.0"'),
    "another major version": Edit(SIXTEEN, 'rra: "1.0"', 'rra: "2.0"', Said("RRM002", 2, "newer rrspec")),
    "a decision without a gap": Edit(
        "decisions.yaml", '    gap: "The number', '    x-gap: "The number', Said("RRM005", 16, "no `gap`")
    ),
    "a task that is no full id": Edit(
        "decisions.yaml", "tasks: [toss/heads]", "tasks: [heads]", Said("RRM006", 15, "`experiment/name`")
    ),
    "a change of unknown kind": Edit(
        "changes.yaml", "kind: convenience", "kind: cosmetic", Said("RRM006", 14, "`correctness`")
    ),
    "an observation that is no number": Edit("references.yaml", '"0.5023"', '"0.5023%"'),
    "an empty list of observations": Edit(
        "references.yaml", "  toss/heads:\n", "  toss/tails: []\n  toss/heads:\n", Said("RRM006", 3, "too few")
    ),
    "a statement of another type": Edit(
        "run-record.json", "Statement/v1", "Statement/v0.1", Said("RRM006", None, "Statement/v1")
    ),
    "a record without its nonce": Edit(
        "run-record.json", '"nonce": "0f3c9b7a51d24e6888a1c0de55f7b912",', "", Said("RRM005", None, "`nonce`")
    ),
    "a record with a null outcome": Edit("run-record.json", '"outcome": "measured"', '"outcome": null'),
    "a record with a time that is none": Edit(
        "run-record.json", '"2026-11-29T16:00:00Z"', '"29.11.2026"', Said("RRM006", None, "UTC")
    ),
    "a record with a fraction of a byte": Edit("run-record.json", '"size": 23', '"size": 23.5'),
    "a record without attempts": Edit("run-record.json", '"attempts": [', '"x-attempts": ['),
    "a verdict that is none": Edit("verification.json", '"verdict": "compatible"', '"verdict": "fine"'),
    "a finding of unknown weight": Edit(
        "findings.json", '"severity": "error"', '"severity": "fatal"', Said("RRM006", None, "`note`")
    ),
    "a finding in line 0": Edit("findings.json", '"line": 7', '"line": 0', Said("RRM006", None, "at least 1")),
    "a finding without its line": Edit("findings.json", '"line": 7,', ""),
    "a finding with a dotted path": Edit("findings.json", '"/title"', '"title"', Said("RRM006", None, "JSON pointer")),
    "a silenced finding without its reason": Edit(
        "findings.json", '"reason": "the constant', '"x-reason": "the constant', Said("RRM005", None, "no `reason`")
    ),
    "a report for a level that is none": Edit("findings.json", '"level": "specified"', '"level": "final"'),
    "brackets that do not match": Edit("verification.json", '{\n  "rra"', '[{\n  "rra"', Said("RRM001", 121, "JSON")),
}

GOOD = {
    "as it is": Edit(SIXTEEN, "id: one-encoder", "id: one-encoder"),
    "an id of digits": Edit(SIXTEEN, "id: one-encoder", 'id: "0005747"'),
    "an id of 100 characters": Edit(SIXTEEN, "one-encoder", "a" * 100),
    "a quoted level": Edit(SIXTEEN, "level: draft", 'level: "draft"'),
    "a level in block style": Edit(SIXTEEN, "level: draft", "level: >-\n  draft"),
    "a free key at the top": Edit(SIXTEEN, "level: draft", "level: draft\nx-note: [1, {a: b}, null]"),
    "a free key deep inside": Edit(SIXTEEN, "estimator: mean,", "estimator: mean, x-why: {},"),
    "a free key in a union": Edit(SIXTEEN, "json: /f1", "json: /f1, x-json: no"),
    "an id that looks like a free key": Edit(SIXTEEN, "  gpu:\n", "  x-gpu:\n"),
    "null for what may be none": Edit(SIXTEEN, "license: MIT\n", "license:\n"),
    "null for a whole experiment's seeds": Edit(
        ROCKET, "    environment: cpu\n", "    environment: cpu\n    outputs: ~\n"
    ),
    "an empty map of environments": Edit(
        GATED, "  vllm:", '  x-unused: {python: "3", tool: uv, requirements: a}\n  vllm:'
    ),
    "a commit of 64 digits": Edit(ROCKET, "36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86", f'"{"1a" * 32}"'),
    "a number with an exponent": Edit(SIXTEEN, "multiply: 100", "multiply: 1.0e2"),
    "a number below what binary can hold": Edit(SIXTEEN, "range: [0, 100]", "range: [1e-400, 100]"),
    "a factor below 1": Edit(SIXTEEN, "multiply: 100", "multiply: 0.001"),
    "a negative zero": Edit(SIXTEEN, "range: [0, 100]", "range: [-0, 100]"),
    "a measure of the whole document": Edit(SIXTEEN, "json: /f1", 'json: ""'),
    "a csv with semicolons": Edit(SIXTEEN, "json: /f1", 'csv: F1, delimiter: ";", decimal: ",", select: last'),
    "a csv with tabs": Edit(SIXTEEN, "json: /f1", 'csv: F1, delimiter: "\\t", where: {split: test}'),
    "a regex over the log": Edit(SIXTEEN, "file: scores.json, json: /f1", 'file: log, regex: "F1: ([0-9.]+)"'),
    "a command that measures": Edit(SIXTEEN, "file: scores.json, json: /f1", "command: [python, launchers/f1.py]"),
    "an output of all seeds": Edit(
        SIXTEEN, "inputs: [train/checkpoint, sst2]", "inputs: [{from: train/checkpoint, seeds: all}]"
    ),
    "a published range": Edit(GATED, 'published: "0"', 'published: {low: "0", high: "3", precision: exact}'),
    "a published value with a sign and an exponent": Edit(GATED, 'published: "0"', 'published: "-1.5E-3"'),
    "a size of a fraction": Edit(SIXTEEN, "memory: 32GiB", "memory: 0.5TiB"),
    "a duration of a fraction": Edit(SIXTEEN, "time: 2min", "time: 1.5h"),
    "authors of both kinds": Edit(
        SIXTEEN, "  venue: ICML 2026", '  venue: ICML 2026\n  authors: [A, {name: B, orcid: "0000"}]'
    ),
    "a decision that stays open": Edit("decisions.yaml", "    open: true", "    open: false"),
    "an empty change record": Edit("changes.yaml", "changes:\n", "changes: {}\nx-changes:\n"),
    "an observation of many runs": Edit("references.yaml", "n: 3", "n: 300"),
    "a record of a whole number with a point": Edit("run-record.json", '"size": 23', '"size": 23.0'),
    "a record after another": Edit("run-record.json", '"previous": null', f'"previous": "{"0f" * 32}"'),
    "a finding of a file that is no text": Edit("findings.json", '"line": 7', '"line": null'),
    "a report of a manifest that could not be read": Edit("findings.json", '"claimed": "draft"', '"claimed": null'),
    "a verification where nothing ran": Edit(
        "verification.json", '"isolation": {', '"x-isolation": 1, "isolation": null, "x-was": {'
    ),
}


def test_there_are_more_bad_cases_than_good_ones() -> None:
    assert len(BAD) >= 2 * len(GOOD)
    assert sum(edit.said is not None for edit in BAD.values()) >= 25


@pytest.mark.parametrize("edit", BAD.values(), ids=BAD)
def test_the_model_and_the_schema_refuse(edit: Edit) -> None:
    result = loaded(edit)
    assert result.model is None
    assert any(finding.severity is Severity.ERROR for finding in result.findings)
    if result.tree is not None:
        assert schema_faults(edit.file, result.tree.data)


@pytest.mark.parametrize("edit", GOOD.values(), ids=GOOD)
def test_the_model_and_the_schema_accept(edit: Edit) -> None:
    result = loaded(edit)
    assert result.tree is not None
    assert (result.model is not None, schema_faults(edit.file, result.tree.data)) == (True, [])


SAID = {name: (edit, edit.said) for name, edit in BAD.items() if edit.said is not None}


@pytest.mark.parametrize(("edit", "said"), SAID.values(), ids=SAID)
def test_the_finding_names_place_and_remedy(edit: Edit, said: Said) -> None:
    first, *others = loaded(edit).findings
    assert (first.rule, first.mark.line if first.mark else None) == (said.rule, said.line)
    assert said.word in f"{first.message} / {first.advice}"
    assert first.advice.endswith(".")
    assert others == []


@pytest.mark.parametrize("edit", [edit for edit in BAD.values() if edit.said], ids=SAID)
def test_a_message_is_one_printable_line(edit: Edit) -> None:
    for finding in loaded(edit).findings:
        assert finding.message.isprintable()
        assert finding.advice.isprintable()


def test_every_pattern_of_the_schemas_is_explained() -> None:
    found: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            found.update(
                node.get("patternProperties", {}), [node["pattern"]] if isinstance(node.get("pattern"), str) else []
            )
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            collect(inner)

    for kind in kinds_beside.ALL:
        collect(generate.schema_of(kind))
    assert found - {"^x-"} == set(patterns.MEANINGS)


def test_the_schema_files_are_the_generated_ones() -> None:
    folder = resources.folder("schema") / kinds.SPEC_VERSION
    for name, text in generate.files().items():
        assert (folder / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("kind", kinds_beside.ALL, ids=lambda kind: kind.name)
def test_every_schema_is_a_json_schema(kind: Kind[Any]) -> None:
    second_opinion.check_schema(generate.schema_of(kind))
