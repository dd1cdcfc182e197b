from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.render import audit
from reprobridge_spec.render.style import Style
from tests.unit.schemas.spec_text import example

PLAIN = Style(color=False, unicode=False, width=None)


def shown(report: AuditReport) -> list[str]:
    return list(audit.text(report, PLAIN))


def with_findings(**values: object) -> AuditReport:
    report: AuditReport = example("audit.json")
    return report.model_copy(update={"findings": [report.findings[0].model_copy(update=values)]})


def test_a_row_a_task_then_each_finding_with_its_proof_then_the_answer() -> None:
    lines = shown(example("audit.json"))
    assert lines[1].split() == ["toss/heads", "0.502", "compatible", "self", "full", "consistent"]
    assert lines[2].split() == ["toss/tails", "-", "-", "self", "full", "cannot", "be", "told"]
    assert "code/table.csv:3: remark: RRC013 published-value-in-code" in lines
    assert "    about toss/tails" in lines
    assert lines[-3:] == [
        "5 records; tasks: 1 consistent, 1 cannot be told",
        "Self-made evidence proves nothing about its authenticity: `consistent` says that nothing contradicts it.",
        "coin 1.0.0: nothing contradicts its scores",
    ]


def test_the_two_values_stand_under_a_finding() -> None:
    assert "    recorded 0.9, found nothing" in shown(with_findings(recorded="0.9"))


def test_what_an_artifact_says_reaches_no_terminal_as_control_characters() -> None:
    hostile = "\x1b[2Jgone"
    lines = shown(with_findings(message=f"a {hostile}", file=f"evidence/{hostile}", recorded=hostile, found=hostile))
    assert all(line.isprintable() for line in lines if line)


def test_a_long_value_is_cut() -> None:
    (line,) = [line for line in shown(with_findings(found="9" * 4000)) if "found" in line]
    assert len(line) < 200


def test_many_findings_of_one_reason_are_counted() -> None:
    report = example("audit.json")
    many = report.model_copy(update={"findings": [report.findings[0]] * 73})
    assert "and 23 more findings of output-not-kept" in shown(many)


def test_one_value_a_line_for_programs() -> None:
    lines = list(audit.lines(example("audit.json")))
    assert [line["kind"] for line in lines] == ["task", "task", "finding", "finding", "summary"]
    assert {line["artifact"] for line in lines} == {"coin 1.0.0"}
    assert "tasks" not in lines[-1]
