"""What Python and its standard library no longer have."""

from reprobridge_spec.documents.python_tree.removed.base import Removal
from reprobridge_spec.documents.python_tree.removed.rows import gone, renamed

_P = "python"
_ABC = (
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "ByteString",
    "Callable",
    "Collection",
    "Container",
    "Coroutine",
    "Generator",
    "Hashable",
    "ItemsView",
    "Iterable",
    "Iterator",
    "KeysView",
    "Mapping",
    "MappingView",
    "MutableMapping",
    "MutableSequence",
    "MutableSet",
    "Reversible",
    "Sequence",
    "Set",
    "Sized",
    "ValuesView",
)
_TWO_BUILT_IN = {
    "basestring": "builtins.str",
    "long": "builtins.int",
    "raw_input": "builtins.input",
    "unichr": "builtins.chr",
    "unicode": "builtins.str",
    "xrange": "builtins.range",
}
_TWO_BY_HAND = {
    "cmp": "(a > b) - (a < b)",
    "execfile": "exec(...)",
    "file": "open(...)",
    "reduce": "functools.reduce(...)",
}
_TWO_MODULES = {
    "ConfigParser": "configparser",
    "Queue": "queue",
    "cPickle": "pickle",
    "commands": "subprocess",
    "copy_reg": "copyreg",
    "httplib": "http.client",
    "urllib2": "urllib.request",
    "urlparse": "urllib.parse",
}
_DEAD_BATTERIES = ("cgi", "cgitb", "crypt", "imghdr", "nntplib", "pipes", "sndhdr", "telnetlib", "uu", "xdrlib")
_PYTHON2 = "The file is written for Python 2: division of whole numbers, order of dicts and text differ, too."

ROWS: tuple[Removal, ...] = (
    *renamed(_P, "builtins", "3.0", _TWO_BUILT_IN, caution=_PYTHON2),
    *gone(_P, "builtins", "3.0", _TWO_BY_HAND, caution=_PYTHON2),
    *gone(_P, "", "3.0", _TWO_MODULES, caution=_PYTHON2),
    *gone(_P, "itertools", "3.0", {"imap": "map(...)", "izip": "zip(...)"}, caution=_PYTHON2),
    *gone(
        _P, "string", "3.0", {"letters": "string.ascii_letters", "maketrans": "str.maketrans(...)"}, caution=_PYTHON2
    ),
    *gone(_P, "sys", "3.0", {"maxint": "sys.maxsize"}, caution=_PYTHON2),
    *gone(
        _P,
        "time",
        "3.8",
        {"clock": "time.perf_counter(), or time.process_time() for time of the processor"},
        deprecated="3.3",
    ),
    *gone(_P, "platform", "3.8", {"linux_distribution": "platform.freedesktop_os_release()"}),
    *gone(
        _P,
        "fractions",
        "3.9",
        {"gcd": "math.gcd(...)"},
        deprecated="3.5",
        caution="Of negative numbers the new one gives a positive divisor.",
    ),
    *renamed(
        _P,
        "base64",
        "3.9",
        {"encodestring": "base64.encodebytes", "decodestring": "base64.decodebytes"},
        deprecated="3.1",
    ),
    *renamed(_P, "collections", "3.10", {name: f"collections.abc.{name}" for name in _ABC}, deprecated="3.3"),
    *gone(
        _P,
        "inspect",
        "3.11",
        {"getargspec": "inspect.getfullargspec(...), which gives seven values"},
        deprecated="3.0",
    ),
    *gone(_P, "asyncio", "3.11", {"coroutine": "async def"}, deprecated="3.8"),
    *gone(_P, "", "3.12", {"imp": "importlib", "asyncore": "asyncio", "asynchat": "asyncio"}, deprecated="3.4"),
    *gone(
        _P,
        "",
        "3.12",
        {"distutils": "setuptools, packaging or shutil"},
        deprecated="3.10",
        caution="Where the package `setuptools` is installed, it brings a copy under this name.",
    ),
    *gone(_P, "", "3.13", dict.fromkeys(_DEAD_BATTERIES, "a package of its own, or nothing"), deprecated="3.11"),
)
