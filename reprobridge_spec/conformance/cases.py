"""The cases of the suite, read from their folders; a case with variants is as many cases."""

from fnmatch import fnmatchcase
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.case import Case, Requirement, Validate, Variant, Weight
from reprobridge_spec.schemas.kinds_beside import CASE
from reprobridge_spec.schemas.load import load

CASE_FILE = "case.yaml"
STEPS = "steps"
"""What stands in the place of a level for cases that are calls of other commands than `validate`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One case, without variants, and where it was found.

    Attributes:
        id: `component/case` or `component/case/variant`; it never changes.
        case: what it says, with what it takes over from the case around it.
        folder: where its `case.yaml` lies.
    """

    id: str
    case: Case
    folder: Path

    @property
    def component(self) -> str:
        """The part of the standard that it is about: the first step of its id."""
        return self.id.partition("/")[0]

    @property
    def level(self) -> str:
        """The level that it validates for, or `steps`."""
        return self.case.validate_.level.value if self.case.validate_ and not self.case.steps else STEPS

    @property
    def is_bad(self) -> bool:
        """Whether something must be found wrong."""
        validation = self.case.validate_
        fires = any(wanted.severity is not Weight.NOTE for wanted in (validation.findings if validation else []))
        exits = [step.exit for step in self.case.steps]
        exits += [call.exit for call in (validation, self.case.audit) if call]
        return fires or any(exits)

    def fits(self, pattern: str) -> bool:
        """Whether `pattern`, a glob, names this case or the one around it."""
        return fnmatchcase(self.id, pattern) or fnmatchcase(self.id, f"{pattern}/*")


def read_cases(suite: Path) -> list[Found]:
    """Every case below `suite`/cases, by id.

    Raises:
        UsageError: a case has not the right form, or says nothing that could be compared.
    """
    root = suite / "cases"
    found = [one for path in sorted(root.rglob(CASE_FILE)) for one in _read(root, path)]
    return sorted(found, key=lambda one: one.id)


def _read(root: Path, path: Path) -> list[Found]:
    name = path.parent.relative_to(root).as_posix()
    loaded = load(CASE, path.read_bytes(), CASE_FILE)
    if loaded.model is None:
        first = loaded.findings[0]
        line = f":{first.mark.line}" if first.mark else ""
        raise UsageError(first.message, place=f"{path}{line}", hint=first.advice)
    family = loaded.model
    whole = {f"{name}/{key}": _whole(family, variant) for key, variant in family.variants.items()} or {name: family}
    for one, case in whole.items():
        if case.validate_ is None and case.audit is None and not case.steps:
            hint = (
                "Give `validate`, `audit` or `steps`; a variant's `findings` need the `validate` of the case around it."
            )
            raise UsageError(f"the case {one} has nothing to compare", place=str(path), hint=hint)
    return [Found(id=one, case=case, folder=path.parent) for one, case in whole.items()]


def _whole(family: Case, variant: Variant) -> Case:
    """The case that `variant` of `family` is."""
    return Case(
        title=variant.title,
        spec=variant.spec if variant.spec is not None else family.spec,
        base=variant.base or family.base,
        requires=[*family.requires, *variant.requires],
        operations=[*family.operations, *variant.operations],
        validate_=_validation(family, variant),
        audit=variant.audit or family.audit,
        steps=variant.steps if variant.steps is not None else family.steps,
    )


def _validation(family: Case, variant: Variant) -> Validate | None:
    if variant.validate_ or variant.findings is None or family.validate_ is None:
        return variant.validate_ or (family.validate_ if variant.findings is None else None)
    around = family.validate_
    return around.model_copy(update={"findings": variant.findings})


def requirements(case: Case) -> list[Requirement]:
    """What a file system must be able to hold for `case`: what it says, and what its operations need."""
    needed = {"link": Requirement.SYMLINKS, "zeros": Requirement.SPARSE, "executable": Requirement.EXECUTABLE}
    keys = {key for operation in case.operations for key in type(operation).model_fields}
    return sorted({*case.requires, *(needed[key] for key in keys & needed.keys())})
