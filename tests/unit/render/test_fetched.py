import pytest

from reprobridge_spec.model.fetching import FetchedInput, InputState
from reprobridge_spec.render import fetched
from reprobridge_spec.render.style import Style

PLAIN = Style(color=False, unicode=True, width=None)
SAID: dict[InputState, tuple[FetchedInput, list[str]]] = {
    InputState.FETCHED: (
        FetchedInput(input="a", state=InputState.FETCHED, path="/c/a", files=2, bytes=2048),
        ["a: fetched, 2 files, 2.0 KiB, /c/a"],
    ),
    InputState.CACHED: (
        FetchedInput(input="a", state=InputState.CACHED, path="/c/a", files=1, bytes=5),
        ["a: in the cache, 1 file, 5 B, /c/a"],
    ),
    InputState.CHANGED: (
        FetchedInput(input="a", state=InputState.CHANGED, changed=["x", "y"], do="Run it."),
        ["a: changed in the cache, and thrown away: x, y", "  Run it."],
    ),
    InputState.ABSENT: (
        FetchedInput(input="a", state=InputState.ABSENT, lacking=["x"], do="Run it."),
        ["a: not in the cache: x", "  Run it."],
    ),
    InputState.WRONG: (
        FetchedInput(input="a", state=InputState.WRONG, message="no", place="rra.yaml", do="Mend it."),
        ["a: wrong: rra.yaml: no", "  Mend it."],
    ),
    InputState.NOT_DONE: (
        FetchedInput(input="a", state=InputState.NOT_DONE, message="\x1b[31mno"),
        ["a: not done: \N{REPLACEMENT CHARACTER}[31mno"],
    ),
}


@pytest.mark.parametrize("state", InputState)
def test_each_state_is_said(state: InputState) -> None:
    item, lines = SAID[state]
    assert list(fetched.text(item, PLAIN)) == lines


def test_what_was_read_again_has_no_path() -> None:
    item = FetchedInput(input="a", state=InputState.CACHED, files=1, bytes=5)
    assert list(fetched.text(item, PLAIN)) == ["a: whole, 1 file, 5 B read again"]
