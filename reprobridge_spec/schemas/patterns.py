"""What the patterns of the models ask for, in words: what a value is not, and how to write one."""

MEANINGS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*$": (
        "an id",
        "Use small letters, digits and single hyphens, such as `main-table`.",
    ),
    r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$": (
        "`experiment/name`",
        "Write both ids, such as `train/checkpoint`.",
    ),
    r"^[^/]+/[^/]+$": ("`experiment/task`", "Write both ids, such as `train/accuracy`."),
    r"^[0-9a-f]{64}$": ("a SHA-256 digest", "Give the 64 small hex digits that `sha256sum` prints, and nothing else."),
    r"^[0-9a-f]{32}$": ("a nonce", "Give 32 small hex digits."),
    r"^([0-9a-f]{40}|[0-9a-f]{64})$": (
        "a whole commit id",
        "Give all 40 hex digits; `git rev-parse HEAD` prints them.",
    ),
    r"^[0-9]+(\.[0-9]+)?(s|min|h|d)$": (
        "a duration",
        "Write a number with its unit: `90s`, `10min`, `1.5h` or `2d`.",
    ),
    r"^[0-9]+(\.[0-9]+)?(B|KiB|MiB|GiB|TiB)$": (
        "a size",
        "Write a number with its unit: `500MiB` or `2GiB`.",
    ),
    r"^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$": (
        "a number as text",
        'Give the digits as printed, such as "92.60", with a decimal point and without unit or ±.',
    ),
    r"^1\.(0|[1-9][0-9]{0,5})$": ("a version of the standard", 'Write "1.0".'),
    r"^[0-9A-Za-z][0-9A-Za-z.+_-]*$": (
        "a version",
        "Use letters, digits and `.`, `+`, `-`, `_`, without spaces.",
    ),
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$": (
        "a moment in UTC",
        "Write it as `2026-11-29T16:00:00Z`.",
    ),
    r"^[^/\\]": (
        "a path inside the artifact",
        "Write it from the artifact's root, folders separated by `/`.",
    ),
    r"^[A-Za-z_][A-Za-z0-9_]*$": ("the name of a variable", "Use letters, digits and underscores."),
    r"^(/([^/~]|~[01])*)*$": (
        "a JSON pointer",
        "Begin it with `/`, such as `/results/accuracy`; `~` in a key is written `~0`, and `/` is written `~1`.",
    ),
    r"[^ \t\r\n]": ("a text", "Write something there."),
}
"""By pattern: the rest of "it is not ...", and one sentence on what to do. A test walks all patterns."""
