"""The pages of faults in a package, which are found while it is read and not by a rule."""

from reprobridge_spec.findings import Severity
from reprobridge_spec.rules.form import FormPage
from reprobridge_spec.schemas.codes import FormCode

DIFFERS = FormCode("RRP020", "package-differs")
REFUSED = FormCode("RRP021", "package-refused")
UNLISTED = FormCode("RRP022", "package-unlisted")
MISNAMED = FormCode("RRP025", "package-folder-misnamed")

_DIFFERS = """A file of a package is not as the package's list of digests says.

## What it finds
A file whose SHA-256 is another than `MANIFEST.sha256` lists, one that is listed and missing, one that is there and not
listed, and a list that cannot be read. Folders are not compared: there the list is made anew by packing.

## Why
Somebody changed the package after it was packed, or it was damaged on its way. What was verified is no longer what is
there.

## Example
```text
MANIFEST.sha256:  9f86d081...  code/train.py
code/train.py:    60303ae2...
```

## What to do
Pack the artifact again with `rrspec pack`, or get the package again from whoever sent it.

## Standard
SPEC.md, section "Reading packages".
"""

_REFUSED = """A package is damaged, or holds what no reader should unpack.

## What it finds
Members whose names are absolute or climb out, links that lead out and what lies behind links, devices and pipes, files
that ask for another user's rights, names that stand twice or clash by case or Unicode form, encrypted members, members
that share bytes or are described in two ways, archives that unpack to far more than they are, that end too early or go
on behind their end, and kinds of compression that are not read. Every such member is named with its reason, and nothing
of the package is looked at.

## Why
Unpacking it with other tools may write outside the folder, or give each reader other files.

## Example
```text
'../.ssh/authorized_keys' climbs out of the artifact
```

## What to do
Do not unpack it. Ask whoever sent it to make it again with `rrspec pack`, or as a plain ZIP file of the artifact's
folder.

## Standard
SPEC.md, section "Reading packages".
"""

_UNLISTED = """A package has no list of the digests of its files.

## What it finds
A package that was made by another program than a packer of this standard, and so has no `MANIFEST.sha256` at the
artifact's root. It is a warning: the artifact in it is checked all the same.

## Why
Without the list nobody can tell whether the files are those that were handed over, and a verifier takes no such
package.

## Example
```text
paper-12.zip: rra.yaml, code/, env/, ...          (no MANIFEST.sha256)
```

## What to do
Pack the artifact with `rrspec pack`.

## Standard
SPEC.md, section "Reading packages".
"""

_MISNAMED = """The top folder of a package is not called as its artifact.

## What it finds
A package that has a `MANIFEST.sha256` beside its manifest, and whose files do not lie in one top folder that is called
`<id>-<version>` as the manifest says them. Packages without a list, which anybody's program made, may call it anything.

## Why
A packer of this standard names the folder so; another name shows that the manifest or the package was changed after it
was packed, and a reader who unpacks it with other tools gets a folder of a name that it does not say.

## Example
```text
paper-1.0.0/rra.yaml:  id: paper, version: "2.0.0"
```

## What to do
Pack the artifact again with `rrspec pack`.

## Standard
SPEC.md, section "Reading packages".
"""

PACKAGE: tuple[FormPage, ...] = (
    FormPage(DIFFERS.code, DIFFERS.name, _DIFFERS),
    FormPage(REFUSED.code, REFUSED.name, _REFUSED),
    FormPage(UNLISTED.code, UNLISTED.name, _UNLISTED, Severity.WARNING),
    FormPage(MISNAMED.code, MISNAMED.name, _MISNAMED, Severity.WARNING),
)
