import base64
import hashlib
import re
from itertools import pairwise
from pathlib import Path

import pytest
from lxml import html

from reprobridge_spec import digest
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.audit import AuditVerdict
from reprobridge_spec.render.table import short
from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import Unreadable, gathered
from reprobridge_spec.stats import exact
from tests.acceptance.artifacts import replace
from tests.unit.report.artifacts import GOOD, NOW, Recorded, artifact
from tests.unit.report.pages import Page, page_of


def test_the_page_has_one_heading_and_its_landmarks(page: Page) -> None:
    assert page.words("//h1") == page.sources.manifest.title
    assert page.one("/html").get("lang") == "en"
    for landmark in ("header", "nav", "main", "footer"):
        page.one(f"//{landmark}")


def test_headings_leave_no_level_out(page: Page) -> None:
    levels = [int(heading.tag[1]) for heading in page.all("//h1|//h2|//h3|//h4")]
    assert levels[0] == 1
    assert [pair for pair in pairwise(levels) if pair[1] - pair[0] > 1 and pair != (2, 4)] == []


def test_what_is_reached_first_leads_past_the_header(page: Page) -> None:
    first = page.all("//a|//button|//summary|//*[@tabindex='0']")[0]
    assert (first.get("class"), first.get("href")) == ("skip", "#main")


def test_every_id_is_there_once_and_every_link_leads_to_one(page: Page) -> None:
    ids = [element.get("id") for element in page.all("//*[@id]")]
    assert len(ids) == len(set(ids))
    assert {str(link.get("href"))[1:] for link in page.all("//a")} <= set(ids)
    named = {
        name for element in page.all("//*[@aria-labelledby]") for name in str(element.get("aria-labelledby")).split()
    }
    assert named <= set(ids)


def test_no_address_leads_out(page: Page) -> None:
    values = [value for element in page.all("//*") for key, value in element.items() if key in {"src", "href"}]
    assert values
    assert [value for value in values if not value.startswith("#")] == []
    assert not re.search(r"@import|url\(|\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket", page.text)
    assert page.all("//img|//iframe|//object|//embed|//link|//base|//form|//video|//audio") == []


def test_the_policy_admits_just_the_style_and_the_script_of_the_page(page: Page) -> None:
    policy = str(page.one("//meta[@http-equiv='Content-Security-Policy']").get("content"))
    for name in ("style", "script"):
        body = str(page.one(f"//{name}").text)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert [element.tag for element in page.all("//*[@style]")] == []
    assert [key for element in page.all("//*") for key in element.keys() if key.startswith("on")] == []  # noqa: SIM118


def test_every_head_of_a_table_has_its_scope(page: Page) -> None:
    assert page.all("//th")
    assert page.all("//th[not(@scope)]") == []


def test_what_scrolls_is_reached_by_keys_and_has_a_name(page: Page) -> None:
    boxes = page.all("//*[@class='scroll' or @class='log']")
    assert boxes
    assert [
        box for box in boxes if box.get("tabindex") != "0" or not box.get("aria-label") or not box.get("role")
    ] == []


def test_every_picture_says_what_it_shows_or_is_hidden(page: Page) -> None:
    for picture in page.all("//svg"):
        assert picture.get("aria-hidden") == "true" or (picture.get("role") == "img" and picture.get("aria-label"))


def test_every_answer_is_an_icon_and_a_word(page: Page) -> None:
    badges = page.all("//span[starts-with(@class, 'badge ')]")
    assert len(badges) > 20
    shapes: dict[str, set[str]] = {}
    for badge in badges:
        assert (badge.text_content() or "").strip()
        (shape,) = badge.xpath("./svg")
        shapes.setdefault(str(badge.get("class")), set()).add(html.tostring(shape, encoding="unicode", with_tail=False))
    # no two colours share a shape
    assert all(len(own) == 1 for own in shapes.values())
    assert len({shape for own in shapes.values() for shape in own}) == len(shapes)


def test_the_verdict_is_that_of_the_validation(page: Page) -> None:
    assert page.sources.validation.worst() is Severity.ERROR
    assert page.words("//h2[contains(@class, 'verdict')]") == "Does not conform level executed"


TILES = {"Codebase": "C", "Environment": "E", "Launchers": "L", "Guide": "G"}


@pytest.mark.parametrize("name", TILES)
def test_a_tile_counts_the_findings_of_its_component(page: Page, name: str) -> None:
    found = [one.severity for one in page.sources.validation.findings if one.rule[2] == TILES[name]]
    said = page.words(f"//li[contains(@class, 'tile')][span='{name}']/span[@class='count']")
    numbers = {word.rstrip("s"): int(number) for number, word in re.findall(r"([0-9]+) (\w+)", said)}
    assert numbers == {
        severity.value: found.count(severity)
        for severity in Severity
        if found.count(severity) or severity is not Severity.WARNING
    }


def test_every_finding_is_on_the_page(page: Page) -> None:
    said = page.words("//section[@aria-labelledby='findings']")
    for finding in page.sources.validation.findings:
        assert f"{finding.rule} {finding.name}" in said
    assert len(page.sources.validation.findings) > 10


def test_tasks_are_counted_by_their_answers(page: Page) -> None:
    said = page.words("//p[@class='outcome']/strong")
    assert said == ("Tasks 2 of 9 compatible, 1 incompatible, 1 incomplete, 1 failed, 1 stale, 2 not run, 1 blocked")
    assert page.words("//span[@class='cells']") == "9 of 9 own cells"


STATUS = {
    "good": "compatible",
    "low": "incompatible, below",
    "few": "compatible",
    "half": "incomplete",
    "crash": "failed",
    "old": "stale",
    "planned": "not run",
    "smoked": "not run",
    "shut": "blocked",
}


@pytest.mark.parametrize("name", STATUS)
def test_the_answer_of_a_task(page: Page, name: str) -> None:
    assert (page.cell(f"{name}/accuracy", "Status").text_content() or "").strip() == STATUS[name]


def test_the_numbers_of_a_task_are_those_of_the_audit(page: Page) -> None:
    audited = {row.task: row.judgement for row in page.sources.audit.tasks}
    assert sum(judgement is not None for judgement in audited.values()) == 3
    for task, judgement in audited.items():
        score = page.cell(task, "Score")
        assert score.text_content() == (short(judgement.measured) if judgement else "\N{EN DASH}")
        assert score.get("data-sort") == (judgement.measured if judgement else "")
        assert page.cell(task, "Published").text_content() == "90.0"
        if judgement is not None and judgement.interval is not None:
            said = page.row(task).text_content()
            assert f"[{judgement.interval.low}, {judgement.interval.high}]" in said
            label = str(page.cell(task, "Interval").xpath("./svg/@aria-label")[0])
            low, high = (
                exact.rounded(exact.number(end), 5) for end in (judgement.interval.low, judgement.interval.high)
            )
            assert f"interval from {low} to {high}" in label


def test_the_chain_leads_from_the_code_to_the_value(page: Page) -> None:
    row = page.row("good/accuracy")
    runs = [run.said for _, run in sorted(page.sources.subject.counted["good"].items())]
    assert len(runs) == 2
    said = row.text_content()
    for run in runs:
        assert run.run in said
        assert run.outputs[0].sha256[:12] in said
        assert run.plan.method[:12] in said
        assert run.environment.lock_sha256[:12] in said
    steps = [" ".join((step.text_content() or "").split()) for step in row.xpath(".//ol[@class='chain']/li")]
    assert steps[-1] == "Compared value90.1"
    assert len(steps) == 7


def test_the_log_of_the_run_that_failed_is_shown(page: Page) -> None:
    said = page.row("crash/accuracy").text_content() or ""
    failed = next(run.said.run for run in page.sources.subject.runs if run.said.outcome == "failed")
    assert f"Log of {failed}" in said
    assert "epoch 2 red" in said
    assert "epoch 1" not in said


def test_the_audits_verdict_stands_beside_each_task(page: Page) -> None:
    table = {
        (row.xpath("./th")[0].text_content() or ""): (row.xpath("./td")[0].text_content() or "").strip()
        for row in page.all("//div[@aria-label='Audit']//tbody/tr")
    }
    assert table == {row.task: row.verdict.replace("-", " ") for row in page.sources.audit.tasks}
    assert {AuditVerdict.CONSISTENT, AuditVerdict.NOT_SUPPORTED} <= {row.verdict for row in page.sources.audit.tasks}


def test_costs_are_sums_over_records(page: Page) -> None:
    rows = {
        tuple((cell.text_content() or "") for cell in row.xpath("./*")[:3])
        for row in page.all("//div[@aria-label='Cost']//tbody/tr")
    }
    assert ("good", "scored", "2") in rows
    assert ("all", "", str(len(page.sources.records))) in rows


def test_what_is_missing_is_said(page: Page) -> None:
    said = page.words("//section[@aria-labelledby='limits']")
    for sentence in (
        "No verification of this content is at hand",
        "No complete score is in the evidence for half/accuracy, crash/accuracy, old/accuracy",
        "All evidence is self-made",
        "Task shut/accuracy is blocked",
        "Signatures and outside clocks were not checked",
    ):
        assert sentence in said
    assert "There is none of this content" in page.words("//section[@aria-labelledby='gates']")
    assert "No review lies in the evidence" in page.words("//section[@aria-labelledby='gates']")


def test_gates_that_do_not_hold_say_what_they_lack(page: Page) -> None:
    gates = [" ".join((gate.text_content() or "").split()) for gate in page.all("//li[@class='gate']")]
    assert gates[0].startswith("Begindraftholds")
    assert gates[1].startswith("Specifyspecifiedholds")
    assert "does not hold" in gates[2]
    assert "RRV002 scored-run-missing" in gates[2]
    assert gates[3].startswith("Preservepreserved")


def test_the_same_artifact_gives_the_same_bytes(page: Page, mixed: Path) -> None:
    assert page_of(mixed).text == page.text


def test_a_text_of_the_artifact_is_never_markup(page: Page) -> None:
    assert "<script>alert" not in page.text
    assert "alert(1)" in page.text
    assert len(page.all("//script")) == 1
    assert len(page.all("//style")) == 1
    hidden = [character for character in page.text if not character.isprintable() and character not in "\n\t\xa0"]
    assert hidden == []
    marks = {(mark.text_content() or "") for mark in page.all("//span[@class='mark']")}
    assert {"U+202E", "U+200B"} <= marks


HOSTILE = "</title></style><script>alert(1)</script>\" onload=x '{{7*7}} \\u202e"


def test_no_place_of_the_manifest_can_break_out(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    text = (folder / "rra.yaml").read_text()
    quoted = '"' + HOSTILE.replace("\\u202e", "RLO").replace('"', '\\"').replace("RLO", "\\u202e") + '"'
    for old, new in (
        ("title: A paper that says 93.1 and ships the file to prove it", f"title: {quoted}"),
        ("title: A classifier with a score", f"title: {quoted}\n  venue: {quoted}\n  authors: [{quoted}]"),
        ("label: Table 1", f"label: {quoted}"),
        ("dataset: the test split", f"dataset: {quoted}"),
        ("unit: percent", f"unit: {quoted}"),
        ("license: Apache-2.0", f"license: {quoted}\nwaivers: [{{rule: RRL030, at: {quoted}, reason: {quoted}}}]"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "rra.yaml").write_text(text)
    page = page_of(folder)
    assert len(page.all("//script")) == 1
    assert len(page.all("//style")) == 1
    assert len(page.all("//title")) == 1
    assert "<span" not in page.words("//title")
    assert "U+202E" in page.words("//title")
    assert "\u202e" not in page.text
    assert "{{7*7}}" in page.words("//h1")
    assert [key for element in page.all("//*") for key in element.keys() if key.startswith("on")] == []  # noqa: SIM118


def test_a_line_of_a_megabyte_is_cut(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    replace(folder / "rra.yaml", "dataset: the test split", f"dataset: {'y' * 200_000}")
    text = page_of(folder).text
    assert "cut here: 200,000 characters" in text
    assert len(text) < 300_000


def test_fifty_tasks_fit_into_a_megabyte_and_a_half(tmp_path: Path) -> None:
    experiments = {f"task-{number}": GOOD for number in range(50)}
    page = page_of(artifact(tmp_path / "many", experiments))
    assert len(page.all("//tbody[@class='x' or @role='rowgroup']")) == 50
    assert len(page.text.encode()) < 1_500_000


def test_what_is_accepted_is_always_shown_with_its_reason(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    text = (folder / "rra.yaml").read_text()
    waiver = "waivers:\n  - {rule: RRL030, at: /experiments/one, reason: it is short}\n"
    (folder / "rra.yaml").write_text(text.replace("guide:\n", f"{waiver}guide:\n", 1))
    page = page_of(folder)
    assert page.sources.validation.silenced
    said = page.words("//section[@aria-labelledby='waivers']")
    assert "RRL030 expected-time-missing" in said
    assert "it is short" in said


ANONYMOUS_SECRETS = ("Ada Lovelace", "secret-folder", "reviewer-ada.zip")


def test_of_an_anonymous_artifact_nothing_more_is_told(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "secret-folder", {"one": GOOD})
    replace(folder / "rra.yaml", "level: executed", "level: executed\nanonymous: true")
    replace(folder / "rra.yaml", "title: A classifier with a score", "title: A classifier\n  authors: [Ada Lovelace]")
    page = page_of(folder)
    assert [
        secret for secret in (*ANONYMOUS_SECRETS, str(tmp_path), "/root", "/home") if secret in page.words("//header")
    ] == []
    assert str(tmp_path) not in page.text
    assert "secret-folder" not in page.text
    assert "The artifact is anonymous" in page.words("//section[@aria-labelledby='limits']")


def test_records_that_are_sealed_cannot_be_told(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    records = {path: path.read_text() for path in folder.glob("evidence/runs/*/run.json")}
    for record, text in records.items():
        # the last one, whose digest stands in no other
        if all(digest.of_bytes(text.encode()) not in other for other in records.values()):
            replace(record, '"predicate": {', f'"predicate": {{"sealed": "{"5" * 64}",')
    page = page_of(folder)
    assert "sealed and not unsealed" in page.words("//section[@aria-labelledby='limits']")
    assert "cannot be told" in page.words("//dl[@class='standing']")


def test_no_path_of_this_machine_is_on_the_page(page: Page, mixed: Path) -> None:
    assert str(mixed) not in page.text
    assert str(mixed.parent) not in page.text


def test_an_evaluation_is_called_one(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": Recorded(smoke="")})
    text = (
        (folder / "rra.yaml").read_text().replace("    seeds: [0, 1]\n", "    seeds: [0, 1]\n    inputs: [weights]\n")
    )
    weights = (
        "inputs:\n  weights:\n    kind: checkpoint\n    role: result\n    permitted: {by: the paper, where: a note}\n"
        f'    source: {{url: "https://example.org/w"}}\n    sha256: {"a" * 64}\n    license: unknown\n'
    )
    (folder / "rra.yaml").write_text(text.replace("tables:\n", f"{weights}tables:\n", 1))
    page = page_of(folder)
    assert "evaluation only: the training is not established" in (page.row("one/accuracy").text_content() or "")
    assert "by the paper, a note" in page.words("//section[@aria-labelledby='components']")


def test_hazards_stand_at_the_top(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    replace(folder / "rra.yaml", "tool: pip-tools", "tool: pip-tools\n    hazards: [pickle, remote-code]")
    assert "environment cpu: pickle; environment cpu: remote code" in page_of(folder).words("//p[@class='hazard']")


def test_of_a_manifest_that_cannot_be_read_the_findings_are_shown(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    replace(folder / "rra.yaml", "level: executed", "level: perfect")
    with gathered(folder, NOW) as sources:
        assert isinstance(sources, Unreadable)
        text = document(sources)
    assert "Does not conform" in text
    assert "perfect" in text
    assert "tasks, evidence, inputs and costs are not shown at all" in text
    assert text.count("<h1>") == 1


def test_an_artifact_without_tasks_has_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "rra.yaml").write_text('rra: "1.0"\nid: new\nversion: "1"\ntitle: A new one\nlevel: draft\n')
    page = page_of(tmp_path)
    assert "No task is declared" in page.words("//p[@class='outcome']")
    assert "The paper is not named yet." in page.words("//header")
