"""Repairs of faults of form: what is written, and where doubt leaves it alone."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reprobridge_spec import resources
from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.findings import Finding, Replace
from reprobridge_spec.schemas import kinds, patterns, repairs
from reprobridge_spec.schemas.load import load
from reprobridge_spec.schemas.misspelt import is_near

EXAMPLES = resources.folder("schema") / "1.0" / "examples"
HEAD = 'rra: "1.0"\nid: a\nversion: "1"\ntitle: t\nlevel: draft\n'
DIGEST, COMMIT = "0a" * 32, "1b" * 20


def repaired(data: bytes, kind: kinds.Kind[Any] = kinds.MANIFEST, file: str = "rra.yaml") -> bytes:
    """The document with all repairs that its findings bring."""
    edits = [edit for finding in load(kind, data, file).findings for edit in (finding.fix.edits if finding.fix else ())]
    assert all(isinstance(edit, Replace) and edit.file == file for edit in edits)
    for edit in sorted(edits, key=lambda edit: edit.start if isinstance(edit, Replace) else 0, reverse=True):
        assert isinstance(edit, Replace)
        data = data[: edit.start] + edit.new + data[edit.end :]
    return data


def codes(data: bytes) -> list[str]:
    return [finding.rule for finding in load(kinds.MANIFEST, data, "rra.yaml").findings]


UNQUOTED = {
    "a number": ("title: 3.10", 'title: "3.10"'),
    "a number with a comment": ("title: 3.10  # so", 'title: "3.10"  # so'),
    "a truth value": ("title: no", 'title: "no"'),
    "a date with what needs escapes": ('title: 2024-05-01 "a" \\b', 'title: "2024-05-01 \\"a\\" \\\\b"'),
    "in a flow list": ("paper: {title: t, identifiers: [1.5,2.5 ]}", 'paper: {title: t, identifiers: ["1.5","2.5" ]}'),
    "a key": ("x-a: 1\nmetrics:\n  0005747: {name: a}", 'x-a: 1\nmetrics:\n  "0005747": {name: a}'),
    "a key in a flow mapping": ("metrics: {10: {name: a}}", 'metrics: {"10": {name: a}}'),
    "an explicit key": ("metrics:\n  ? 10\n  : {name: a}", 'metrics:\n  ? "10"\n  : {name: a}'),
    "on a line of its own": ("paper:\n  title:\n    3.10", 'paper:\n  title:\n    "3.10"'),
}


@pytest.mark.parametrize(("old", "new"), UNQUOTED.values(), ids=UNQUOTED)
@pytest.mark.parametrize("dress", ["plain", "crlf", "bom", "non-ascii", "no newline"])
def test_an_unquoted_text_is_put_into_quotes(old: str, new: str, dress: str) -> None:
    def dressed(line: str) -> bytes:
        text = HEAD.replace("title: t\n", "" if line.startswith("title") else "title: t\n") + line + "\n"
        match dress:
            case "crlf":
                text = text.replace("\n", "\r\n")
            case "bom":
                text = "\ufeff" + text
            case "non-ascii":
                text = "# é😀\n" + text.replace("id: a", "id: a # é😀")
            case "no newline":
                text = text.removesuffix("\n")
        return text.encode()

    assert repaired(dressed(old)) == dressed(new)
    assert codes(dressed(new)) == []


@pytest.mark.parametrize(
    "line",
    ["title: ! 3.10", "title:\n  2024-05-01 a\n  b", f"metrics: {{? {'1' * 1001} : {{name: a}}}}"],
    ids=["with a tag", "on two lines", "a key that would be too long"],
)
def test_what_cannot_be_put_into_quotes_in_place_is_left_alone(line: str) -> None:
    data = (HEAD.replace("title: t\n", "" if line.startswith("title") else "title: t\n") + line + "\n").encode()
    assert repaired(data) == data


def test_a_document_in_utf_16_is_left_alone() -> None:
    data = HEAD.replace("title: t", "title: 3.10").encode("utf-16")
    assert codes(data) == ["RRM007"]
    assert repaired(data) == data


def test_a_document_of_programs_is_left_alone() -> None:
    record = (EXAMPLES / "run-record.json").read_bytes().replace(b'"mode": "scored"', b'"mode": "Scored"')
    assert load(kinds.RUN_RECORD, record, "run.json").findings[0].rule == "RRM006"
    assert repaired(record, kinds.RUN_RECORD, "run.json") == record


UPSTREAM = "codebase: {{relation: original, upstream: {{url: u, commit: {}}}}}"
INPUT = "inputs: {{a: {{kind: dataset, source: {{url: u}}, sha256: {}, license: MIT, access: open}}}}"
EXPERIMENT = "experiments: {{a: {{environment: e, outputs: {{o: p}}, command: [a], {}}}}}"
METRIC = "metrics: {{m: {}}}"
RIGHT = {
    "a commit in capitals": (UPSTREAM, COMMIT.upper(), COMMIT),
    "a quoted commit in capitals": (UPSTREAM, f'"{COMMIT.upper()}"', f'"{COMMIT}"'),
    "a digest in capitals": (INPUT, DIGEST.upper(), DIGEST),
    "a digest with its kind": (INPUT, f"sha256:{DIGEST}", DIGEST),
    "a digest with its kind, in capitals": (INPUT, f"'SHA256:{DIGEST.upper()}'", f"'{DIGEST}'"),
    "a digest with spaces around": (INPUT, f'" {DIGEST} "', f'"{DIGEST}"'),
    "a digest of digits, with its kind": (INPUT, f"sha256:{'1' * 64}", f'"{"1" * 64}"'),
    "a number in quotes": (EXPERIMENT, 'seeds: ["0", 1]', "seeds: [0, 1]"),
    "a number with a bare point": (METRIC, "{range: [.5, 1]}", "{range: [0.5, 1]}"),
    "a negative number with a bare point": (METRIC, "{range: [-.5, 1]}", "{range: [-0.5, 1]}"),
    "a factor in quotes": (
        METRIC,
        "{measure: {file: a, json: /a, multiply: '100'}}",
        "{measure: {file: a, json: /a, multiply: 100}}",
    ),
    "a truth value of YAML 1.1": (EXPERIMENT, "deterministic: Yes", "deterministic: true"),
    "a truth value in quotes": (EXPERIMENT, 'deterministic: "false"', "deterministic: false"),
    "a choice in capitals": (METRIC, "{better: Higher}", "{better: higher}"),
    "a choice with an underscore": (
        EXPERIMENT,
        "tasks: {t: {published: {value: '1', spread: {kind: SD_population, value: '1'}}}}",
        "tasks: {t: {published: {value: '1', spread: {kind: sd-population, value: '1'}}}}",
    ),
    "an id with spaces around": ("experiments: {{a: {{environment: {}, command: [a]}}}}", "' e '", "'e'"),
    "a duration with a space": (EXPERIMENT, "smoke: {time: 10 min}", "smoke: {time: 10min}"),
    "a size with a space": (EXPERIMENT, "resources: {memory: '2 GiB'}", "resources: {memory: '2GiB'}"),
}


@pytest.mark.parametrize(("form", "old", "new"), RIGHT.values(), ids=RIGHT)
def test_a_value_whose_right_form_is_beyond_doubt_is_written_so(form: str, old: str, new: str) -> None:
    before = f"{HEAD}{form.format(old)}  # as it is\n".encode()
    assert "RRM006" in codes(before)
    assert repaired(before) == f"{HEAD}{form.format(new)}  # as it is\n".encode()


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (UPSTREAM, COMMIT[:12]),
        (UPSTREAM, "main"),
        (UPSTREAM, "v1.0"),
        (UPSTREAM, "0" * 39 + "O"),
        (INPUT, f"md5:{'0a' * 16}"),
        (INPUT, f"sha512:{DIGEST}"),
        (INPUT, DIGEST[:-1]),
        (INPUT, f"0x{DIGEST}"),
        (EXPERIMENT, "seeds: [01]"),
        (EXPERIMENT, "seeds: ['1,000']"),
        (EXPERIMENT, "seeds: ['0x1F']"),
        (EXPERIMENT, "seeds: [1.0]"),
        (EXPERIMENT, "deterministic: 1"),
        (EXPERIMENT, "deterministic: maybe"),
        (EXPERIMENT, "smoke: {time: 10}"),
        (EXPERIMENT, "smoke: {time: 10 minutes}"),
        (EXPERIMENT, "smoke: {time: '2:00'}"),
        (EXPERIMENT, "resources: {memory: 32GB}"),
        (EXPERIMENT, "resources: {memory: 32}"),
        (METRIC, "{better: more}"),
        (METRIC, "{better: high}"),
        (METRIC, "{range: [0, '100%']}"),
        (METRIC, "{range: [0, '1,5']}"),
        (METRIC, "{range: [0, 1e999]}"),
        ("metrics: {{M: {{name: {}}}}}", "a"),
        ("license: {}", '" "'),
        (UPSTREAM, f"sha256:{DIGEST}"),
        (UPSTREAM, f"sha256:{COMMIT}"),
        (INPUT, COMMIT.upper()),
        ("experiments: {{a: {{environment: {}, command: [a]}}}}", "3 nets"),
        ("experiments: {{a: {{environment: {}, command: [a]}}}}", COMMIT.upper()),
        ("codebase: {{path: {}, relation: original}}", "/code"),
        (METRIC, "{measure: {file: a, json: /a, multiply: 0}}"),
    ],
)  # fmt: skip
def test_a_value_whose_right_form_is_in_doubt_is_left_alone(form: str, value: str) -> None:
    data = f"{HEAD}{form.format(value)}\n".encode()
    assert "RRM006" in codes(data)
    assert repaired(data) == data


MISSPELT = {
    "two letters that changed places": ("titel: t", "title: t"),
    "a letter too few": ("tile: t", "title: t"),
    "a letter too many": ("tittle: t", "title: t"),
    "another letter": ("titke: t", "title: t"),
    "in capitals": ("Title: t", "title: t"),
    "in quotes": ('"titel": t', '"title": t'),
}


@pytest.mark.parametrize(("old", "new"), MISSPELT.values(), ids=MISSPELT)
def test_a_misspelt_key_gets_its_name(old: str, new: str) -> None:
    before = HEAD.replace("title: t", old).encode()
    assert codes(before) == ["RRM004"]
    assert repaired(before) == HEAD.replace("title: t", new).encode()


@pytest.mark.parametrize(
    "line",
    [
        "titel: again",
        "colour: red",
        "licence_of_it: MIT",
        "experiments: {a: {environment: e, command: [a], seed: 3}}",
        "experiments: {a: {environment: e, command: [a], seeeeds: [3]}}",
        "experiments: {a: {environment: e, command: [a], input: ucr}}",
        "experiments: {a: {environment: e, command: [a], sedes: [1], seds: [2]}}",
        "metrics: {a: {unti: [1]}}",
        "tables: {a: {document: paper, pag: x}}",
        "tables: {a: {document: paper, roe: x}}",
        "anonymus: maybe",
        "metrics: {a: {measure: {file: a, json: /a, csv: b}}}",
    ],
)
def test_a_key_that_may_mean_something_else_is_left_alone(line: str) -> None:
    data = f"{HEAD}{line}\n".encode()
    assert "RRM004" in codes(data)
    assert repaired(data) == data


@pytest.mark.parametrize(
    ("written", "right"),
    [("seeds", "seeds"), ("sedes", "seeds"), ("seed", "seeds"), ("seedss", "seeds"), ("own-cells", "own_cells"),
     ("SEEDS", "seeds"), ("esed", "seed"), ("a", "ab"), ("", "a")],
)  # fmt: skip
def test_near_names(written: str, right: str) -> None:
    assert is_near(written, right)
    assert is_near(right, written)


@pytest.mark.parametrize(
    ("written", "right"),
    [("seeds", "needed"), ("sdees", "seeds"), ("abcd", "badc"), ("ab", ""), ("runs", "rules"), ("deesd", "seeds"),
     ("abc", "cba"), ("seeds", "see"), ("gap", "map_")],
)  # fmt: skip
def test_names_that_are_not_near(written: str, right: str) -> None:
    assert not is_near(written, right)


def test_an_unquoted_text_is_found_beside_other_faults_and_not_below_them() -> None:
    text = HEAD.replace('"1"', "1.0").replace("level: draft", "level: Final") + "x-mine: 3.10\nnews: [3.10]\n"
    found = load(kinds.MANIFEST, text.encode(), "rra.yaml").findings
    assert sorted((finding.rule, finding.mark.line if finding.mark else 0) for finding in found) == [
        ("RRM004", 7),
        ("RRM006", 5),
        ("RRM007", 3),
    ]


TEXTS = ["3.10", "no", "1e5", "0005747", "2024-02-30", "1:30", ".5", "-7", "a b", "v1", '2024-01-01 "x" \\y', "0x1F"]
scalars = st.sampled_from(TEXTS).map(lambda text: text) | st.sampled_from(TEXTS).map(json.dumps)
comments = st.sampled_from(["", " # é no: 3.10", "   # '\""])


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """Manifests with titles, authors and keys in whatever style, quoted or not."""
    line = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    names = draw(st.lists(st.sampled_from(["10", "007", "m", "1e5", '"20"', "'30'"]), max_size=3, unique=True))
    authors = ", ".join(draw(st.lists(scalars, max_size=3)))
    lines = [
        'rra: "1.0"',
        "id: a",
        f"version: {draw(st.sampled_from(['1.0', '0.1.0', '2']))}{draw(comments)}",
        f"title: {draw(scalars)}{draw(comments)}",
        "level: draft",
        f"paper: {{title: {draw(scalars)}, authors: [{authors}]}}{draw(comments)}",
        "x-mine: {3.10: no}",
        "metrics:" if names else "",
        *(f"  {name}: {{name: {draw(scalars)}, range: [0, 1.5]}}{draw(comments)}" for name in names),
    ]
    bom = draw(st.sampled_from(["", "\ufeff"]))
    return (bom + line.join(lines) + draw(st.sampled_from(["", line]))).encode()


@settings(max_examples=40, deadline=None)
@given(documents())
def test_a_repaired_document_says_the_same_and_has_no_unquoted_text_left(data: bytes) -> None:
    """`--fix` changes nothing that a document says, and no byte outside what it repairs."""
    after = repaired(data)
    assert yaml_tree.read(after).data == yaml_tree.read(data).data
    assert "RRM007" not in codes(after)
    assert repaired(after) == after
    rest = iter(after)
    # what was there is still there, in its order: quotes and backslashes came to it
    assert all(byte in rest for byte in data)
    assert len(after) - len(data) == sum(
        len(edit.new) - (edit.end - edit.start)
        for finding in load(kinds.MANIFEST, data, "rra.yaml").findings
        for edit in edits_of(finding)
    )


def edits_of(finding: Finding) -> list[Replace]:
    return [edit for edit in (finding.fix.edits if finding.fix else ()) if isinstance(edit, Replace)]


@pytest.mark.parametrize("kind", [kinds.MANIFEST, kinds.DECISIONS, kinds.CHANGES, kinds.REFERENCES])
def test_nothing_is_repaired_in_what_is_right(kind: kinds.Kind[Any]) -> None:
    name = f"{kind.name}.yaml"
    data = (EXAMPLES / name).read_bytes()
    assert repaired(data, kind, name) == data


def test_the_forms_that_are_known_are_those_of_the_models() -> None:
    assert set(patterns.MEANINGS) >= repairs.FORMS


def test_a_thousand_unquoted_texts_are_found_and_the_others_said() -> None:
    data = f"{HEAD}paper: {{title: t, authors: [{', '.join(['no'] * 1200)}]}}\n".encode()
    *found, last = load(kinds.MANIFEST, data, "rra.yaml").findings
    assert (len(found), last.fix) == (1000, None)
    assert "more than 1000 texts" in last.message


def test_a_long_text_is_shown_in_part_and_repaired_whole() -> None:
    data = HEAD.replace("title: t", f"title: {'1' * 500}").encode()
    (found,) = load(kinds.MANIFEST, data, "rra.yaml").findings
    assert len(found.message) < 200
    assert repaired(data) == HEAD.replace("title: t", f'title: "{"1" * 500}"').encode()


def test_in_a_document_of_another_kind_no_key_is_renamed() -> None:
    data = (HEAD.replace("title: t", "titel: t") + "".join(f"key{number}: 1\n" for number in range(200))).encode()
    assert repaired(data) == data


def test_quotes_around_a_number_are_shown_as_what_is_wrong() -> None:
    experiment = EXPERIMENT.format('seeds: ["0"]')
    data = f"{HEAD}{experiment}\n".encode()
    assert '`experiments.a.seeds[0]` is `"0"`' in load(kinds.MANIFEST, data, "rra.yaml").findings[0].message


def test_a_key_in_capitals_is_one_fault() -> None:
    assert codes(HEAD.replace("id: a", "ID: a").encode()) == ["RRM004"]
