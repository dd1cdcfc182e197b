"""A placeholder states nothing: what holds one is left out, and told."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.yaml_text import yaml_text
from reprobridge_spec.handover.export.stated import Stated, stated
from reprobridge_spec.validation.load import open_artifact

_HEX = "0" * 64
BASE: dict[str, Any] = {
    "rra": "1.0",
    "id": "some",
    "version": "1.0.0",
    "title": "Points of a line",
    "level": "draft",
    "license": "MIT",
    "paper": {"title": "Lines", "identifiers": ["doi:10.1000/xyz", "arxiv:2601.00001"], "authors": ["Ada", "Bo"]},
    "codebase": {"relation": "modified", "upstream": {"archive": "https://x.edu/a.zip", "sha256": "1a" * 32}},
    "inputs": {"few": {"kind": "dataset", "source": {"url": "https://x.edu/d"}, "sha256": "2b" * 32}},
    "tables": {"t": {"document": "paper", "label": "Table 1", "left_out": [{"cells": 2, "reason": "no data"}]}},
    "experiments": {
        "e": {"command": ["python", "a.py"], "blocked": {"reason": "resource", "detail": "no card"}},
    },
}


def read(folder: Path, document: dict[str, Any]) -> Stated:
    (folder / "rra.yaml").write_text(yaml_text(document))
    context = open_artifact(FolderFiles(folder)).context
    assert context is not None
    return stated(context)


def with_text(place: tuple[Any, ...], text: str) -> dict[str, Any]:
    document = deepcopy(BASE)
    holder: Any = document
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = text
    return document


GONE = {
    "the title, for which the id stands": (("title",), "TODO: a title", lambda one: one.title, "some"),
    "a licence": (("license",), "TODO: SPDX", lambda one: one.license, None),
    "a paper without a title": (("paper", "title"), "<title of the paper>", lambda one: one.paper, None),
    "one of several identifiers": (
        ("paper", "identifiers", 1),
        "arxiv:TODO",
        lambda one: one.paper.identifiers,
        ["doi:10.1000/xyz"],
    ),
    "authors of whom one is missing": (("paper", "authors", 1), "TODO", lambda one: one.paper.authors, None),
    "a release without an address": (
        ("codebase", "upstream", "archive"),
        "TODO",
        lambda one: one.codebase.upstream,
        None,
    ),
    "a release with a digest of zeros": (
        ("codebase", "upstream", "sha256"),
        _HEX,
        lambda one: one.codebase.upstream,
        None,
    ),
    "a digest of zeros": (("inputs", "few", "sha256"), _HEX, lambda one: one.inputs["few"].sha256, None),
    "where an input comes from": (
        ("inputs", "few", "source", "url"),
        "TODO",
        lambda one: one.inputs["few"].source.manual,
        "not stated",
    ),
    "a label": (("tables", "t", "label"), "TODO", lambda one: one.tables["t"].label, None),
    "a command of which a part is missing": (
        ("experiments", "e", "command", 1),
        "TODO.py",
        lambda one: one.experiments["e"].command,
        None,
    ),
    "why cells are left out, which they stay": (
        ("tables", "t", "left_out", 0, "reason"),
        "FIXME",
        lambda one: [(left.cells, left.reason) for left in one.tables["t"].left_out],
        [(2, "not stated")],
    ),
    "what blocks, and it still does": (
        ("experiments", "e", "blocked", "detail"),
        "...",
        lambda one: one.experiments["e"].blocked.detail,
        "not stated",
    ),
}


@pytest.mark.parametrize(("place", "text", "asked", "said"), GONE.values(), ids=GONE)
def test_what_holds_a_placeholder_is_left_out_and_told(
    tmp_path: Path, place: tuple[Any, ...], text: str, asked: Any, said: object
) -> None:
    found = read(tmp_path, with_text(place, text))
    assert asked(found.context.manifest) == said
    (told,) = found.left_out
    assert told.startswith(f"`{place[0]}")
    assert "of rra.yaml, which" in told


def test_an_artifact_without_placeholders_is_the_same(tmp_path: Path) -> None:
    found = read(tmp_path, BASE)
    assert found.left_out == ()
    assert found.context.manifest.title == "Points of a line"


@pytest.mark.parametrize("text", ["`TODO` of the list", "a < b", "TODOs", "and so on ...", "<bos> and <eos>"])
def test_what_only_resembles_a_placeholder_is_a_statement(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, with_text(("title",), text)).context.manifest.title == text
