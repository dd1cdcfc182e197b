"""Whether a password is a word that stands in for one, or tells where the password lies."""

from reprobridge_spec.lazy_pattern import lazy_pattern

_WORDS = (
    rb"your|my|the|an?|user(?:name)?|name|login|pass(?:word|wd|phrase)?|pa55w[o0]rd|p[4@]ssw[o0]rd|passwd|pwd|pw|pswd|secret|token|key|api|access"
    rb"|personal|private|credentials?|x{2,}+|example|place|holder|change|replace|me|this|with|dummy|fake|sample|redacted"
    rb"|hidden|masked|removed|todo|insert|enter|put|here|default|none|null|true|false|tests?|testing|foo|bar|baz|qux|db"
    rb"|database|postgres(?:ql)?|mysql|mongo|redis|rabbitmq|root|admin|guest|anonymous|hunter2(?![a-z])|local|host|port|e?mail|value"
    rb"|string|some|thing|abc(?:def)?(?:gh)?(?:ijkl)?|qwerty|dead|beef|server|domain|git|hub|to|is|be|no|not|set|env|var"
)
_STANDS_IN = lazy_pattern(rb"(?:(?:" + _WORDS + rb"|[0-9]++)[^a-z0-9]{0,3}){1,8}")
"""The whole value: a password may well hold such a word."""
_REFERENCE = lazy_pattern(rb"[${}()<>\[\]*]|\.\.\.|environ|getenv|getpass|^%|^@")


def stands_in(password: bytes) -> bool:
    """Whether a value is put together of words for a password and of digits alone, or says where it is to come from."""
    return bool(_REFERENCE.search(password) or _STANDS_IN.fullmatch(password.lower()))
