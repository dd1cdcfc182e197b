"""Accounts and partitions of clusters, and the names of machines."""

from collections.abc import Iterator
from re import Pattern

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort, groups
from reprobridge_spec.rules.known_owners import is_neutral

_VALUE = rb"([A-Za-z0-9][A-Za-z0-9_.-]{1,60})"
_ACCOUNT = lazy_pattern(
    rb"(?m)^[ \t]{0,8}#"
    rb"(?:SBATCH[ \t]{1,8}(?:--account[ =]|-A[ \t]{0,4})|PBS[ \t]{1,8}-[AP][ \t]{1,4}|BSUB[ \t]{1,8}-P[ \t]{1,4})"
    + _VALUE
    + rb"|\b(?:sbatch|srun|salloc)\b[^\n]{0,200}?(?:--account[ =]|[ ]-A[ ])"
    + _VALUE
)
_PARTITION = lazy_pattern(
    rb"(?m)^[ \t]{0,8}#SBATCH[ \t]{1,8}(?:--partition[ =]|-p[ \t]{0,4}|--qos[ =]|-q[ \t]{1,4})" + _VALUE
)
_MAIL_USER = lazy_pattern(
    rb"(?m)^[ \t]{0,8}#(?:SBATCH[ \t]{1,8}--mail-user[ =]|PBS[ \t]{1,8}-M[ \t]{1,4})" + _VALUE + rb"(?=\s)"
)
_OF_MANY = b"""
gpu gpus cpu cpus compute batch normal main all default def any debug dev devel test testing interactive long
short medium  large small big fat thin himem highmem hi mem bigmem memory express low high priority prio prem
premium regular free  preempt preemptible preemptable scavenge scavenger backfill requeue shared share
exclusive single multi multiple node  nodes day days week weeks hour hours min h d w gb g ib quick fast slow
standard std amd intel nvidia a ada ampere hopper  volta turing pascal rtx gtx titan quadro tesla geforce mi
instinct super ti pcie sxm nvlink dgx hgx spot ondemand learn  learning ml ai dl nlp cv vision research
parallel serial queue partition part p q x l m s xl train training eval
"""
_GENERIC = frozenset(_OF_MANY.split())
_WORD = lazy_pattern(rb"[A-Za-z]+")
_SHELL_HOST = lazy_pattern(
    rb"\b(?:ssh|scp|rsync|sftp)\b[^\n]{0,120}?[ @]((?:[A-Za-z0-9-]{1,40}\.){1,5}(?:edu|ac\.[a-z]{2}|edu\.[a-z]{2}))\b"
)
_PROMPT = lazy_pattern(
    rb"(?m)^(?:\x1b\[[0-9;]{1,9}m|\([\w.-]{1,40}\) )?\[?([A-Za-z][A-Za-z0-9._-]{1,40}@[A-Za-z0-9][A-Za-z0-9.-]{1,80})"
    rb"(?::[~/][^\s$#]{0,200}| [~\w./-]{1,80}\])[#$] "
)
_UNAME = lazy_pattern(rb"\bLinux ([A-Za-z0-9][A-Za-z0-9.-]{2,80}) \d{1,2}\.\d{1,3}\.\d{1,3}[\w.+-]{0,60} #\d")
_NAMED_HOST = lazy_pattern(
    rb"(?im)(?:[\"'](?:host|hostname|host_name|node|nodename|node_name|fqdn)[\"']\s{0,4}:\s{0,4}[\"']"
    rb"|^(?:\S{0,40} ){0,4}(?:running on|hostname|host name|host|node)(?: is)?[ \t]{0,4}[:=][ \t]{0,4}"
    rb"|\brunning on (?:host|node|machine)[ :=]{1,4})"
    rb"([A-Za-z][A-Za-z0-9-]{1,60}(?:\.[A-Za-z0-9-]{1,60}){0,6})(?=[\"'\s,;]|\Z)"
)
_IN_DUMP = lazy_pattern(
    rb"(?<![A-Za-z0-9_$])(?:USER|LOGNAME|USERNAME|SUDO_USER|SLURM_JOB_USER|SLURM_JOB_ACCOUNT|SLURM_CLUSTER_NAME"
    rb"|SLURM_SUBMIT_HOST|SLURM_JOB_PARTITION|SLURMD_NODENAME|SLURM_JOB_NODELIST|HOSTNAME|PBS_O_HOST|PBS_O_LOGNAME|LSB_HOSTS)"
    rb"(?:=|[\"']\s{0,4}:\s{0,4})[\"']?([A-Za-z][A-Za-z0-9_.-]{1,60})(?=[\"'\s,;}]|\Z)"
)
_DUMPED = (b"USER", b"LOGNAME", b"HOSTNAME", b"SLURM", b"PBS_O", b"LSB_")
_LOGS = (".log", ".out", ".err", ".txt", ".json", ".jsonl", ".env", ".yaml", ".yml", ".md", ".ipynb", ".csv")
_NOBODY = lazy_pattern(rb"(?i)(?:your|my|xxx|account|project|example|<|\$)")
_NO_HOST = lazy_pattern(
    rb"(?i)(?:localhost|127\.|0\.0\.0\.0|none|null|true|false|unknown|host|hostname|node|name|server|string|str|user|username|root"
    rb"|runner|ubuntu|jovyan|docker|container|buildkitsandbox|debian|colab|kaggle|master|worker|self|os|socket|platform|the"
    rb"|your[a-z_-]*|my[a-z_-]*|[0-9a-f]{12}|e?mail|app|dev|prod|local|remote|port|and|type)"
    rb"|(?:.*\.)?example(?:\.(?:com|org|net))?|.*\.(?:local|internal|localdomain|com|org|io|net|py|json|js|ts|html)|(?:self|args|cfg|config|os|socket|platform)\..*"
)
_DIGIT = lazy_pattern(rb"[0-9]|\.")
_PUBLIC_ACCOUNTS = frozenset(b"root user ubuntu jovyan runner docker you username vscode app admin".split())


def detect(_scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """Accounts of batch jobs, and names of machines."""
    if any(sign in data for sign in (b"#SBATCH", b"#PBS", b"#BSUB", b"sbatch", b"srun", b"salloc")):
        yield from _accounts(data)
    if b".edu" in data or b".ac." in data:
        yield from _kept(_SHELL_HOST, "the host", Sort.HOST, data)
    if b"@" in data and (b"$ " in data or b"# " in data):
        yield from _prompts(data)
    if b"Linux" in data:
        yield from _hosts(_UNAME, data)
    name = path.rpartition("/")[2].lower()
    if not name.endswith(_LOGS) and "." in name:
        return
    small = data.lower()
    if b"host" in small or b"node" in small or b"running on" in small:
        yield from _hosts(_NAMED_HOST, data)
    if any(sign in data for sign in _DUMPED):
        yield from (leak for leak in groups(_IN_DUMP, "the value", Sort.ACCOUNT, data) if _is_somebody(leak))


def is_generic(partition: str) -> bool:
    """Whether a partition is called what many clusters call theirs."""
    return _GENERIC.issuperset(word.lower() for word in _WORD.findall(partition.encode()))


def _accounts(data: bytes) -> Iterator[Leak]:
    yield from _kept(_ACCOUNT, "the account", Sort.ACCOUNT, data)
    yield from _kept(_MAIL_USER, "the account", Sort.ACCOUNT, data)
    for leak in _kept(_PARTITION, "the partition", Sort.ACCOUNT, data):
        if not is_generic(leak.text):
            yield leak


def _kept(pattern: Pattern[bytes], what: str, sort: Sort, data: bytes) -> Iterator[Leak]:
    for leak in groups(pattern, what, sort, data):
        if not _NOBODY.match(leak.text.encode()) and not is_neutral(leak.text):
            yield leak


def _prompts(data: bytes) -> Iterator[Leak]:
    for leak in groups(_PROMPT, "the prompt", Sort.ADDRESS, data):
        user = leak.text.partition("@")[0].encode()
        if user not in _PUBLIC_ACCOUNTS and not is_neutral(leak.text):
            yield leak


def _hosts(pattern: Pattern[bytes], data: bytes) -> Iterator[Leak]:
    for leak in groups(pattern, "the host", Sort.HOST, data):
        # a word that is nothing but a word is what a text says, not what a machine is called
        if _is_somebody(leak) and _DIGIT.search(leak.text.encode()):
            yield leak


def _is_somebody(leak: Leak) -> bool:
    text = leak.text.encode()
    return not _NO_HOST.fullmatch(text) and not _NOBODY.match(text) and not is_neutral(leak.text)
