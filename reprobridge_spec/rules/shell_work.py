"""Which commands of a shell script do the work of a run, and where their failure is hidden."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.documents.shell_script import Command
from reprobridge_spec.lazy_pattern import lazy_pattern

_WORKERS = lazy_pattern(
    r"(?:python|pypy|torchrun|accelerate|deepspeed|mpirun|mpiexec|srun|horovodrun|julia|Rscript|java|matlab|octave|bash|sh"
    r"|node|perl|make|jupyter|papermill|fairseq-[a-z]+|poetry|uv|pipenv|nohup|stdbuf|env|xvfb-run|singularity)[0-9.]*$"
)
_SCRIPT = lazy_pattern(r"\.(?:py|sh|bash|R|jl|pl|js|ipynb)[\"']?$")
_LONGEST = 60
_ASKS_ONLY = frozenset({"--version", "-V", "--help", "-c"})


def does_work(command: Command) -> bool:
    """Whether a command runs a program of the artifact, as far as its words tell."""
    program = command.program.strip("\"'")
    name = program.rpartition("/")[2]
    if _WORKERS.fullmatch(name):
        return True
    return program.startswith("./") or name.endswith((".py", ".sh")) or "python" in program.lower()


def _asks_only(command: Command) -> bool:
    """Whether it prints something short that another program takes in, such as a version."""
    return any(word in _ASKS_ONLY for word in command.arguments[1:2])


def hidden_failures(script: Sequence[Command]) -> Iterator[tuple[int, str]]:
    """Line and fault of each pipe and each `|| true` behind work, in order."""
    pipefail = False
    for index, command in enumerate(script):
        pipefail = _pipefail(command, before=pipefail)
        if not does_work(command):
            continue
        after = script[index + 1] if index + 1 < len(script) else None
        if command.after in {"|", "|&"} and after is not None and not pipefail:
            if _asks_only(command) and after.program != "tee":
                continue
            if not _looked_at(script[index + 1 :]):
                what = f"the exit status of `{_short(command)}` is lost in the pipe to `{after.program}`"
                yield command.line, f"{what}: a failure counts as success"
        elif command.after == "||" and after is not None and _goes_on(script[index + 1 :]):
            yield command.line, f"`|| {after.program}` turns every failure of `{_short(command)}` into success"


def _goes_on(rest: Sequence[Command]) -> bool:
    """Whether what stands behind `||` only says something, or nothing."""
    if rest[0].program in {"true", ":"}:
        return True
    is_said = rest[0].program in {"echo", "printf"}
    return is_said and not any(command.program in {"exit", "return", "false"} for command in rest[1:2])


def ends_at_failure(script: Sequence[Command], place: Command) -> bool:
    """Whether `set -e` holds at a command of the script."""
    holds = False
    for command in script:
        if command.program == "set":
            for word in command.arguments[1:]:
                if word == "errexit" or ("e" in word and word[0] in "+-"):
                    holds = not (word.startswith("+") or "+o" in command.arguments)
        if command is place:
            break
    return holds


def _pipefail(command: Command, *, before: bool) -> bool:
    if command.program != "set":
        return before
    words = command.arguments[1:]
    if "pipefail" not in words:
        return before
    return not words[words.index("pipefail") - 1].startswith("+")


def _looked_at(rest: Sequence[Command]) -> bool:
    return any("PIPESTATUS" in word for command in rest[:4] for word in command.words)


def _short(command: Command) -> str:
    """The program with what it runs: up to its script, or else up to its first argument that is no option."""
    words = command.arguments
    scripts = (place for place, word in enumerate(words) if _SCRIPT.search(word))
    others = (place for place, word in enumerate(words) if place and not word.startswith("-"))
    end = next(scripts, next(others, 1))
    text = " ".join(words[: end + 1])
    return text if len(text) <= _LONGEST else f"{words[0][:20]} … {words[end][-35:]}" if end < len(words) else text[:60]
