"""A launcher uses the network, which no run has.

## What it finds
In launchers of experiments that take no service: downloads by `requests`, `urllib`, `wget`, `curl`, `git clone`, `pip
install`, cloud clients; data sets and models that are fetched by name (`hf_hub_download`, `torch.hub.load`,
`download=True`, `from_pretrained("owner/name")`).

## Why
A run gets no network, so that what it computes depends on nothing that can change or go away. Such a line ends the
run, or, where the file happens to be in a cache, works on one machine only.

## Example
```python
model = AutoModel.from_pretrained("bert-base/uncased")
```

## What to do
Declare what is fetched as an input, with its digest: `rrspec fetch` gets it once, and the launcher reads
`RRA_INPUT_...`.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.documents.shell_script import Command, commands, is_shell
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.rules.started import launchers, of_started
from reprobridge_spec.rules.text_files import mark_at

_IN_PYTHON = lazy_pattern(
    rb"""\brequests\.(?:get|post|put|request|Session)\(|\bhttpx\.\w{1,20}\(|\burllib\.request\.(?:urlopen|urlretrieve)\(
    |\b(?:urlopen|urlretrieve)\(|\bwget\.download\(|\bgdown\.\w{1,30}\(|\b(?:hf_hub_download|snapshot_download)\(
    |\btorch\.hub\.(?:load|load_state_dict_from_url|download_url_to_file)\(|\bload_state_dict_from_url\(
    |\bdownload\s{0,4}=\s{0,4}True\b|\bboto3\.(?:client|resource)\(|\bwandb\.(?:init|login)\(
    |\b(?:from_pretrained|load_dataset)\(\s{0,40}["'](?P<name>[\w.-]{1,100}/[\w.-]{1,100}
        |(?:bert|roberta|gpt2|distilbert|distilgpt2|albert|t5|xlnet|xlm|electra|facebook)(?:-[\w.-]{1,60})?)["']
    |\bload_dataset\(\s{0,40}["'](?P<set>(?!(?:csv|json|text|parquet|arrow|pandas|xml|webdataset|[a-z]{1,10}folder)["'])
        [a-z][\w-]{0,60})["']
    |\b(?:models|timm)\.\w{1,40}\([^()\n]{0,120}\bpretrained\s{0,4}=\s{0,4}True\b
    |\btfds\.load\(|\bfetch_(?:openml|california_housing|20newsgroups|covtype|lfw_people|olivetti_faces)\(
    |\bdatasets\.\w{1,30}\.load_data\(
    |\bopenai\.(?:OpenAI|AzureOpenAI|AsyncOpenAI|ChatCompletion|Completion|Embedding|chat)\b|\bnltk\.download\(|\bkagglehub\.|["'](?:pip3?|conda|mamba)["'],\s{0,4}["']install["']
    |["'](?:wget|curl)["'],|["']git["'],\s{0,4}["']clone["']
    |\bos\.system\(\s{0,4}f?["'](?:wget|curl|git[ ]clone|pip3?[ ]install)\b""",
    re.VERBOSE,
)
_HINTS = (
    *(
        b"requests.",
        b"httpx.",
        b"urlopen",
        b"urlretrieve",
        b"wget",
        b"gdown",
        b"hf_hub_",
        b"snapshot_download",
        b"curl",
    ),
    *(b"torch.hub", b"_dict_from_url", b"download", b"boto3", b"wandb", b"from_pretrained", b"load_dataset", b"clone"),
    *(b"pretrained", b"tfds.", b"fetch_", b"load_data(", b"openai.", b"kagglehub", b"install"),
)
"""One of these stands in whatever is looked for."""
_OFFLINE = lazy_pattern(
    rb"HF_HUB_OFFLINE|TRANSFORMERS_OFFLINE|WANDB_MODE|local_files_only\s{0,4}=\s{0,4}True|mode\s{0,4}=\s{0,4}[\"'](?:offline|disabled)"
)
_PROGRAMS = frozenset(
    {"wget", "curl", "aria2c", "gdown", "huggingface-cli", "gsutil", "kaggle", "axel", "azcopy", "rclone"}
)
_INSTALLERS = frozenset({"pip", "pip3", "conda", "mamba", "apt-get", "apt", "npm", "uv"})
_HERE = (b"localhost", b"127.0.0.1")
_ADVICE = "Declare what is fetched as an input with its digest, and read it from `RRA_INPUT_...`."


def looker(context: Context) -> Look:
    """Each such line of the launchers of experiments that get no network."""
    paths = launchers(context)
    started = of_started(context)
    folders = {path[:end] for path in context.working_copy for end, sign in enumerate(path) if sign == "/"}
    services = {
        name for name, body in context.experiments.items() if not is_blocked(body) and _takes_service(context, name)
    }

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        users = started.get(path, set(context.experiments))
        if users & services:
            return
        if is_python(path, data):
            yield from first_few(_in_python(path, data, folders))
        elif is_shell(path, data):
            yield from first_few(_in_shell(path, data))

    return look


def _takes_service(context: Context, experiment: str) -> bool:
    declared = context.manifest.inputs
    names = map(reference_text, inputs_of(context.experiments[experiment]))
    return any(name in declared and declared[name].kind is InputKind.SERVICE for name in names)


def _in_python(path: str, data: bytes, folders: set[str]) -> Iterator[Fault]:
    if not any(hint in data for hint in _HINTS):
        return
    text = without_comments(data)
    is_offline = _OFFLINE.search(text) is not None
    lines = set[int]()
    for match in _IN_PYTHON.finditer(text):
        mark = mark_at(text, match.start())
        named = match["name"] or match["set"] or b""
        by_cache = named or match[0].startswith(b"wandb")
        if mark.line in lines or (by_cache and is_offline) or named.decode(errors="replace") in folders:
            continue
        if _is_here(text[match.start() : match.end() + 200].partition(b"\n")[0]):
            continue
        lines.add(mark.line)
        yield _fault(path, match[0].decode(errors="replace").strip(" ("), mark)


def _is_here(line: bytes) -> bool:
    """Whether what is asked runs beside the launcher."""
    return any(host in line for host in _HERE)


def _in_shell(path: str, data: bytes) -> Iterator[Fault]:
    for command in commands(data.decode("utf-8", "replace")):
        if _is_remote(command) and not any(_is_here(word.encode()) for word in command.arguments):
            yield _fault(path, " ".join(command.arguments[:2]), Mark(command.line, 1))


def _is_remote(command: Command) -> bool:
    words = command.arguments
    program = command.program.rpartition("/")[2]
    if program in _PROGRAMS:
        return True
    if program.startswith("python") and words[1:3] == ["-m", "pip"]:
        words, program = words[2:], "pip"
    if program in _INSTALLERS:
        is_local = any(word in {"--no-index", "--offline", "-e"} or word.startswith((".", "/")) for word in words[1:])
        return "install" in words[1:3] and not is_local
    return program == "git" and words[1:2] in (["clone"], ["pull"], ["fetch"], ["submodule"])


def _fault(path: str, what: str, mark: Mark) -> Fault:
    return Fault(
        message=f"`{what[:60]}` uses the network, and a run of this launcher gets none",
        advice=_ADVICE,
        file=path,
        mark=mark,
    )


RULE = Rule(code="RRL018", name="network-in-launcher", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
