"""What can be turned for a run, and how; what cannot be turned here says why."""

from collections.abc import Collection, Mapping
from dataclasses import field

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.verification import AxisName
from reprobridge_spec.process import output_of

CANNOT = 125
"""Exit code of a run whose turn did not succeed, before its launcher started."""

_GO = 'exec "$@"'
_OR_CANNOT = f"|| exit {CANNOT}"
_PATH = f"""d="$TMPDIR/another place"; mkdir -p "$d" {_OR_CANNOT}; cp -Rp . "$d/work copy" {_OR_CANNOT}
cd "$d/work copy" {_OR_CANNOT}; {_GO}"""
_HOME = f"""HOME="$TMPDIR/another home"; mkdir -p "$HOME" {_OR_CANNOT}; export HOME; {_GO}"""
_UMASK = f"umask 0077; {_GO}"
# an attempt of its own has a new HOME and TMPDIR, and the output folder of the one before
_SECOND_RUN = f""""$@" || exit
rm -rf -- "$HOME"/* "$HOME"/.[!.]* "$TMPDIR"/* "$TMPDIR"/.[!.]*; RRA_ATTEMPT=2; export RRA_ATTEMPT; {_GO}"""
_ONE_CORE = f"""if command -v taskset >/dev/null 2>&1; then
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//'); set -- taskset -c "$first" "$@"; fi; {_GO}"""

_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_USER = "4711"
_ZONE = "RRA-13:45"
_HASH_SEED = "4242"
_LOCALES = ("tr_TR", "de_DE", "fr_FR", "es_ES", "ru_RU")
"""Those in which a decimal comma or the case of letters is another one; the first that is there is taken."""
_ASCII = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One thing that is turned.

    Attributes:
        said: to what, in words.
        variables: those that the launcher gets in place of what it would get.
        script: what a shell does with the command, which are its arguments.
        options: values for options of the program that keeps the run apart.
        runs: how often the launcher runs in it.
    """

    name: AxisName
    said: str
    variables: Mapping[str, str] = field(default_factory=dict)
    script: str = _GO
    options: Mapping[str, str] = field(default_factory=dict)
    runs: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Still:
    """One thing that no run is made for.

    Attributes:
        held: whether it holds already.
        why: what is known of it.
    """

    name: AxisName
    held: bool
    why: str


def turns(
    isolation: Isolation, declared: Mapping[str, str], cores: int, locales: Collection[str]
) -> list[Turn | Still]:
    """Everything that is turned, in the order in which it is told; `again`, which turns nothing, comes first.

    Args:
        isolation: what keeps runs apart.
        declared: the variables that the manifest gives each run of the experiment.
        cores: of this machine.
        locales: those that are installed.
    """
    fixed = {name: value for name, value in declared.items() if value}
    return [
        Turn(name=AxisName.AGAIN, said="nothing: the same run once more"),
        Turn(name=AxisName.PATH, said="a copy in another folder, with a space in its name", script=_PATH),
        _user(isolation),
        _locale(fixed, locales),
        _variable(AxisName.TIME_ZONE, "TZ", _ZONE, fixed, "a zone that is ahead of UTC by 13:45 hours"),
        Turn(name=AxisName.UMASK, said="077", script=_UMASK),
        Turn(name=AxisName.HOME, said="another empty folder, with a space in its name", script=_HOME),
        _network(isolation),
        Turn(name=AxisName.SECOND_RUN, said="a second run into the same output folder", script=_SECOND_RUN, runs=2),
        _threads(fixed, cores),
        _variable(AxisName.HASH_SEED, "PYTHONHASHSEED", _HASH_SEED, fixed, f"PYTHONHASHSEED={_HASH_SEED}"),
    ]


def installed_locales() -> list[str]:
    """The locales of this machine; none where it does not tell."""
    try:
        code, output = output_of(["locale", "-a"], environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, time_limit=20)
    except NotDoneError:
        return []
    return output.split() if code == 0 else []


def _user(isolation: Isolation) -> Turn | Still:
    if isolation.kind != "bubblewrap":
        why = f"isolation {isolation.kind}: which user a run has is not ours to choose"
        return Still(name=AxisName.USER, held=False, why=why)
    options = {"--uid": _USER, "--gid": _USER}
    return Turn(name=AxisName.USER, said=f"user and group {_USER}", options=options)


def _locale(fixed: Mapping[str, str], locales: Collection[str]) -> Turn | Still:
    if named := [name for name in ("LC_ALL", "LANG", "PYTHONUTF8") if name in fixed]:
        return _fixed(AxisName.LOCALE, named[0], fixed)
    for language in _LOCALES:
        for found in locales:
            if found.lower().replace("-", "") == f"{language.lower()}.utf8":
                return Turn(name=AxisName.LOCALE, said=found, variables={"LC_ALL": found, "LANG": found})
    said = "C, with ASCII as Python's encoding (no other language is installed)"
    return Turn(name=AxisName.LOCALE, said=said, variables=_ASCII)


def _network(isolation: Isolation) -> Still:
    if isolation.network:
        return Still(name=AxisName.NETWORK, held=False, why=f"isolation {isolation.kind}: the network cannot be shut")
    return Still(name=AxisName.NETWORK, held=True, why="no run of this verification had a network")


def _threads(fixed: Mapping[str, str], cores: int) -> Turn | Still:
    free = [name for name in _THREADS if name not in fixed]
    if cores > 1:
        return Turn(
            name=AxisName.THREADS,
            said="one core" + (" and one thread" if free else f" ({_listed(fixed)} stays)"),
            variables=dict.fromkeys(free, "1"),
            script=_ONE_CORE,
        )
    if not free:
        return _fixed(AxisName.THREADS, _THREADS[0], fixed)
    return Turn(name=AxisName.THREADS, said="two threads", variables=dict.fromkeys(free, "2"))


def _listed(fixed: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={fixed[name]}" for name in _THREADS if name in fixed)


def _variable(axis: AxisName, name: str, value: str, fixed: Mapping[str, str], said: str) -> Turn | Still:
    if name in fixed:
        return _fixed(axis, name, fixed)
    return Turn(name=axis, said=said, variables={name: value})


def _fixed(axis: AxisName, name: str, fixed: Mapping[str, str]) -> Still:
    return Still(name=axis, held=False, why=f"the manifest gives every run {name}={fixed[name]}")
