"""What other YAML readers make of an unquoted scalar: YAML 1.1 (PyYAML) and YAML 1.2 (the core schema)."""

from reprobridge_spec.lazy_pattern import lazy_pattern

# `y` and `n` are truth values of YAML 1.1 on paper; the readers in use take them for text
_RULES = (
    (lazy_pattern(r"[-+]?(\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN"), "a number that is not finite"),
    (lazy_pattern(r"[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), "a number in base sixty"),
    (lazy_pattern(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?"), "a date"),
    (lazy_pattern(r"0[0-7_]+|0o[0-7]+"), "an octal number"),
    (lazy_pattern(r"[-+]?0[xX][0-9a-fA-F_]+|[-+]?0b[01_]+"), "a number"),
    (lazy_pattern(r"[-+]?[0-9][0-9_]*"), "a whole number"),
    (lazy_pattern(r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?"), "a number"),
    (lazy_pattern(r"="), "a special value"),
)
_TRUTH = frozenset({"yes", "no", "on", "off", "true", "false"})


def others_read(text: str) -> str | None:
    """What another reader takes the unquoted `text` for; None where every reader takes it for text."""
    if text[:1].isalpha():
        return "a truth value" if text.lower() in _TRUTH else None
    for pattern, meaning in _RULES:
        if pattern.fullmatch(text):
            return meaning
    return None
