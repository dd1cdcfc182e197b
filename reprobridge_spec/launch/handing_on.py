"""Outputs of one experiment's runs, handed on to the experiments after it."""

import os
import shutil
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.site import Planned, Site, runs_in
from reprobridge_spec.model.experiment import OutputInput, SeedChoice
from reprobridge_spec.model.resolved import reference_text
from reprobridge_spec.model.run_record import Mode


def keep(site: Site, planned: Planned, output: Path, *, measured: bool) -> None:
    """Put the declared outputs of a run where later experiments find them; the run's own folder stays whole.

    What earlier runs of it left there goes, that of another method too: it would only fill the disk.
    """
    target = site.outputs_of(planned.experiment, planned.mode, planned.index)
    shutil.rmtree(target.parent, ignore_errors=True)
    if measured:
        for relative in (site.experiments[planned.experiment].outputs or {}).values():
            _share(output / relative, target / relative)


def are_kept(site: Site, planned: Planned) -> bool:
    """Whether all declared outputs of a run lie where later experiments find them."""
    declared = site.experiments[planned.experiment].outputs or {}
    folder = site.outputs_of(planned.experiment, planned.mode, planned.index)
    return all((folder / path).exists() for path in declared.values())


def find(site: Site, planned: Planned, reference: str | OutputInput) -> Path:
    """The output that `reference` names, for one run: a file or folder, or with `seeds: all` a folder of them.

    Raises:
        NotDoneError: the run that makes it left none.
        OSError: the folder cannot be written.
    """
    source, _, output = reference_text(reference).partition("/")
    if isinstance(reference, OutputInput) and reference.seeds is SeedChoice.ALL:
        return _gather(site, planned, source, output)
    index = 0 if isinstance(reference, OutputInput) else _same_run(site, planned, source)
    return _left_by(site, planned, source, output, index)


def _left_by(site: Site, planned: Planned, source: str, output: str, index: int) -> Path:
    relative = (site.experiments[source].outputs or {})[output]
    path = site.outputs_of(source, planned.mode, index) / relative
    if not path.exists():
        raise NotDoneError(
            f"{planned.label} needs {source}/{output}, and the run of {source} before it left none",
            hint=f"Mend {source} where it failed; `rrspec run` without names runs what comes before.",
        )
    return path


def _gather(site: Site, planned: Planned, source: str, output: str) -> Path:
    """A folder with one entry a run of `source`, called by its seed, or by its number where runs are counted."""
    runs = runs_in(site.experiments[source], site.seeds)
    wanted = range(1 if planned.mode is Mode.SMOKE else len(runs))
    found = {
        str(index if runs[index] is None else runs[index]): _left_by(site, planned, source, output, index)
        for index in wanted
    }
    entries = {name: (path.stat().st_ino, path.stat().st_mtime_ns) for name, path in found.items()}
    # by what it holds: a run that reads it still does, while another set of outputs is gathered
    folder = site.state / "gathered" / digest.of_value({"source": source, "output": output, "entries": entries})[:32]
    if not folder.exists():
        shutil.rmtree(new := folder.with_name(f"{folder.name}.new"), ignore_errors=True)
        for name, path in found.items():
            _share(path, new / name)
        os.replace(new, folder)  # noqa: PTH105 (atomic, and named so)
    return folder


def _same_run(site: Site, planned: Planned, source: str) -> int:
    """Which run of `source` goes with this one: that of its seed, wherever it stands in the list."""
    runs = runs_in(site.experiments[source], site.seeds)
    if planned.mode is Mode.SMOKE or len(runs) == 1:
        return 0
    return runs.index(planned.seed) if planned.seed in runs else planned.index


def _share(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, copy_function=_second_name, dirs_exist_ok=True)
    else:
        _second_name(str(source.resolve()), str(target))


def _second_name(source: str, target: str) -> None:
    if os.path.exists(target):  # noqa: PTH110 (the paths are texts: shutil gives them)
        return  # declared as a part of another output too
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)  # a disk without such names
