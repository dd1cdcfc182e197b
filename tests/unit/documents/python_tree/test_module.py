"""What names mean in a file, and which files can be read at all."""

import ast
import time

import pytest

from reprobridge_spec.documents.python_tree.accelerator import accelerator_of
from reprobridge_spec.documents.python_tree.edits import apply
from reprobridge_spec.documents.python_tree.loaded import loaded_by
from reprobridge_spec.documents.python_tree.module import Module, Unreadable, read
from reprobridge_spec.documents.python_tree.program import is_program
from reprobridge_spec.documents.python_tree.removed.find import find
from reprobridge_spec.documents.python_tree.scores_printed import scores_printed
from reprobridge_spec.documents.python_tree.seeds import seeds_of
from reprobridge_spec.documents.python_tree.trackers import trackers_of
from reprobridge_spec.documents.python_tree.written import written_by
from reprobridge_spec.rules.script_options.described import described

NAMED = {
    "an alias": ("import numpy as np\nnp.int", "numpy.int"),
    "a package of its own name": ("import numpy\nnumpy.int", "numpy.int"),
    "a module below, by alias": ("import scipy.signal as s\ns.gaussian", "scipy.signal.gaussian"),
    "a module below, by the package's name": ("import scipy.signal\nscipy.signal.gaussian", "scipy.signal.gaussian"),
    "a name from a package": ("from sklearn import linear_model as lm\nlm.Ridge", "sklearn.linear_model.Ridge"),
    "a name from a package, used in a function": ("import numpy as np\ndef f(x):\n    return np.int", "numpy.int"),
    "an import inside of the function": ("def f():\n    import numpy as q\n    return q.int", "numpy.int"),
    "an import with a stand-in": (
        "try:\n    import wandb as w\nexcept ImportError:\n    w = None\nw.init",
        "wandb.init",
    ),
    "a relative import": ("from .numpy import x\nx.int", ".numpy.x.int"),
    "what a call gives": ("import pandas as pd\npd.read_csv('a').append", "pandas.DataFrame().append"),
    "a variable": ("import pandas as pd\ndf = pd.DataFrame()\ndf.append", "pandas.DataFrame().append"),
    "a variable that is made of itself": (
        "import pandas as pd\ndf = pd.DataFrame()\nfor i in x:\n    df = df.append({})\ndf.ix",
        "pandas.DataFrame().ix",
    ),
    "a class's attribute does not hide it in methods": (
        "import numpy as np\nclass A:\n    np = 1\n    def f(self):\n        return np.int",
        "numpy.int",
    ),
}

NAMELESS = {
    "a parameter": "import numpy as np\ndef f(np):\n    return np.int",
    "a parameter of a lambda": "import numpy as np\nf = lambda np: np.int",
    "a variable of the function": "import numpy as np\ndef f():\n    np = g()\n    return np.int",
    "a variable of the file": "import numpy as np\nnp = g()\nnp.int",
    "a function of that name": "import numpy as np\ndef np(): ...\nnp.int",
    "a class of that name": "import numpy as np\nclass np: ...\nnp.int",
    "a loop": "import numpy as np\nfor np in x:\n    np.int",
    "a comprehension": "import numpy as np\n[np.int for np in x]",
    "a context": "import numpy as np\nwith x as np:\n    np.int",
    "an error": "import numpy as np\ntry: ...\nexcept E as np:\n    np.int",
    "a global that a function sets": "import numpy as np\ndef f():\n    global np\n    np = 1\nnp.int",
    "one of two packages": "try:\n    import cupy as np\nexcept ImportError:\n    import numpy as np\nnp.int",
    "an attribute of something else": "import numpy as np\nself.np.int",
    "a variable of two kinds": "import pandas as pd\ndf = pd.DataFrame()\ndf = g()\ndf.append",
    "a variable that a loop sets, too": "import pandas as pd\ndf = pd.DataFrame()\nfor df in x:\n    df.append",
    "a variable that is made by a method that is not known": (
        "import pandas as pd\ndf = pd.DataFrame()\ndf = df.to_numpy()\ndf.append"
    ),
    "a parameter with a default": "import pandas as pd\ndef f(df=pd.DataFrame()):\n    df.append",
}


def module_of(text: str | bytes) -> Module:
    found = read("a.py", text.encode() if isinstance(text, str) else text)
    assert isinstance(found, Module)
    return found


def last_name(text: str) -> str:
    module = module_of(text)
    attributes = [node for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)]
    return module.name_of(max(attributes, key=lambda node: (node.lineno, node.end_col_offset)))


@pytest.mark.parametrize("case", NAMED)
def test_a_name_is_known_through_imports_and_aliases(case: str) -> None:
    text, name = NAMED[case]
    assert last_name(text) == name


@pytest.mark.parametrize("case", NAMELESS)
def test_a_local_name_hides_what_was_imported(case: str) -> None:
    assert last_name(NAMELESS[case]) in {"", "builtins.self.np.int"}


def test_a_name_that_nothing_binds_is_built_in() -> None:
    module = module_of("open(x)")
    assert [name for name, _ in module.calls()] == ["builtins.open"]


def test_a_name_may_come_out_of_a_star_import() -> None:
    module = module_of("from tools import *\nxrange(3)\nopen(x)")
    assert [name for name, _ in module.calls()] == ["builtins.open"]


PYTHON2 = {
    "print": 'print "x"\n',
    "print of a name": "def f(x):\n    print x\n",
    "except": "try:\n    f()\nexcept ValueError, e:\n    pass\n",
    "backticks": "x = `y`\n",
    "unequal": "if x <> y:\n    pass\n",
    "raise": 'raise ValueError, "x"\n',
    "exec": 'exec "x = 1"\n',
    "octal": "x = 0777\n",
    "long": "x = 10L\n",
}


@pytest.mark.parametrize("case", PYTHON2)
def test_a_file_in_python_2_is_called_so(case: str) -> None:
    found = read("a.py", PYTHON2[case].encode())
    assert isinstance(found, Unreadable)
    assert found.is_python2


UNREADABLE = {
    "a template": b"import {{ name }}\n",
    "an open bracket": b"x = (\n",
    "a NUL byte": b"x = 1\0\n",
    "utf-16": "x = 1\n".encode("utf-16"),
    "an unknown encoding": b"# coding: nonsense\nx = 1\n",
    "a codec that is no encoding": b"# coding: rot13\nk = 1\n",
    "bytes that are not UTF-8": b"x = '\xff\xfe'\n",
    "a word of a notebook": b"!pip install x\n",
    "print in a comment": b"# print 'x'\nx = (\n",
    "print in a string": b"x = 'print 3'\ny = (\n",
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_file_that_cannot_be_read_says_why(case: str) -> None:
    found = read("a.py", UNREADABLE[case])
    assert isinstance(found, Unreadable)
    assert found.why
    assert found.line >= 1
    assert not found.is_python2


HOSTILE = {
    "brackets": "(" * 5000,
    "closed brackets": "[" * 199 + "]" * 199,
    "minus signs": "-" * 100_000 + "1",
    "not": "not " * 50_000 + "x",
    "sums": "+".join(["1"] * 50_000),
    "attributes": "a" + ".b" * 50_000,
    "calls": "a" + "()" * 50_000,
    "conditions": "x if y else " * 20_000 + "z",
    "lambdas": "lambda: " * 20_000 + "x",
    "ifs": "\n".join(" " * depth + "if x:" for depth in range(99)) + "\n" + " " * 99 + "pass",
    "a long file": "x = 1\n" * 200_000,
    "frames made of frames": "import pandas as pd\na0 = pd.DataFrame()\n"
    + "\n".join(f"a{n + 1} = a{n}.copy()" for n in range(3000))
    + "\na3000.append",
    "a deep value": "from sklearn.svm import SVC\nSVC(max_features=" + " + ".join(["y"] * 800) + ")",
    "a deep function": ".".join(["a"] * 800) + "()",
    "texts of texts": "a0 = 'x'\n"
    + "\n".join(f"a{n + 1} = a{n} + a{n} + a{n}" for n in range(40))
    + "\n"
    + "open(a40, 'w')\n" * 5000,
    "format strings": "f'" + "{" * 200 + "}" * 200 + "'",
}


def look_at(module: Module) -> None:
    for edit in [found.edit for found in find(module, {}) if found.edit is not None]:
        apply(module.data, [edit])
    is_program(module)
    for look in (accelerator_of, described, loaded_by, scores_printed, seeds_of, trackers_of, written_by):
        look(module)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_costs_little_and_ends_nothing(case: str) -> None:
    start = time.process_time()
    found = read("a.py", HOSTILE[case].encode())
    if isinstance(found, Module):
        for node in found.nodes:
            found.name_of(node)
        look_at(found)
    assert time.process_time() - start < 10


def test_a_text_that_warns_when_it_is_parsed_warns_nobody() -> None:
    module_of(r"x = '\d'" + "\nx is 3\n")


CODED = {
    "utf-8": "# é\nimport numpy as np\nx = 'é'; np.int\n".encode(),
    "utf-8 with a mark": b"\xef\xbb\xbf" + b"import numpy as np; np.int\n",
    "latin-1": "# -*- coding: latin-1 -*-\nimport numpy as np\nx = 'éé'; np.int\n".encode("latin-1"),
    "line ends of Windows": b"import numpy as np\r\nx = 3\r\nnp.int\r\n",
    "line ends of old Macs": b"import numpy as np\rx = 3\rnp.int\r",
    "a form feed": b"import numpy as np\n\x0c\nnp.int\n",
}


@pytest.mark.parametrize("case", CODED)
def test_a_place_counts_the_bytes_of_the_file(case: str) -> None:
    module = module_of(CODED[case])
    node = next(node for node in module.nodes if isinstance(node, ast.Attribute))
    start, end = module.places.of(node)
    assert module.data[start:end] == b"np.int"
