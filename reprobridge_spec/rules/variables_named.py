"""Whether the code that runs see names a variable of the contract."""

from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import contents


def is_named_in_code(context: Context, variable: str) -> bool:
    """Whether some text file of the working copy holds its name; launchers are looked at first."""
    paths = context.working_copy
    first = sorted(paths, key=lambda path: (not path.startswith(f"{working_copy.LAUNCHERS}/"), path))
    return any(variable.encode() in data for _, data in contents(context, first))
