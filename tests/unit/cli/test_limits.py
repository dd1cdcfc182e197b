"""What one artifact may cost, as the caller says it; what it costs beyond that is that artifact's own outcome."""

from pathlib import Path

import click
import pytest

from reprobridge_spec.batch.limits import WorkLimits
from reprobridge_spec.cli.asking import Options, asking
from reprobridge_spec.cli.options import memory_option, timeout_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.validating import Work, limits, validate_all
from reprobridge_spec.errors import ExitCode


@click.command
@timeout_option
@memory_option
def asked(timeout: int | None, memory: int | None) -> WorkLimits | None:
    return limits(timeout, memory)


def given(*arguments: str) -> WorkLimits | None:
    found: WorkLimits | None = asked.main(list(arguments), standalone_mode=False)
    return found


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ((), None),
        (("--timeout", "20"), WorkLimits(seconds=20)),
        (("--memory", "256MiB"), WorkLimits(memory=256 << 20)),
        (("--memory", "1.5GiB", "--timeout", "86400"), WorkLimits(seconds=86_400, memory=3 << 29)),
    ],
    ids=["nothing", "a time", "a size", "both"],
)
def test_what_is_not_said_is_as_usual(arguments: tuple[str, ...], found: WorkLimits | None) -> None:
    assert given(*arguments) == found


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        *[("--timeout", value, "not in the range 1<=x<=86400") for value in ("0", "-1", "86401")],
        *[("--timeout", value, "not a valid integer") for value in ("nan", "1.5", "5min", "")],
        *[("--memory", value, "is no size") for value in ("2", "2GB", "2gib", ".5GiB", "-1GiB", "1e9GiB", "", "2 GiB")],
        *[("--memory", value, "is no size") for value in ("9" * 5000 + "B", "1." + "0" * 99 + "GiB", "\u0662GiB")],
        *[("--memory", value, "give at least 256MiB") for value in ("0B", "255.9MiB", "1KiB")],
    ],
)
def test_another_amount_is_a_mistake_of_the_caller(option: str, value: str, says: str) -> None:
    with pytest.raises(click.BadParameter, match=says) as caught:
        given(option, value)
    assert caught.value.param is not None
    assert option in caught.value.param.opts


def work(*paths: Path, seconds: float) -> Work:
    return Work(
        paths=paths,
        changed=False,
        release=None,
        jobs=2,
        resume=None,
        limits=WorkLimits(seconds=seconds),
        exit_zero=False,
    )


@pytest.mark.parametrize("count", [1, 2], ids=["alone", "one of many"])
def test_an_artifact_beyond_its_time_could_not_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    for number in range(count):
        (tmp_path / f"p{number}").mkdir()
        (tmp_path / f"p{number}" / "rra.yaml").write_text("rra: '1.0'\n")
    code = validate_all(Output(format="concise"), asking(Options()), work(*tmp_path.iterdir(), seconds=0))
    assert code is ExitCode.NOT_DONE
    assert capsys.readouterr().out.count("it takes longer than 0 s to check it. Check it alone, or with") == count
