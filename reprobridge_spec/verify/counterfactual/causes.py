"""Where in an artifact a turned run's failure or difference comes from."""

from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.verification import AxisName

_TAIL = 64 << 10
_FILES, _BYTES = 400, 1 << 20
_SHOWN = 120
_SUFFIXES = frozenset({".py", ".sh", ".bash", ".r", ".jl", ".ipynb"})
_FRAME = lazy_pattern(r'File "([^"\n]{1,400})", line ([0-9]{1,7})\b')
_SIGNS = {
    AxisName.PATH: r"__file__|getcwd\(|abspath\(|\.resolve\(|/rra/work|sys\.path",
    AxisName.USER: r"getpass|getuser\(|getuid\(|getlogin\(|\bpwd\.|expanduser\(|USER\b|LOGNAME",
    AxisName.LOCALE: r"\blocale\b|LC_ALL|\bopen\(|read_text\(|write_text\(|strftime\(|\.decode\(|\.encode\(",
    AxisName.TIME_ZONE: r"strftime\(|fromtimestamp\(|localtime\(|mktime\(|datetime\.now\(|\bTZ\b|\btime\.time\(",
    AxisName.UMASK: r"umask|chmod|stat\(|st_mode|mkdir|makedirs",
    AxisName.HOME: r"expanduser\(|Path\.home\(|\bHOME\b|[\"'\s]~/|\.cache",
    AxisName.SECOND_RUN: r"exists\(|is_file\(|is_dir\(|mkdir|makedirs|[\"']a\+?b?[\"']|[\"']xb?[\"']|>>|resume",
    AxisName.THREADS: r"num_threads|n_jobs|cpu_count|process_cpu_count|sched_getaffinity|multiprocessing|NUM_THREADS",
    AxisName.HASH_SEED: r"\bset\(|\bfrozenset\(|\bhash\(|\{[^:{}\n]{1,80}\bfor\b",
}
_PATTERNS = {axis: lazy_pattern(sign) for axis, sign in _SIGNS.items()}


def cause(axis: AxisName, work: Path, log: Path | None) -> str | None:
    """The place that a failure was raised in; else the first that has to do with what was turned; else None.

    Args:
        axis: what was turned.
        work: the working copy.
        log: what the run printed; None where it did not fail.
    """
    sources = {path.relative_to(work).as_posix(): path for path in _sources(work)}
    if log is not None and (raised := _raised_in(log, sources)):
        return raised
    pattern = _PATTERNS.get(axis)
    for name, path in sources.items() if pattern else ():
        for number, line in enumerate(_lines(path), start=1):
            if pattern and pattern.search(line[:2000]):
                return _place(name, number, line)
    return None


def _raised_in(log: Path, sources: dict[str, Path]) -> str | None:
    """The innermost frame of a Python traceback that is a file of the artifact."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - _TAIL))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return None
    for named, number in reversed(_FRAME.findall(text)):
        for name, path in sources.items():
            if named == name or named.endswith(f"/{name}"):
                lines = _lines(path)
                line = lines[int(number) - 1] if 0 < int(number) <= len(lines) else ""
                return _place(name, int(number), line)
    return None


def _sources(work: Path) -> Iterator[Path]:
    """The texts that a run may execute, launchers first."""
    count = 0
    for folder in ("launchers", "code"):
        for path in sorted((work / folder).rglob("*")):
            if path.suffix.lower() in _SUFFIXES and path.is_file() and path.stat().st_size <= _BYTES:
                count += 1
                if count > _FILES:
                    return
                yield path


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _place(name: str, number: int, line: str) -> str:
    shown = "".join(character for character in line.strip() if character.isprintable())[:_SHOWN]
    return f"{name}:{number}: {shown}" if shown else f"{name}:{number}"
