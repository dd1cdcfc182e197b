import pytest

from reprobridge_spec.audit.verdicts import exit_code
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.audit import AuditedTask, AuditReport, AuditVerdict
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.verification import EvidenceClass


def report(*verdicts: AuditVerdict) -> AuditReport:
    return AuditReport(
        rra="1.0",
        artifact="one 1",
        holds=False,
        records=0,
        tasks=[AuditedTask(task="a/b", verdict=verdict, evidence=EvidenceClass.SELF) for verdict in verdicts],
        findings=[],
        tool=Tool(name="rrspec", version="1"),
    )


OF_ONE = {
    AuditVerdict.SUPPORTED: ExitCode.HOLDS,
    AuditVerdict.CONSISTENT: ExitCode.HOLDS,
    AuditVerdict.BLOCKED: ExitCode.HOLDS,
    AuditVerdict.CANNOT_BE_TOLD: ExitCode.NOT_DONE,
    AuditVerdict.NOT_SUPPORTED: ExitCode.FINDINGS,
}


@pytest.mark.parametrize("verdict", AuditVerdict)
def test_the_exit_code_of_one_verdict(verdict: AuditVerdict) -> None:
    assert exit_code(report(verdict)) is OF_ONE[verdict]


def test_the_exit_code_of_several_is_the_first_of_the_table() -> None:
    assert exit_code(report(AuditVerdict.CANNOT_BE_TOLD, AuditVerdict.NOT_SUPPORTED)) is ExitCode.FINDINGS
    assert exit_code(report(AuditVerdict.SUPPORTED, AuditVerdict.CANNOT_BE_TOLD)) is ExitCode.NOT_DONE
    assert exit_code(report()) is ExitCode.HOLDS
