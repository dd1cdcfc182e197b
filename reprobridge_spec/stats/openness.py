"""Which rows of a table are good as they are."""

from reprobridge_spec.model.verdict import TaskResult, Verdict


def is_open(row: TaskResult) -> bool:
    """Whether a row is neither good as it is nor a partial check whose scores are inside."""
    verdict = row.judgement.verdict
    if verdict in {Verdict.COMPATIBLE, Verdict.BLOCKED} or row.judgement.as_expected:
        return False
    return not (verdict is Verdict.PARTIAL and row.judgement.score_in_interval is True)
