"""`rrspec validate` as its people call it: one artifact, many, by a venue, with fixes, with what is known."""

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.acceptance.artifacts import replace
from tests.conftest import CHECKOUT, CommandLine

DRAFT = ("--level", "draft", "--format", "concise")


def codes(said: str) -> list[str]:
    """The code of each line that is a finding in the concise form."""
    return [part for line in said.splitlines() for part in line.split() if part.startswith("RR") and ": " in line]


def test_a_fix_changes_the_one_thing_and_says_it(rrspec: CommandLine, paper: Path) -> None:
    manifest = paper / "rra.yaml"
    replace(manifest, 'python: ">=3.11,<4"', "python: 3.12   # ours\r")
    changed = manifest.read_bytes()
    mended = changed.replace(b"3.12   #", b'"3.12"   #')
    shown = rrspec("validate", paper, *DRAFT, "--diff")
    assert (shown.returncode, manifest.read_bytes()) == (1, changed)
    assert '+    python: "3.12"   # ours' in shown.stdout
    fixed = rrspec("validate", paper, *DRAFT, "--fix")
    assert (fixed.returncode, codes(fixed.stdout)) == (0, [])
    assert re.fullmatch(r"repaired: \S*rra\.yaml:\d+:\d+: RRM007 .*\n", fixed.stderr)
    assert manifest.read_bytes() == mended
    again = rrspec("validate", paper, *DRAFT, "--fix")
    assert ("repaired" in again.stderr, manifest.read_bytes()) == (False, mended)


def test_a_package_is_not_repaired(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    package = Path(shutil.make_archive(str(tmp_path / "paper"), "zip", paper))
    ended = rrspec("validate", package, "--fix")
    assert (ended.returncode, "is not repaired" in ended.stderr) == (2, True)


def test_known_findings_do_not_count_and_new_ones_do(rrspec: CommandLine, paper: Path) -> None:
    (paper / "launchers" / "extra.py").write_text("SCORE = 93.124\n")
    replace(paper / "rra.yaml", 'published: "93.1"', 'published: "93.124"')
    options = ("--level", "specified", "--format", "concise", "--baseline", "known.json")
    first = rrspec("validate", paper, *options, "--update-baseline")
    assert first.returncode == 0
    known = rrspec("validate", paper, *options, "--fail-on", "warning")
    assert known.returncode == 0
    assert "baseline" in known.stdout
    (paper / "launchers" / "more.py").write_text("OTHER = 93.124\n")
    new = rrspec("validate", paper, *options, "--fail-on", "note")
    assert new.returncode == 1
    assert "launchers/more.py" in new.stdout


def test_a_baseline_takes_no_secret_and_says_so(rrspec: CommandLine, paper: Path) -> None:
    (paper / "code" / "key.py").write_text('KEY = "ghp_{}"\n'.format("0123456789abcdefghijABCDEFGHIJ012345"))
    options = ("--level", "draft", "--baseline", "known.json", "--update-baseline")
    ended = rrspec("validate", paper, *options)
    assert (ended.returncode, "not taken" in ended.stderr, "RRS001" in ended.stderr) == (1, True, True)
    assert "written: known.json" in ended.stderr
    assert rrspec("validate", paper, *options, "--exit-zero").returncode == 0


@pytest.mark.parametrize("term", ["", "  ", "-"])
def test_an_identity_term_of_nothing_is_refused(rrspec: CommandLine, paper: Path, term: str) -> None:
    ended = rrspec("validate", paper, "--identity", "Jane Doe", "--identity", term)
    assert (ended.returncode, "identity term" in ended.stderr) == (2, True)


def test_settings_of_the_caller_count_and_those_of_a_venue_s_artifact_do_not(rrspec: CommandLine, paper: Path) -> None:
    (paper / "code" / "key.py").write_text('KEY = "ghp_{}"\n'.format("0123456789abcdefghijABCDEFGHIJ012345"))
    (paper / "rrspec.toml").write_text('level = "draft"\nignore = ["RRS"]\n')
    (paper / "pyproject.toml").write_text('[tool.rrspec]\nignore = ["RRS"]\n')
    own = rrspec("validate", "--format", "concise", cwd=paper)
    assert (own.returncode, "RRS001" in own.stdout) == (0, False)
    assert "settings: rrspec.toml" in own.stderr
    assert "left out: RRS" in own.stdout
    venue = rrspec("validate", "--format", "concise", "--profile", "icml", cwd=paper)
    assert (venue.returncode, "RRS001" in venue.stdout) == (1, True)
    assert "settings" not in venue.stderr


def test_under_a_profile_waivers_comments_and_baseline_of_a_package_silence_nothing(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    replace(paper / "rra.yaml", "tables:", 'waivers: [{rule: RRL010, at: launchers/x.py, reason: "so"}]\ntables:')
    (paper / "launchers" / "x.py").write_text("SCORE = 93.124\n")
    replace(paper / "rra.yaml", 'published: "93.1"', 'published: "93.124"')
    (paper / ".rrspec-baseline.json").write_text('{"baseline": "1", "findings": {}}')
    package = Path(shutil.make_archive(str(tmp_path / "paper"), "zip", paper))
    own = rrspec("validate", package, "--level", "specified", "--format", "json")
    venue = rrspec("validate", package, "--profile", "icml", "--format", "json")
    assert json.loads(own.stdout)["silenced"]
    found = json.loads(venue.stdout)
    assert (found["silenced"], found["profile"]) == ([], "icml")
    assert "launchers/x.py" in {finding["file"] for finding in found["findings"]}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--profile", "icmll"), "icml"),
        (("--profile", "icml", "--level", "draft"), "says the level itself"),
        (("--select", "RRX"), "no code, name or weight"),
        (("--ignore", "lock-drif"), "lock-drift"),
        (("--fail-on", "fatal"), "no code"),
        (("--baseline", "gone.json"), "cannot be read"),
        (("--update-baseline",), "needs `--baseline FILE`"),
        (("--fix", "--watch"), "do not go together"),
        (("--release", "gone"), "no release"),
        (("--release", ".", "--resume", "r.jsonl"), "do not go together"),
        (("--release", ".", "--fix"), "do not go together"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_error(
    rrspec: CommandLine, paper: Path, arguments: tuple[str, ...], says: str
) -> None:
    replace(
        paper / "rra.yaml",
        "relation: original",
        f"relation: modified\n  upstream: {{url: 'https://example.org/a.git', commit: {'1a' * 20}}}",
    )
    ended = rrspec("validate", paper, *arguments)
    assert (ended.returncode, says in ended.stderr) == (2, True), ended.stderr


def test_many_artifacts_each_get_their_answer_whatever_the_others_are(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    many = tmp_path / "many"
    many.mkdir()
    shutil.copytree(paper, many / "good")
    shutil.make_archive(str(many / "package"), "zip", paper)
    shutil.make_archive(str(many / "tar"), "gztar", paper)
    (many / "broken.zip").write_bytes(b"PK\x03\x04nothing")
    shutil.copytree(paper, many / "bad")
    (many / "bad" / "rra.yaml").write_text("rra: [\n")
    ended = rrspec("validate", many, "--level", "specified", "--format", "json")
    found = {Path(report["artifact"]).name: report for report in json.loads(ended.stdout)}
    assert ended.returncode == 1
    assert {name: report["valid"] for name, report in found.items()} == {
        "bad": False,
        "broken.zip": False,
        "good": True,
        "package.zip": True,
        "tar.tar.gz": True,
    }
    assert [item["rule"] for item in found["bad"]["findings"]] == ["RRM001"]


def test_a_call_that_goes_on_checks_only_what_changed(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    for name in ("a", "b", "c"):
        shutil.copytree(paper, many / name)
    options = ("validate", many, "--level", "specified", "--format", "concise", "--resume", "results.jsonl")
    first = rrspec(*options)
    again = rrspec(*options)
    assert "3 taken from earlier results" in again.stdout
    assert first.stdout.splitlines()[:-1] == again.stdout.splitlines()[:-1]
    (many / "b" / "code" / "new.py").write_text("x = 1\n")
    assert "2 taken from earlier results" in rrspec(*options).stdout
    assert "taken from" not in rrspec(*options, "--ignore", "RRG005").stdout


def test_changed_files_stand_for_their_artifacts(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text("x")
    inside = paper / "code" / "classify.py"
    options = ("--changed", "--level", "draft")
    one = rrspec("validate", *options, inside, paper / "rra.yaml", tmp_path / "elsewhere.txt")
    assert (one.returncode, one.stdout.count("rules checked")) == (0, 1)
    none = rrspec("validate", *options, tmp_path / "elsewhere.txt")
    assert (none.returncode, none.stdout) == (0, "")


def test_the_release_tells_whether_the_patches_lead_to_the_code(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(paper / "code", clone)
    git = ["git", "-C", str(clone), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    replace(
        paper / "rra.yaml",
        "relation: original",
        f"relation: modified\n  upstream: {{url: 'https://example.org/a.git', commit: {commit}}}\n"
        "  changes: guide/changes.yaml",
    )
    (paper / "guide" / "changes.yaml").write_text('rra: "1.0"\nchanges: {}\n')
    options = ("--level", "preserved", "--format", "json", "--select", "RRG007")
    blind = json.loads(rrspec("validate", paper, *options).stdout)
    assert [item["rule"] for item in blind["not_checked"]] == ["RRG007"]
    seen = json.loads(rrspec("validate", paper, *options, "--release", clone).stdout)
    assert (seen["findings"], seen["not_checked"]) == ([], [])
    (paper / "code" / "classify.py").write_text("nothing\n")
    wrong = json.loads(rrspec("validate", paper, *options, "--release", clone).stdout)
    assert [(item["rule"], item["file"]) for item in wrong["findings"]] == [("RRG007", "code/classify.py")]


def test_words_of_the_author_are_looked_for(rrspec: CommandLine, paper: Path) -> None:
    (paper / "code" / "a.py").write_text("# by Jane Doe\n")
    options = ("--anonymous", "--identity", "Jane Doe", "--select", "RRS", *DRAFT)
    ended = rrspec("validate", paper, *options)
    assert ended.returncode == 1
    assert "code/a.py:1:6" in ended.stdout
    assert rrspec("validate", paper, "--select", "RRS", *DRAFT).returncode == 0


def test_nothing_is_written_while_checking(rrspec: CommandLine, paper: Path, tmp_path: Path) -> None:
    package = Path(shutil.make_archive(str(tmp_path / "paper"), "zip", paper))
    assert zipfile.is_zipfile(package)
    before = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
    rrspec("validate", paper)
    rrspec("validate", package)
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == before


def test_hooks_and_the_action_call_what_there_is(rrspec: CommandLine, paper: Path) -> None:
    hooks = (CHECKOUT / ".pre-commit-hooks.yaml").read_text()
    entries = [line.split("entry: rrspec ")[1].split() for line in hooks.splitlines() if "entry:" in line]
    assert len(entries) == 2
    for entry in entries:
        assert rrspec(*entry, paper / "code" / "classify.py").returncode in {0, 1}


@pytest.mark.slow
def test_an_artifact_beyond_its_memory_is_not_checked_and_the_others_are(
    rrspec: CommandLine, paper: Path, tmp_path: Path
) -> None:
    many = tmp_path / "many"
    shutil.copytree(paper, many / "good")
    with zipfile.ZipFile(many / "large.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        package.writestr("large/rra.yaml", (paper / "rra.yaml").read_bytes())
        for number in range(40):
            package.writestr(f"large/evidence/runs/r{number}/run.json", json.dumps({"x-note": "a" * (7 << 20)}))
    ended = rrspec("validate", many, *DRAFT, "--memory", "256MiB", "--format", "concise")
    assert ended.returncode == 4
    assert "large.zip: not checked: " in ended.stdout
    assert "it takes more than 256 MiB of memory to check it. Give a higher `--memory` if you trust it." in ended.stdout
    assert "2 artifacts: 1 valid, 1 could not be checked" in ended.stdout


@pytest.mark.parametrize("limit", ["--timeout 9", "--memory 1GiB"])
@pytest.mark.parametrize("work", ["--fix", "--diff", "--update-baseline --baseline known.json", "--release clone"])
def test_what_is_done_in_the_callers_process_has_no_limits(
    rrspec: CommandLine, paper: Path, limit: str, work: str
) -> None:
    ended = rrspec("validate", paper, *work.split(), *limit.split())
    assert ended.returncode == 2
    assert f"`{work.split(maxsplit=1)[0]}` and `{limit.split(maxsplit=1)[0]}` do not go together" in ended.stderr


def test_what_a_fix_leaves_is_told_as_a_check_of_its_result_tells_it(rrspec: CommandLine, paper: Path) -> None:
    replace(paper / "rra.yaml", 'python: ">=3.11,<4"', "python: 3.12")
    (paper / "launchers" / "extra.py").write_text("SCORE = 93.124\n")
    replace(paper / "rra.yaml", 'published: "93.1"', 'published: "93.124"')
    for form in ("text", "json", "sarif"):
        fixed = rrspec("validate", paper, "--fix", "--format", form)
        again = rrspec("validate", paper, "--format", form)
        assert (fixed.stdout, fixed.returncode) == (again.stdout, 1)
        assert "93.124" in fixed.stdout


@pytest.mark.parametrize("given", ["absolute", "from here"])
def test_a_diff_can_be_applied_where_it_was_made(rrspec: CommandLine, paper: Path, tmp_path: Path, given: str) -> None:
    replace(paper / "rra.yaml", "seeds: [0]", "sedes: [0]")
    place = paper if given == "absolute" else Path(paper.name)
    made = rrspec("validate", place, "--diff", cwd=tmp_path)
    applied = subprocess.run(["git", "apply", "-"], input=made.stdout, cwd=tmp_path, text=True, check=False)
    assert (applied.returncode, "seeds: [0]" in (paper / "rra.yaml").read_text()) == (0, True), made.stdout
