"""What an environment file of conda asks for, as far as a lock can be made or judged with it."""

from pathlib import Path

from reprobridge_spec.documents import conda_environment, conda_platforms
from reprobridge_spec.documents.conda_environment import CondaEnvironment
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.lock.conda_channels import refuse_unfit
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.environment import Environment


def read_environment_file(root: Path, environment: Environment) -> CondaEnvironment:
    """What the environment file holds.

    Raises:
        ArtifactError: it is not there, or no environment file.
    """
    path = environment.requirements
    data = declared.read(root, path)
    if data is None:
        raise ArtifactError("the environment file is not there", hint="Write it, or correct the path.", place=path)
    try:
        return conda_environment.read(data)
    except UnreadableError as error:
        raise ArtifactError(f"it is no environment file: {error}", hint=error.advice, place=path) from error


def asked_of_conda(root: Path, environment: Environment) -> CondaEnvironment:
    """What the environment file asks for, if a lock can be made for it.

    Raises:
        ArtifactError: it is not there or not readable, its channels are not for everybody, or it asks pip.
    """
    path = environment.requirements
    asked = read_environment_file(root, environment)
    refuse_unfit(asked.channels, path)
    if asked.pip_lines:
        first = asked.pip_lines[0]
        raise ArtifactError(
            f"it asks pip for {len(asked.pip_lines)} packages (`{first.text}`), and conda-lock executes source "
            "distributions to find out what these need",
            hint="Take them from a channel; or lock everything with `tool: uv`.",
            place=f"{path}:{first.number}",
        )
    return asked


def refuse_foreign(asked: CondaEnvironment, platform: str, path: str) -> None:
    """Nothing where `platform` can have all packages, and the builds that an export wrote.

    Raises:
        ArtifactError: it cannot have one of them.
    """
    foreign = [
        one
        for one in asked.packages
        if not one.of_pip and not conda_platforms.is_for(platform, conda_platforms.only_for(one.name, one.build))
    ]
    if foreign:
        first = foreign[0]
        only = conda_platforms.spoken(conda_platforms.only_for(first.name, first.build))
        raise ArtifactError(
            f"{first.spelled} exists for {only} only, and a lock for {platform} is asked for",
            hint="Export with `conda env export --from-history`, which names what was asked for and no builds.",
            place=f"{path}:{first.line}",
        )
