"""Kinds of places that give somebody away: a file for each, built with stand-ins for Jane Doe and José Müller.

A leak is `alone` if it is found by whoever knows no names; the others need the terms. A near miss looks like one.
"""

import bz2
import gzip
import io
import json
import lzma
import pickle
import struct
import tarfile
import zipfile
import zlib
from dataclasses import dataclass

COMPOUND_NAMES = {
    "Anna Smith-Jones": (
        *("Anna Smith-Jones", "Smith-Jones, Anna", "A. Smith-Jones", "Smith-Jones, A.", "ANNA SMITH-JONES"),
        *("anna.smith-jones", "asmithjones", "asmith-jones", "anna_smith_jones", "annasmithjones", "AnnaSmithJones"),
        *("Anna Smith\u2011Jones", "Anna Smith Jones", "Anna_Smith-Jones1"),
    ),
    "Jean-Luc Picardy": (
        *("Picardy, Jean-Luc", "J. Picardy", "J.-L. Picardy", "Picardy, J.-L.", "Picardy, J.L.", "Jean Luc Picardy"),
        *("jpicardy", "jlpicardy", "jean.picardy", "jeanluc.picardy", "jean-luc.picardy", "JeanLucPicardy"),
    ),
    "Miles O'Brianson": (
        *("O'Brianson, Miles", "Miles O\u2019Brianson", "M. O\u2019Brianson", "Miles O&#39;Brianson"),
        *("Miles O&rsquo;Brianson", "O\\u2019Brianson, Miles", "mobrianson", "miles.obrianson", "MilesOBrianson"),
    ),
    "Ludwig van der Bergen": (
        *("L. van der Bergen", "van der Bergen, Ludwig", "Bergen, Ludwig van der", "Ludwig Van der Bergen"),
        *("lvanderbergen", "lvdbergen", "ludwig.vanderbergen", "ludwig-van-der-bergen", "LudwigVanDerBergen"),
    ),
    "Maria de la Crucero": ("M. de la Crucero", "de la Crucero, Maria", "mdelacrucero", "Crucero, Maria de la"),
    "Karl von Braunau": ("K. von Braunau", "von Braunau, Karl", "Braunau, Karl von", "kvonbraunau"),
    "Sam Davisson Jr.": ("Sam Davisson", "Davisson, Sam", "S. Davisson", "sdavisson", "Sam Davisson, Jr."),
    "John R. R. Tolkson": (
        *("J. R. R. Tolkson", "J.R.R. Tolkson", "Tolkson, J. R. R.", "Tolkson, John R. R.", "John R R Tolkson"),
        *("JRR Tolkson", "Tolkson JRR", "John Tolkson", "jtolkson"),
    ),
}
"""Names of more than two plain words, and the forms in which each is written."""
TERMS = ("Jane Doe", "jdoe", "José Müller", "Sample University", "uni-sample.edu", "DoeLab", *COMPOUND_NAMES)
GONE = (
    *("doe", "müller", "muller", "josé", "uni-sample", "sample university", "doelab"),
    *("smith", "picardy", "brianson", "bergen", "crucero", "braunau", "davisson", "tolkson"),
)
"""What stands nowhere afterwards, in whatever letters; as parts of words too, since no leak has others."""


@dataclass(frozen=True, kw_only=True)
class Leak:
    """A file, by its path in the artifact.

    Attributes:
        line: where it is found, in a text.
        alone: whether nobody has to give a term.
    """

    path: str
    data: bytes
    line: int | None = None
    alone: bool = False


def text(path: str, content: str, line: int = 1, *, alone: bool = False, encoding: str = "utf-8") -> Leak:
    return Leak(path=path, data=content.encode(encoding), line=line, alone=alone)


def binary(path: str, data: bytes, *, alone: bool = False) -> Leak:
    return Leak(path=path, data=data, alone=alone)


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(*chunks: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0\0"))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + pixels + chunk(b"IEND", b"")


def exif(*fields: tuple[int, bytes]) -> bytes:
    """A TIFF header and a directory of texts."""
    place = 8 + 2 + 12 * len(fields) + 4
    directory, values = struct.pack("<H", len(fields)), b""
    for tag, value in fields:
        directory += struct.pack("<HHII", tag, 2, len(value), place + len(values))
        values += value
    return b"II*\0\x08\0\0\0" + directory + bytes(4) + values


def jpeg(*segments: tuple[int, bytes]) -> bytes:
    body = b"".join(bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data for marker, data in segments)
    return b"\xff\xd8" + body + b"\xff\xda\0\x02\0\0\xff\xd9"


def pdf(information: bytes, *streams: bytes) -> bytes:
    body = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< " + information + b" >>\nendobj\n"
    for number, stream in enumerate(streams, 2):
        head = b"%d 0 obj\n<< /Length %d >>\nstream\n" % (number, len(stream))
        body += head + stream + b"\nendstream\nendobj\n"
    return body + b"trailer << /Info 1 0 R >>\n%%EOF\n"


def zipped(members: dict[str, bytes | str], comment: bytes = b"") -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        archive.comment = comment
    return sink.getvalue()


def tarred(members: dict[str, bytes], owner: str = "", mode: str = "w") -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size, info.uname, info.gname = len(data), owner, owner
            archive.addfile(info, io.BytesIO(data))
    return sink.getvalue()


def office(core: str, **members: str) -> bytes:
    return zipped({"docProps/core.xml": core, "word/document.xml": "<w:t>Text</w:t>", **members})


def notebook(**metadata: object) -> str:
    cells = metadata.pop("cells", [])
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1)


XMP = (
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description><dc:creator><rdf:Seq><rdf:li>Jane Doe</rdf:li>'
    b"</rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>"
)

LEAKS: dict[str, Leak] = {
    # names, as terms
    "a name": text("code/a.py", "# after an idea of Jane Doe\n"),
    "family name first": text("code/refs.txt", "Doe, Jane. 2024.\n"),
    "an initial": text("code/notes.txt", "\nsee J. Doe\n", 2),
    "an account": text("code/run.sh", "cp x jdoe_backup/\n"),
    "letters of a joined word": text("code/model.py", "class JaneDoeNet:\n    pass\n"),
    "joined by a hyphen": text("code/ci.yaml", "runner: jane-doe-box\n"),
    "joined by an underscore": text("code/b.py", "from jane_doe import layers\n"),
    "in capitals": text("code/env.sh", "export JDOE_ROOT=/opt/x\n"),
    "a possessive": text("code/c.py", "# Jane Doe's trick\n"),
    "without accents": text("code/d.py", "# Jose Muller\n"),
    "with letters for accents": text("code/e.py", "# Jose Mueller\n"),
    "an institution": text("code/f.md", "Made at Sample University.\n"),
    "a domain": text("code/g.cfg", "server = data.uni-sample.edu\n"),
    "over a line end": text("code/h.md", "by Jane\nDoe\n"),
    # ways to write letters
    "escapes of JSON": text("code/i.json", '{"by": "Jos\\u00e9 M\\u00fcller"}\n'),
    "behind a line end in JSON": text("code/j.json", '{"text": "made\\nJane Doe"}\n'),
    "escapes of HTML": text("code/k.html", "<p>Jos&eacute; M&#252;ller</p>\n"),
    "escapes of LaTeX": text("code/l.bib", "by = {Jos\\'e M{\\\"u}ller}\n"),
    "escapes of an address": text("code/m.md", "[x](https://example.org/Jane%20Doe)\n"),
    "UTF-16": text("code/n.txt", "by Jane Doe\n", encoding="utf-16"),
    "UTF-16 without a mark": text("code/o.txt", "by Jane Doe and others\n", encoding="utf-16-be"),
    "Latin-1": text("code/p.txt", "von José Müller\n", encoding="latin-1"),
    # names of files and folders
    "a file's name": text("code/jdoe_utils.py", "x = 1\n"),
    "a folder's name": text("code/results-jdoe/x.txt", "x\n"),
    "a host in a file's name": binary(
        "code/events.out.tfevents.1700000000.doe-gpu7.4242.0", b"\x18\0\0\0\0\0\0\0\x01\x02\x03", alone=True
    ),
    # paths
    "a home folder of Linux": text("code/q.yaml", "root: /home/jdoe/data\n", alone=True),
    "a home folder of macOS": text("code/r.yaml", "root: /Users/jdoe/data\n", alone=True),
    "a home folder of Windows": text("code/s.yaml", "root: C:\\Users\\jdoe\\data\n", alone=True),
    "a home folder of Windows in JSON": text("code/t.json", '{"root": "C:\\\\Users\\\\jdoe\\\\data"}\n', alone=True),
    "a home folder on a cluster": text("code/u.yaml", "root: /gpfs/users/jdoe/data\n", alone=True),
    "an address of a file": text("code/v.txt", "x @ file:///home/jdoe/x\n", alone=True),
    "the prefix of an environment": text("code/environment.yml", "name: x\nprefix: /home/jdoe/envs/x\n", 2, alone=True),
    # people
    "an address": text("code/w.py", "# ask jane@uni-sample.edu\n", alone=True),
    "an address for people only": text("code/README-a.md", "jane (at) uni-sample (dot) edu\n", alone=True),
    "an ORCID": text("code/x.md", "ORCID of DoeLab: 0000-0001-2345-6789\n", alone=True),
    "the owner of a public key": text(
        "code/keys.txt", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIH6o8aBcDeFgHiJkLmNoPqRsTuVwXyZ jdoe@laptop\n", alone=True
    ),
    "a licence": text("code/LICENSE", "MIT License\n\nCopyright (c) 2025 Jane Doe\n", 3, alone=True),
    "authors of CITATION.cff": text(
        "code/CITATION.cff", "authors:\n  - family-names: Doe\n    given-names: Jane\n", 2, alone=True
    ),
    "authors of pyproject.toml": text(
        "code/pyproject.toml", '[project]\nauthors = [{name = "Jane Doe"}]\n', 2, alone=True
    ),
    "the author of setup.py": text("code/setup.py", 'setup(\n    author="Jane Doe",\n)\n', 2, alone=True),
    "the author of package.json": text("code/package.json", '{"name": "x",\n"author": "Jane Doe"}\n', 2, alone=True),
    "creators of .zenodo.json": text("code/.zenodo.json", '{"creators": [{"name": "Doe, Jane"}]}\n', alone=True),
    "authors of codemeta.json": text(
        "code/codemeta.json", '{"author": [{"givenName": "Jane",\n"familyName": "Doe"}]}\n', 1, alone=True
    ),
    "authors of an R package": text(
        "code/DESCRIPTION", 'Package: x\nAuthors@R: person("Jane", "Doe")\n', 2, alone=True
    ),
    "the author of a module": text("code/y.py", "__author__ = 'Jane Doe'\n", alone=True),
    "a comment of an editor": text("code/z.py", "# Created by jdoe on 3/4/2024\n", alone=True),
    "a keyword of a version control": text("code/aa.c", "/* $Author: jdoe $ */\n", alone=True),
    "a patch": text("code/ab.patch", "From: Jane Doe <jane@uni-sample.edu>\nSubject: x\n", alone=True),
    "who signed a change": text("code/CHANGES.txt", "x\n\nSigned-off-by: Jane Doe <j@uni-sample.edu>\n", 3, alone=True),
    "a mail map": text("code/.mailmap", "Jane Doe <jane@uni-sample.edu>\n", alone=True),
    "settings of Git": text("code/gitconfig", "[user]\n\tname = Jane Doe\n", 2, alone=True),
    "front matter": text("code/report.Rmd", "---\ntitle: x\nauthor: Jane Doe\n---\n", 3, alone=True),
    "the author of a paper": text("code/paper.tex", "\\author{Jane Doe}\n", alone=True),
    "whom to ask": text("code/README.md", "# X\n\nContact: Jane Doe\n", 3, alone=True),
    "a grant": text("code/README.txt", "Supported by the DFG under grant no. 4242-DOE.\n", alone=True),
    "a maintainer of an image": text("code/Dockerfile", 'FROM x\nLABEL maintainer="Jane Doe"\n', 2, alone=True),
    # accounts
    "a repository over SSH": text("code/ac.sh", "git clone git@github.com:jdoe/x.git\n", alone=True),
    "the home of a package": text("code/sub/setup.py", "url = 'https://github.com/doelab/x/'\n", alone=True),
    "a model that is uploaded": text("code/ad.py", "model.push_to_hub('doelab/x')\n", alone=True),
    "an entity of wandb": text("code/ae.py", "wandb.init(entity='doelab')\n", alone=True),
    "a page of wandb": text("code/af.md", "https://wandb.ai/doelab/x/runs/1\n", alone=True),
    "a workspace of comet": text("code/ag.py", "import comet_ml\nExperiment(workspace='doelab')\n", 2, alone=True),
    "a project of neptune": text("code/ah.py", "neptune.init_run(project='doelab/x')\n", alone=True),
    "a server of MLflow": text(
        "code/ai.sh", "export MLFLOW_TRACKING_URI=https://mlf.uni-sample.edu:5000\n", alone=True
    ),
    "an image that is pushed": text("code/aj.sh", "docker push doelab/x:1\n", alone=True),
    "an image that is built on": text("code/b/Dockerfile", "FROM doelab/base:1\n", alone=True),
    "a project of Overleaf": text(
        "code/ak.md", "https://www.overleaf.com/project/64d0e1f2a3b4c5d6e7f8a9b0 doelab\n", alone=True
    ),
    "a drive": text(
        "code/README-b.md", "https://drive.google.com/drive/folders/1DOELABbCdEfGhIjKlMnOpQrStUvWx\n", alone=True
    ),
    "a notebook of Colab": text(
        "code/README-c.md", "https://colab.research.google.com/drive/1DOELABbCdEfGhIjKlMn\n", alone=True
    ),
    "a personal share": text(
        "code/al.md", "https://unis-my.sharepoint.com/personal/jdoe_uni-sample_edu/x\n", alone=True
    ),
    "sponsors": text("code/FUNDING.yml", "github: jdoe\n", alone=True),
    # machines
    "an account of Slurm": text("code/am.sh", "#!/bin/bash\n#SBATCH --account=doelab\n", 2, alone=True),
    "a partition of Slurm": text("code/an.sh", "#!/bin/bash\n#SBATCH --partition=doelab-gpu\n", 2, alone=True),
    "a user of Slurm": text("code/ao.sh", "#!/bin/bash\n#SBATCH --mail-user=jdoe\n", 2, alone=True),
    "a login host": text("code/ap.sh", "ssh login.uni-sample.edu\n", alone=True),
    "a prompt": text("code/aq.md", "```\njdoe@gpu7:~/x$ python a.py\n```\n", 2, alone=True),
    "a kernel's name": text("code/ar.log", "Linux doe-gpu7 5.15.0-91-generic #101-Ubuntu SMP\n", alone=True),
    "an environment in a log": text("code/as.log", "PATH=/bin\nUSER=jdoe\n", 2, alone=True),
    "a host in a log": text("code/at.json", '{"host": "gpu7.uni-sample.edu"}\n', alone=True),
    # notebooks and figures
    "a kernel of a notebook": text(
        "code/au.ipynb", notebook(kernelspec={"display_name": "doe-thesis", "name": "doe-thesis"}), 5, alone=True
    ),
    "an output of a notebook": text(
        "code/av.ipynb", notebook(cells=[{"outputs": [{"text": ["/home/jdoe/x.py:3"]}]}]), 7, alone=True
    ),
    "a user of Colab": text(
        "code/aw.ipynb", notebook(executionInfo={"user": {"displayName": "Jane Doe"}}), 6, alone=True
    ),
    "a drawing of Inkscape": text(
        "code/ax.svg", '<svg inkscape:export-filename="/home/jdoe/x.png"\n sodipodi:docname="x.svg"/>\n', alone=True
    ),
    "the author of a drawing": text(
        "code/ay.svg",
        "<svg><dc:creator><cc:Agent><dc:title>Jane Doe</dc:title></cc:Agent></dc:creator></svg>\n",
        alone=True,
    ),
    "a text in a PNG image": binary("code/a.png", png(chunk(b"tEXt", b"Author\0Jane Doe")), alone=True),
    "a text in UTF-8 in a PNG image": binary(
        "code/b.png", png(chunk(b"iTXt", b"Author\0\0\0\0\0" + "José Müller".encode())), alone=True
    ),
    "a compressed text in a PNG image": binary(
        "code/c.png", png(chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"saved to /home/jdoe/x"))), alone=True
    ),
    "EXIF in a PNG image": binary("code/d.png", png(chunk(b"eXIf", exif((0x013B, b"Jane Doe\0")))), alone=True),
    "EXIF in a JPEG image": binary(
        "code/a.jpg", jpeg((0xE1, b"Exif\0\0" + exif((0x013B, b"Jane Doe\0"), (0x013C, b"doe-laptop\0")))), alone=True
    ),
    "XMP in a JPEG image": binary("code/b.jpg", jpeg((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP)), alone=True),
    "a comment in a JPEG image": binary("code/c.jpg", jpeg((0xFE, b"by Jane Doe"))),
    "IPTC in a JPEG image": binary(
        "code/d.jpg",
        jpeg((0xED, b"Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0d\x1c\x02\x50\0\x08Jane Doe\0")),
        alone=True,
    ),
    "the author of a PDF file": binary("code/a.pdf", pdf(b"/Author (Jane Doe) /Producer (x)"), alone=True),
    "the author of a PDF file in UTF-16": binary(
        "code/b.pdf", pdf(b"/Author <FEFF" + "José Müller".encode("utf-16-be").hex().encode() + b">"), alone=True
    ),
    "XMP in a PDF file": binary("code/c.pdf", pdf(b"/Producer (x)", XMP), alone=True),
    "the path of a figure in a PDF file": binary(
        "code/d.pdf", pdf(b"/Producer (x) /PTEX.FileName (/home/jdoe/figure.pdf)"), alone=True
    ),
    "the author of a document": binary(
        "code/a.docx", office("<cp:coreProperties><dc:creator>Jane Doe</dc:creator></cp:coreProperties>"), alone=True
    ),
    "the last editor of a document": binary(
        "code/b.docx", office("<cp:lastModifiedBy>Jane Doe</cp:lastModifiedBy>"), alone=True
    ),
    "who commented a document": binary(
        "code/c.docx", office("<x/>", **{"word/comments.xml": '<w:comment w:author="Jane Doe"/>'}), alone=True
    ),
    "an image in a document": binary(
        "code/d.docx", zipped({"word/media/a.png": png(chunk(b"tEXt", b"Author\0Jane Doe"))}), alone=True
    ),
    # archives and what programs save
    "owners of a tar archive": binary("code/a.tar", tarred({"x.txt": b"x"}, "jdoe"), alone=True),
    "a text in a tar archive": binary("code/b.tar", tarred({"x.txt": b"by Jane Doe and others"})),
    "a name in a tar archive": binary("code/c.tar", tarred({f"{'long/' * 30}jdoe.txt": b"x"})),
    "a compressed tar archive": binary("code/d.tar.gz", tarred({"x.txt": b"/home/jdoe/x"}, "jdoe", "w:gz"), alone=True),
    "a text in a ZIP file": binary("code/a.zip", zipped({"x.txt": "by Jane Doe"})),
    "a name in a ZIP file": binary("code/b.zip", zipped({"jdoe/x.txt": "x"})),
    "the comment of a ZIP file": binary("code/c.zip", zipped({"x.txt": "x"}, b"by Jane Doe")),
    "a text in a gzip file": binary("code/a.log.gz", gzip.compress(b"saved to /home/jdoe/x\n"), alone=True),
    "a text in a bzip2 file": binary("code/a.log.bz2", bz2.compress(b"by Jane Doe\n")),
    "a text in an xz file": binary("code/a.log.xz", lzma.compress(b"by Jane Doe\n")),
    "a pickle": binary("code/a.pkl", pickle.dumps({"path": "/home/jdoe/x", "n": 1}), alone=True),
    "a saved model": binary(
        "code/a.pt", zipped({"a/data.pkl": pickle.dumps({"output_dir": "/home/jdoe/x"})}), alone=True
    ),
    "the header of an array": binary("code/a.npy", b"\x93NUMPY\x01\0\x76\0{'descr': '/home/jdoe/x'}\0\0", alone=True),
    "settings of saved tensors": binary(
        "code/a.safetensors", struct.pack("<Q", 44) + b'{"__metadata__":{"by":"/home/jdoe/x"},"a":1}\0\0', alone=True
    ),
}

LEAKS |= {
    f"{form} of {name}": text(f"code/names/{number}-{place}.txt", f"as by {form} (then)\n")
    for number, (name, forms) in enumerate(COMPOUND_NAMES.items())
    for place, form in enumerate(forms)
}


def _author_lines(lines: dict[str, tuple[str, str, int]]) -> dict[str, Leak]:
    return {
        name: text(f"code/lines/{number}/{file}", content, line, alone=True)
        for number, (name, (file, content, line)) in enumerate(lines.items())
    }


LEAKS |= {
    "a licence of somebody and others": text(
        "COPYING", "Copyright (c) 2024 Jane Doe and contributors\n", 1, alone=True
    ),
    "a licence without a year": text("LICENSE", "Copyright (c) Jane Doe\n", 1, alone=True),
    "a licence with the year behind": text("code/COPYING", "Copyright Jane Doe 2024\n", 1, alone=True),
    "a licence with a sign": text("code/NOTICE", "© 2024 Jane Doe <j@uni-sample.edu>\n", 1, alone=True),
    "a line of AUTHORS": text("code/AUTHORS", "Jane Doe <j@uni-sample.edu>\n", 1, alone=True),
    "a profile of OpenReview": text("code/README-d.md", "Ask ~Jane_Doe1 about it.\n", 1, alone=True),
    "a page of OpenReview": text("code/README-e.md", "https://openreview.net/profile?id=~Jane_Doe1\n", 1, alone=True),
    "Google Scholar": text(
        "code/README-f.md", "https://scholar.google.com/citations?user=DoELabAAAAJ&hl=en\n", 1, alone=True
    ),
    "LinkedIn": text("code/README-g.md", "https://www.linkedin.com/in/jane-doe-123/\n", 1, alone=True),
    "Twitter": text("code/README-h.md", "Follow https://twitter.com/jdoe\n", 1, alone=True),
    "a page of a project": text("code/README-i.md", "[Project page](https://doelab.github.io/x)\n", 1, alone=True),
    "a home page": text("code/README-j.md", "https://www.cs.somewhere.edu/~jdoe/\n", 1, alone=True),
    "a host of an institution": text("code/README-k.md", "https://gitlab.cs.uni-sample.edu/jdoe/x\n", 1, alone=True),
} | _author_lines(
    {
        "authors of Poetry": ("pyproject.toml", '[tool.poetry]\nauthors = ["Jane Doe <j@uni-sample.edu>"]\n', 2),
        "the second author of Poetry": (
            "pyproject.toml",
            'authors = [\n  "Anonymous <a@b.c>",\n  "Jane Doe <j@x.org>",\n]\n',
            3,
        ),
        "an author of package.json with an address": ("package.json", '{"author": "Jane Doe <j@x.org>"}\n', 1),
        "the second contributor": (
            "package.json",
            '{"contributors": [{"name": "Anonymous"},\n{"name": "Jane Doe"}]}\n',
            2,
        ),
        "the author in a JSON file": ("x.json", '{"author": "Jane Doe"}\n', 1),
        "the author of a module with an address": ("a.py", '__author__ = "Jane Doe <j@x.org>"\n', 1),
        "a tag of Java": ("a.java", "/**\n * @author Jane Doe\n */\n", 2),
        "a tag in a comment": ("a.py", "# @author Jane Doe\n", 1),
        "a tag of roxygen": ("a.R", "#' @author Jane Doe\n", 1),
        "a field of a docstring": ("a.py", '"""Text.\n\n:author: Jane Doe\n"""\n', 3),
        "a field of reStructuredText": ("a.rst", ":Author: Jane Doe\n", 1),
        "a maintainer in a comment": ("a.py", "# maintainer: Jane Doe\n", 1),
        "a comment of a settings file": ("a.yaml", "# Author: Jane Doe\n", 1),
        "a comment of HTML": ("a.html", "<!-- Author: Jane Doe -->\n", 1),
        "a comment of Rust": ("a.rs", "//! Author: Jane Doe\n", 1),
        "front matter of Markdown": ("a.md", "---\ntitle: x\nauthor: Jane Doe\n---\n", 3),
        "a list in front matter": ("a.md", "---\nauthor:\n- Anonymous\n- Jane Doe\n---\n", 4),
        "a cell of a notebook": ("a.ipynb", '{"cells": [{"source": [\n"Author: Jane Doe\\n"]}]}\n', 2),
        "a server of MLflow in code": ("a.py", 'mlflow.set_tracking_uri("http://mlflow.uni-sample.edu")\n', 1),
    }
)


def array(descr: str, cells: bytes) -> bytes:
    """A file of NumPy with one line of cells."""
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': (1,), }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + cells


LEAKS |= {
    "a text behind a PNG image": binary("code/e.png", png() + b"by Jane Doe"),
    "a path behind a PNG image": binary("code/f.png", png() + b"/home/jdoe/x", alone=True),
    "a ZIP file behind a PNG image": binary("code/g.png", png() + zipped({"jdoe/x.txt": "by Jane Doe"})),
    "a text behind a JPEG image": binary("code/e.jpg", jpeg((0xFE, b"x")) + b"by Jane Doe"),
    "XMP in a PNG image": binary("code/h.png", png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + XMP)), alone=True),
    "compressed XMP in a PNG image": binary(
        "code/i.png", png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(XMP))), alone=True
    ),
    "an array of texts": binary("code/b.npy", array("'<U12'", "by Jane Doe\0".encode("utf-32-le"))),
    "an array of texts, the other way round": binary("code/c.npy", array("'>U8'", "Jane Doe".encode("utf-32-be"))),
    "an array of full cells": binary("code/d.npy", array("'<U8'", "Jane DoeAnything".encode("utf-32-le"))),
    "an array of texts and numbers": binary(
        "code/e.npy", array("[('a', '<U8'), ('b', '<i4')]", "Jane Doe".encode("utf-32-le") + b"\xff\xff\xff\xff")
    ),
    "an array in a ZIP file": binary("code/a.npz", zipped({"a.npy": array("'<U8'", "Jane Doe".encode("utf-32-le"))})),
    "who commented a PDF file": binary("code/e.pdf", pdf(b"/Type /Annot /Subtype /Text /T (Jane Doe)"), alone=True),
}

NEAR_LINES = {
    "code/compound.txt": """\
Annabel Smith-Joneson
Smithy, Anna
Jonesy, Anna
Jones and Smithers, Anna
a smith-jones
B. Smithson-Jones
asmith
asmithjonesy
xasmithjones
ajones
SMITHJONES
Luc Picardy
Picard, Jean-Luc
Jean Picardyx
Picardy, Luc
J. Picard
jl and jp
xjpicardy
jpicardys
PICARDY in the north
K. Picardy
O'Brian, Miles
N. O'Brianson
the miles o
miles of brianson road
obriansons
xmobrianson
mobriansons
brianson
Brian, son of Miles
van der Bergen
L. van der Bergener
Ludwig van Beethoven
in der Bergen
vanderbergen
M. van der Bergen
xlvdbergen
Bergen, Lud van der
de la Crucero
Mario de la Crucero
N. de la Crucero
crucero de la maria
von Braunau
Braunau am Inn
Carl von Braunau
C. von Braunau
Samuel Davisson
Davisson, Samuel
T. Davisson
Davissons
R. Tolkson
Tolkson, K.
Johnny Tolkson
K. R. R. Tolkson
Tolkson et al.
jtolksons
JRS Tolkson
""",
    "code/author-lines.py": """\
# authors: see CITATION
# author: the user
# Created by the script
# Contact: see README
# Contact: Please look there
# Author
# Developed by many people
# implemented by hand
:param author: Who wrote it
:author_id: X
x = ~Flag_Name
y = ~Mask_1
z = a~B_c1
def author(): pass
__author__ = 'Anonymous'
mlflow.set_tracking_uri("http://mlflow:5000")
mlflow.set_tracking_uri("http://127.0.0.1:5000")
mlflow.set_tracking_uri("http://mlflow.example.com")
mlflow.set_tracking_uri("http://mlflow.default.svc")
mlflow.set_tracking_uri(uri)
url = "https://gitlab.com/gitlab-org/gitlab"
url = "https://gitlab.freedesktop.org/mesa/mesa"
""",
    "code/README-near.md": """\
https://github.io and https://pytorch.github.io/x
Project page: https://pytorch.github.io/x
https://twitter.com/share?x=1
https://x.com/home
https://linux.com/x
https://scholar.google.com/
https://www.linkedin.com/company/x
see https://someone.github.io/nerf
https://dblp.org/rec/conf/x
path ~/Some_dir1/x
https://foo.example/~
""",
    "code/near-a.md": "---\ntitle: x\n---\nauthor: see below\n",
    "code/near-b.md": "---\nauthor: Anonymous\n---\n",
    "code/near-c.md": "no front\n---\nauthor: X\n",
    "code/near.yaml": "author: name\n# authors are listed elsewhere\nmaintainer_column: X\n",
    "code/near.rst": ":Author: Anonymous\n:author: see above\n",
    "code/books.json": '[{"author": "Jane Austen"}, {"author": "Mark Twain"}, {"author": "X Y"}]\n',
    "code/near.json": '{"author": "", "authors": [], "author_id": "Some Body"}\n',
    "code/words.txt": """\
Janet Doerr does it
he does, she doesn't
a doe in the woods
xjdoe jdoes jdoe2
jdoelike jdoe7x
the janedoes of this world
JANEDOES and JaneDoes
Doe et al.
Jane and others
myuni-sample.edu
uni-sample.education
uni-samples.edu
A Sample Universe
University of Samples
DoeLabs are others
Jos\u00e9phine M\u00fcllerin
Jose Mullerton
Doe, Rick
doe, j2
D. Jane
Roe, Jane
""",
    "code/paths.txt": """\
/home/user/data
/home/runner/work
/home/ubuntu/x
/Users/Shared/x
C:\\Users\\Public\\x
/root/.cache/x
/data/users/your_name
x/home/jane/y
/homes/jane
https://x.example/home/jane
/opt/conda/envs/x
/workspace/jane
$HOME/x and ~/x
/home/$USER/x
""",
    "code/addresses.txt": """\
git@host.org
noreply@x.org
ann@example.com
x@sub.example.org
@decorator and a@b
1@users.noreply.github.com
ann at home, where dot files are
looked at 3.org files
name@localhost
jovyan@gpu:~$ ls
root@d2f0c1a9b8e7:/# ls
""",
    "code/numbers.txt": """\
0000-0001-2345-6789
1234-5678-9012-3456
0.8057142857142857
2024-01-02-0003
10.1000/182
grant me access to number 5
This was granted in 2020
""",
    "code/LICENSE": """\
Copyright (c) 2024 Anonymous Authors
Copyright (C) 2007 Free Software Foundation, Inc.
Copyright [yyyy] [name of copyright owner]
Copyright 2018 The Team of x
Copyright 2018- The Hugging Face team. All rights reserved.
Copyright (c) <year> <copyright holders>
Copyright (c) The Regents of the University of California
The above copyright notice and this permission notice shall be
(c) You must retain, in the Source form
Copyright (c) Anonymous Authors
Copyright (c) 2024 contributors
Grant of Copyright License. Subject to the terms
Copyright License 2.0
""",
    "code/setup.py": """\
author='Anonymous'
author_email=''
url='https://github.com/pytorch/vision/'
maintainer="The x developers"
""",
    "code/package.json": """\
{"name": "method", "author": "", "contributors": []}
""",
    "code/CITATION.cff": """\
authors:
- name: Anonymous Authors
""",
    "code/pyproject.toml": """\
[project]
authors = [{name = "Anonymous Authors"}]
""",
    "code/data.py": """\
_CITATION = '@article{a, author = {Kim, Lee}}'
author = row['author']
authors = [x for x in y]
USER = os.environ["USER"]
hostname = socket.gethostname()
host: str = "localhost"
entity = None
wandb.init(entity=args.entity)
wandb.init(entity='your-entity')
model.push_to_hub('your-username/x')
mlflow.set_tracking_uri("http://localhost:5000")
mlflow.set_tracking_uri("file:///tmp/x")
AutoModel.from_pretrained("someone/bert")
# created by the script above
# User: the person who runs it
""",
    "code/README.md": """\
# Method

Built on https://github.com/other/dependency; see https://docs.wandb.ai/ref/x and https://wandb.ai/site
Authors of the data set are listed there.
Contact the maintainers of the data set.
Author: see CITATION.cff
https://colab.research.google.com/github/tensorflow/x/blob/main/a.ipynb is not ours
See https://zenodo.org/records/1234567 for the data.
Data: https://drive.google.com/about
""",
    "code/job.sh": """\
#SBATCH --account=your_account
#SBATCH --account=$ACCOUNT
#SBATCH --gres=gpu:1
#SBATCH --partition=gpu
#SBATCH --partition=a100-long
#SBATCH -p compute
#SBATCH --qos=normal
#SBATCH --output=slurm-%j.out
wget https://cs.somewhere.edu/data.zip
docker push $IMAGE
docker pull pytorch/pytorch:2.1.0
echo USER=$USER
""",
    "code/Dockerfile": """\
FROM pytorch/pytorch:2.1.0
FROM nvcr.io/nvidia/pytorch:24.01
FROM python:3.11 AS base
COPY --from=base /x /y
LABEL maintainer="team"
""",
    "code/run.log": """\
Linux version 5.15.0 (gcc 11)
hostname: localhost
host: 127.0.0.1
running on cpu
running on host machine
{"node": "all"}
USER=root
USER=ubuntu
PATH=/usr/bin:/home/user/bin
""",
    "code/image.svg": """\
<svg sodipodi:docname="drawing.svg" inkscape:export-filename="figures/x.png">
<dc:creator>Matplotlib v3.8.0, https://matplotlib.org/</dc:creator>
</svg>
""",
    "code/third_party/lib/LICENSE": """\
Copyright (c) 2016 Somebody Else
""",
    "code/third_party/lib/setup.py": """\
author='Somebody Else', author_email='else@somewhere.edu', url='https://github.com/else/lib/'
""",
}
"""Lines of texts, each of which looks like something that gives somebody away."""

NEAR_FILES: dict[str, bytes] = {
    "code/near-a.ipynb": notebook(kernelspec={"display_name": "Python 3 (ipykernel)", "name": "python3"}).encode(),
    "code/near-b.ipynb": notebook(
        kernelspec={"display_name": "Python [conda env:pytorch]", "name": "conda-env-pytorch-py"}
    ).encode(),
    "code/near-a.png": png(chunk(b"tEXt", b"Software\0Matplotlib version3.8.0, https://matplotlib.org/")),
    "code/near-b.png": png(chunk(b"tEXt", b"Author\0")),
    "code/near-c.png": png(chunk(b"pHYs", b"\0\0\x0f\xa1\0\0\x0f\xa1\1")),
    "code/near-d.png": png() + b"\0\0\r\n",
    "code/near-e.png": png() + b"Janet does",
    "code/near-f.png": png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<dc:creator>Matplotlib v3.8.0</dc:creator>")),
    "code/near-a.npy": array("'<U12'", "Janet does\0\0".encode("utf-32-le")),
    "code/near-b.npy": array("'<i4'", bytes(range(64))),
    "code/near-c.npy": array("'<U4'", "JaneDoer".encode("utf-32-le")),
    "code/near-c.pdf": pdf(b"/FT /Tx /Subtype /Widget /T (Some Field)"),
    "code/near-d.pdf": pdf(b"/Title (x)", b"BT (Janet does) Tj ET"),
    "code/near-a.jpg": jpeg((0xE1, b"Exif\0\0" + exif((0x0131, b"GIMP 2.10\0")))),
    "code/near-b.jpg": jpeg((0xFE, b"CREATOR: gd-jpeg v1.0")),
    "code/near-a.pdf": pdf(b"/Creator (Matplotlib v3.8.0) /Producer (pdfTeX-1.40.25) /CreationDate (D:20240101)"),
    "code/near-b.pdf": pdf(b"/Author () /Title (Figure 1)"),
    "code/near-a.docx": office("<cp:coreProperties><dc:creator>Anonymous Authors</dc:creator></cp:coreProperties>"),
    "code/near-b.docx": office("<cp:coreProperties><dc:creator></dc:creator></cp:coreProperties>"),
    "code/near-c.docx": office("<cp:coreProperties><dc:creator>python-docx</dc:creator></cp:coreProperties>"),
    "code/near-a.tar": tarred({"x.txt": b"x"}, "root"),
    "code/near-b.tar": tarred({"x.txt": b"Janet does"}),
    "code/near.zip": zipped({"doe/x.txt": "Janet does"}),
    "code/near.gz": gzip.compress(b"/home/user/x and xjdoes", mtime=0),
    "code/near.pkl": pickle.dumps({"path": "/home/user/x", "xjdoe": b"\0jdoes"}),
    "code/near.bin": bytes(range(256)) * 20,
    "code/events.out.tfevents.1700000000.localhost.4242.0": b"\x18\0\0\0\0\0\0\0\1\2\3",
    "code/broken.png": b"\x89PNG\r\n\x1a\n\0\0\xff\xfftEXtAuthor",
    "code/broken.zip": b"PK\3\4" + bytes(60),
    "code/broken.gz": gzip.compress(b"x" * 5000)[:20],
    "code/broken.pdf": b"%PDF-1.5\n%\xe2\xe3\0 /Author (",
}
"""Files that are no text, likewise."""
