"""Whether a password is a word that stands in for one, or tells where the password lies."""

from reprobridge_spec.lazy_pattern import lazy_pattern

_WORDS = (
    rb"your|my|the|an?|user(?:name)?|name|login|p[a4@][s5$]{2}(?:w[o0]rd|wd|phrase)?|passwd|pwd|pw|pswd|s[e3]cr[e3]t|token|key|api|access"
    rb"|s[u0]p[e3]r|s[e3]cur[e3]|str[o0]ng|wrong|bad|good|new|old|value|word|first|second|forbidden|utf8?|tiger(?:\^5hhh)?"
    rb"|personal|private|credentials?|x{2,}+|example|place|holder|change|replace|me|this|with|dummy|fake|sample|redacted"
    rb"|hidden|masked|removed|todo|insert|enter|put|here|default|none|null|true|false|tests?|testing|foo|bar|baz|qux|db"
    rb"|database|postgres(?:ql)?|mysql|mongo|redis|rabbitmq|root|admin|guest|anonymous|hunter[0-9]++|local|host|port|e?mail|value"
    rb"|string|some|thing|abc(?:def)?(?:gh)?(?:ijkl)?|qwerty|dead|beef|server|domain|git|hub|to|is|it|be|no|not|set|env|var|open|sesame"
)
_STANDS_IN = lazy_pattern(rb"(?:(?:" + _WORDS + rb"|[0-9]++)[^a-z0-9]{0,3}){1,8}")
"""The whole value: a password may well hold such a word."""
_REFERENCE = lazy_pattern(rb"[${}()<>\[\]*]|\.\.\.|environ|getenv|getpass|^%|^@")


def stands_in(password: bytes) -> bool:
    """Whether a value is put together of words for a password and of digits alone, or says where it is to come from."""
    plain = password
    if b"%" in password:
        from urllib.parse import unquote_to_bytes  # noqa: PLC0415 (only in addresses, where signs have numbers)

        plain = unquote_to_bytes(password)
    return bool(_REFERENCE.search(plain) or _STANDS_IN.fullmatch(plain.lower()))
