"""An artifact whose author signs, and a reader who trusts; made with the tools themselves."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.trust import Trust
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.signing import clock, ssh
from reprobridge_spec.signing.commitment import FOLDER, commitment
from reprobridge_spec.signing.ssh import Namespace
from reprobridge_spec.validation.load import open_artifact
from tests.unit.signing.keys import Authority

TOOL = Tool(name="rrspec", version="0.1.0")


_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def records(artifact: Path, *, scored: bool = True) -> list[Path]:
    found = sorted((artifact / "evidence" / "runs").glob("*/run.json"))
    return [path for path in found if not scored or "-scored-" in path.parent.name]


def rewrite(path: Path, **said: object) -> None:
    """Change what a document says, at its top or in its predicate."""
    document = json.loads(path.read_text(encoding="utf-8"))
    document.get("predicate", document).update(said)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def commit(artifact: Path, key: Path, authority: Authority | None = None, **said: object) -> Path:
    """A commitment to the present plans, signed, and stamped where there is an authority."""
    context = open_artifact(FolderFiles(artifact), Level.EXECUTED).context
    assert context is not None
    made = commitment(
        context.manifest, context.experiments, context.plans, nonce="0" * 32, made="2026-11-29T10:00:00Z", tool=TOOL
    )
    file = artifact / FOLDER / "first.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(made.model_dump_json(by_alias=True, exclude_defaults=True, indent=1) + "\n", encoding="utf-8")
    if said:
        rewrite(file, **said)
    ssh.sign(file, key, Namespace.COMMITMENT)
    if authority is not None:
        authority.answer(clock.query(file), file.with_name("first.json.tsr"))
    return file


def moved(artifact: Path, to: datetime) -> None:
    """Moves all runs in time: the first of them starts at `to`."""
    texts = {record: record.read_text(encoding="utf-8") for record in records(artifact, scored=False)}
    first = min(datetime.fromisoformat(moment) for text in texts.values() for moment in _MOMENT.findall(text))

    def after(moment: re.Match[str]) -> str:
        there = to + (datetime.fromisoformat(moment[0]) - first)
        return there.isoformat(timespec="seconds").replace("+00:00", "Z")

    for record, text in texts.items():
        record.write_text(_MOMENT.sub(after, text), encoding="utf-8")
    rechain(artifact)


def rechain(artifact: Path) -> None:
    """Makes the chain of the records fit again."""
    from reprobridge_spec.conformance.node import Node  # noqa: PLC0415
    from reprobridge_spec.conformance.resealing import reseal  # noqa: PLC0415
    from reprobridge_spec.model.operation import Resealed  # noqa: PLC0415

    nodes = {
        path.relative_to(artifact).as_posix(): Node(data=path.read_bytes())
        for path in sorted(artifact.rglob("*"))
        if path.is_file()
    }
    before = dict(nodes)
    reseal([Resealed.CHAIN], nodes)
    for name, node in nodes.items():
        if node is not before[name]:
            (artifact / name).write_bytes(node.data)


def report(artifact: Path, signers: bytes | None = None, authorities: bytes | None = None) -> AuditReport:
    trust = Trust(signers=signers, authorities=authorities)
    return audit(FolderFiles(artifact), (), trust, clock=lambda: datetime(2127, 1, 1, tzinfo=UTC))
