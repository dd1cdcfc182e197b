"""`rrspec commitment`."""

import secrets
from datetime import UTC, datetime
from pathlib import Path

import click

from reprobridge_spec.audit.before_commitment import before
from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, sign_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, NotDoneError
from reprobridge_spec.launch.record import tool
from reprobridge_spec.launch.site import moment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import before_commitment as render
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.signing import clock, ssh
from reprobridge_spec.signing.commitment import FOLDER, commitment
from reprobridge_spec.signing.ssh import Namespace
from reprobridge_spec.validation.load import find_root


@click.command("commitment")
@artifact_option
@sign_option
@format_option("text", "json")
@click.pass_obj
def command(output: Output, artifact: Path, key: Path | None) -> int:
    """Commit to the plans, before the first score is there.

    Writes the digests of all plans, seeds and judgements into `evidence/commitments/`, and a request for a time stamp
    beside it. What an outside clock answers belongs there too; then whoever trusts key and clock can tell that the plan
    was there before the runs. Nothing is sent anywhere.
    """
    root = find_root(artifact)
    checked = gate(output, root, Level.SPECIFIED)
    if checked.context is None:
        return checked.code
    context = checked.context
    try:
        made = commitment(
            context.manifest,
            context.experiments,
            context.plans,
            nonce=secrets.token_hex(16),
            made=moment(datetime.now(UTC)),
            tool=tool(),
        )
    except OSError as error:
        hint = "`rrspec lock` makes the locks that plans name."
        raise NotDoneError(f"a plan names {error.filename}, which is not there", hint=hint) from error
    if key is not None:
        ssh.try_key(key, Namespace.COMMITMENT)
    earlier = before(context, made)
    file = root / FOLDER / f"{made.nonce[:8]}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(file) as sink:
        sink.write(made.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n")
    if key is not None:
        ssh.sign(file, key, Namespace.COMMITMENT)
    request = clock.query(file)
    if output.is_json:
        output.json(made.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    for line in render.lines(earlier.runs, earlier.same):
        output.progress(line)
    output.progress(f"written: {file}{' and its signature' if key else ''}")
    answer = f"{file.name}{clock.STAMP}"
    output.progress(f"send {request.name} to a time-stamping authority, and keep what it answers as {answer}:")
    output.progress(
        f'  curl -H "Content-Type: application/timestamp-query" --data-binary @{request.name} -o {answer} URL'
    )
    return ExitCode.HOLDS
