"""Whether what looks like a comment is one: in its language, and outside of texts between quotes."""

from bisect import bisect_right

from reprobridge_spec.documents.python_text import comments_of, is_python
from reprobridge_spec.documents.shell_script import is_shell
from reprobridge_spec.lazy_pattern import lazy_pattern

_ENDS = {
    (b"#",): (".yaml", ".yml", ".toml", ".r", ".jl", ".pl", ".mk", ".sbatch", ".slurm", ".txt", ".in", ".env"),
    (b"//",): (".c", ".cc", ".cpp", ".cu", ".h", ".hpp", ".java", ".go", ".rs", ".js", ".ts", ".json", ".jsonc"),
    (): (".ipynb", ".jsonl", ".csv", ".tsv"),
}
"""What begins a comment, for files that have no other sign for it, by how their names end."""
_SIGNS = {end: signs for signs, ends in _ENDS.items() for end in ends}
_LONGEST = 20_000
_QUOTED = lazy_pattern(rb"\"(?:[^\"\\\r\n]++|\\.)*+\"|(?<!\w)'(?:[^'\\\r\n]++|\\.)*+'(?!\w)")


def is_comment(path: str, data: bytes, start: int, sign: bytes) -> bool:
    """Whether a comment begins with the `sign` at `start` of a text file, or goes on there."""
    if is_python(path, data):
        comments = comments_of(data)
        before = bisect_right(comments, start, key=lambda span: span[0])
        return before > 0 and start < comments[before - 1][1]
    signs = (b"#",) if is_shell(path, data) else _signs(path)
    return (signs is None or sign in signs) and not _is_quoted(data, start)


def _signs(path: str) -> tuple[bytes, ...] | None:
    name = path.rpartition("/")[2].lower()
    return _SIGNS.get(name[name.rfind(".") :]) if "." in name else None


def _is_quoted(data: bytes, start: int) -> bool:
    """Whether it stands in a text that begins and ends in its line."""
    first = data.rfind(b"\n", 0, start) + 1
    last = data.find(b"\n", start)
    line = data[first : len(data) if last < 0 else last]
    if len(line) > _LONGEST:
        return True  # no line that somebody wrote a comment in
    return any(match.start() < start - first < match.end() for match in _QUOTED.finditer(line))
