"""What an artifact says to the questions on licences, on what is released, and on language models."""

from reprobridge_spec.handover.export.assets import UNKNOWN, access, existing_assets, origin
from reprobridge_spec.handover.export.neurips.base import Answer, Facts, Proposal, lacking
from reprobridge_spec.handover.export.places import in_manifest, listed
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.render.amounts import number
from reprobridge_spec.render.page import Table
from reprobridge_spec.rules.placeholders import placeholder_in


def licences(facts: Facts) -> Answer:
    """Question 12: yes where every licence is known, no where one is said to be unknown."""
    found = existing_assets(facts.source)
    if not found:
        return lacking(["an input or a release of others, so it tells of no existing asset; packages are in the locks"])
    more = (
        Table(
            ("asset", "from", "licence", "said at"),
            tuple((asset.name, asset.origin, asset.license or "not said", asset.place) for asset in found),
        ),
    )
    unsaid = [asset.name for asset in found if not asset.license]
    unknown = [asset.name for asset in found if asset.license == UNKNOWN]
    evidence = listed(asset.place for asset in found)
    if unsaid:
        return lacking([f"the licence of {', '.join(unsaid)}"], evidence, more)
    packages = "Packages of the environments are in the locks; their licences were not looked at."
    if unknown:
        why = f"The licence of {', '.join(unknown)} is not known, as the manifest says. {packages}"
        return Answer(proposal=Proposal.NO, why=why, evidence=evidence, more=more)
    why = (
        f"The licences of {number(len(found), 'asset')} are named, with origin and version. {packages} "
        "Whether the paper credits their owners, the authors know."
    )
    return Answer(proposal=Proposal.YES, why=why, evidence=evidence, more=more)


def new_assets(facts: Facts) -> Answer:
    """Question 13: the artifact itself is one, and its guide the documentation."""
    source = facts.source
    manifest = source.manifest
    guide = manifest.guide.text if manifest.guide else ""
    lacks = []
    has_guide = guide in source.files.entries
    if not has_guide:
        lacks.append("a guide")
    elif any(map(placeholder_in, (source.context.text(guide) or "").splitlines())):
        lacks.append("the rest of its guide, which still holds placeholders")
    if manifest.license is None:
        lacks.append("the licence of what was written for it")
    evidence = listed(
        [f"`{guide}`" if has_guide else "", in_manifest(source, ("license",)) if manifest.license else ""]
    )
    if lacks:
        return lacking(lacks, evidence)
    why = (
        f"The code comes with a guide and its licence ({manifest.license}). "
        "Data and models that the paper releases besides need documentation of their own."
    )
    return Answer(proposal=Proposal.YES, why=why, evidence=evidence)


def language_models(facts: Facts) -> Answer:
    """Question 16: the authors'; services and checkpoints are what the artifact knows of."""
    source = facts.source
    used = {
        name: body
        for name, body in source.manifest.inputs.items()
        if body.kind in {InputKind.SERVICE, InputKind.CHECKPOINT}
    }
    if not used:
        return Answer(
            proposal=Proposal.AUTHORS,
            why="No checkpoint and no service is among the inputs. Whether a language model was used otherwise, the "
            "authors know.",
        )
    told = [f"{body.kind} `{name}` ({origin(body)})" for name, body in used.items()]
    needs = [f"`{name}`: {said}" for name, body in used.items() if (said := access(body))]
    more = f" Not open to everybody: {'; '.join(needs)}." if needs else ""
    return Answer(
        proposal=Proposal.AUTHORS,
        why=f"Models and services among the inputs: {'; '.join(told)}.{more} Which of them are language models, and "
        "what was written or programmed with one, the authors know.",
        evidence=listed(in_manifest(source, ("inputs", name)) for name in used),
    )
