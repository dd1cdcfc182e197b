"""What is told of names that releases no longer have, what is mended, and what is left alone."""

import pytest
from packaging.version import Version

from reprobridge_spec.documents.python_tree.edits import apply
from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.documents.python_tree.removed.base import Found, Kind, Means
from reprobridge_spec.documents.python_tree.removed.find import find
from reprobridge_spec.documents.python_tree.removed.signs import may_use
from reprobridge_spec.documents.python_tree.removed.table import REMOVALS

NP = "import numpy as np\n"
PD = "import pandas as pd\n"
RIDGE = "from sklearn.linear_model import RidgeClassifierCV\n"
OHE = "from sklearn.preprocessing import OneHotEncoder\n"

MENDED = {
    "a type": (NP + "x = np.int(3)", NP + "x = int(3)"),
    "a type of NumPy": (NP + "x = np.float_(3)", NP + "x = np.float64(3)"),
    "a constant": (NP + "x = np.Inf", NP + "x = np.inf"),
    "a negative constant": (NP + "x = np.NINF", NP + "x = -np.inf"),
    "a negative constant as an argument": (NP + "f(np.NINF, k=np.NINF)", NP + "f(-np.inf, k=-np.inf)"),
    "a negative constant in a power": (NP + "x = 2 ** np.NINF", NP + "x = 2 ** (-np.inf)"),
    "a negative constant to a power": (NP + "x = np.NINF ** 2", NP + "x = (-np.inf) ** 2"),
    "a negative constant with a sign": (NP + "x = -np.NINF", NP + "x = -(-np.inf)"),
    "an attribute of a negative constant": (NP + "x = np.NINF.real", NP + "x = (-np.inf).real"),
    "a function": (NP + "x = np.product(y, axis=0)  # all", NP + "x = np.prod(y, axis=0)  # all"),
    "another alias": ("import numpy as q\nx = q.NaN", "import numpy as q\nx = q.nan"),
    "a scalar of an array": (NP + "x = np.asscalar(y) + np.asscalar(a + b)", NP + "x = y.item() + (a + b).item()"),
    "an import": ("from numpy import int, array", "from numpy import array\nfrom builtins import int"),
    "an import by another name": ("from numpy import float as f", "from builtins import float as f"),
    "an import in a function": (
        "def f():\n    from collections import Mapping, deque\n",
        "def f():\n    from collections import deque\n    from collections.abc import Mapping\n",
    ),
    "a class of collections": (
        "import collections\ncollections.Mapping",
        "import collections\ncollections.abc.Mapping",
    ),
    "a module that moved": ("from sklearn.externals import joblib", "import joblib"),
    "a module that moved, by another name": ("import sklearn.externals.joblib as j", "import joblib as j"),
    "a module below one that moved": ("from sklearn.externals.six.moves import range", "from six.moves import range"),
    "a function that moved": ("from scipy.misc import comb, logsumexp", "from scipy.special import comb, logsumexp"),
    "a window": (
        "from scipy import signal\nsignal.gaussian(3, 1)",
        "from scipy import signal\nsignal.windows.gaussian(3, 1)",
    ),
    "an alias for another package": (NP + PD + "pd.np.zeros(3)", NP + PD + "np.zeros(3)"),
    "a keyword": (OHE + "OneHotEncoder(sparse=False)", OHE + "OneHotEncoder(sparse_output=False)"),
    "normalize=False": (
        RIDGE + "RidgeClassifierCV(alphas=a, normalize=False, cv=3)",
        RIDGE + "RidgeClassifierCV(alphas=a, cv=3)",
    ),
    "normalize=False alone": (RIDGE + "RidgeClassifierCV(normalize = False)", RIDGE + "RidgeClassifierCV()"),
    "normalize=False at the end": (RIDGE + "RidgeClassifierCV(a, normalize=False,)", RIDGE + "RidgeClassifierCV(a,)"),
    "normalize=False behind brackets": (
        RIDGE + "RidgeClassifierCV((a), normalize=False)",
        RIDGE + "RidgeClassifierCV((a))",
    ),
    "normalize=False on its own line": (
        RIDGE + "RidgeClassifierCV(\n    alphas=a,  # all\n    normalize=(False),\n    cv=3,\n)",
        RIDGE + "RidgeClassifierCV(\n    alphas=a,  # all\n    cv=3,\n)",
    ),
    "two arguments that do nothing": (PD + "pd.read_csv(p, squeeze=False, verbose=True)", PD + "pd.read_csv(p)"),
    "white space parts columns": (
        PD + "pd.read_csv(p, delim_whitespace=True, header=None)",
        PD + 'pd.read_csv(p, sep=r"\\s+", header=None)',
    ),
    "white space does not part columns": (PD + "pd.read_csv(p, delim_whitespace=False)", PD + "pd.read_csv(p)"),
    "one column": (PD + "pd.read_csv(p, squeeze=True).mean()", PD + 'pd.read_csv(p).squeeze("columns").mean()'),
    "a method of a frame": (
        PD + "df = pd.DataFrame(x)\nfor a in df.iteritems(): ...",
        PD + "df = pd.DataFrame(x)\nfor a in df.items(): ...",
    ),
    "a keyword of a method": (
        PD + "pd.read_csv(p).to_csv(q, line_terminator='x')",
        PD + "pd.read_csv(p).to_csv(q, lineterminator='x')",
    ),
    "a value": (
        "from sklearn.ensemble import RandomForestClassifier as R\nR(max_features='auto')",
        'from sklearn.ensemble import RandomForestClassifier as R\nR(max_features="sqrt")',
    ),
    "a style": (
        "import matplotlib.pyplot as plt\nplt.style.use('seaborn-white')",
        'import matplotlib.pyplot as plt\nplt.style.use("seaborn-v0_8-white")',
    ),
    "a filter of Pillow": ("from PIL import Image\nImage.ANTIALIAS", "from PIL import Image\nImage.LANCZOS"),
}

TOLD = {
    "normalize=True": RIDGE + "RidgeClassifierCV(normalize=True)",
    "normalize by a variable": RIDGE + "RidgeClassifierCV(normalize=n)",
    "a constant that is imported": "from numpy import NINF",
    "an import with a comment in it": "from numpy import (int,  # whole\n  array)",
    "an import beside another statement": "import os; from numpy import int, array",
    "a type whose name is taken": NP + "def f(int):\n    return np.int",
    "a separator beside white space": PD + "pd.read_csv(p, sep=' ', delim_whitespace=True)",
    "one column in parts": PD + "pd.read_csv(p, squeeze=True, chunksize=3)",
    "a keyword beside its new name": OHE + "OneHotEncoder(sparse=True, **more)",
    "a comment beside a keyword": RIDGE + "RidgeClassifierCV(normalize=False,  # no\n  cv=3)",
    "rows of a frame": PD + "df = pd.DataFrame()\ndf = df.append({})",
    "a frame by labels or positions": PD + "df = pd.read_csv(p)\ndf.ix[3]",
    "a flat array": NP + "np.in1d(a, b)",
    "Simpson's rule": "from scipy.integrate import simps",
    "a data set": "from sklearn.datasets import load_boston",
    "old splitters": "from sklearn.cross_validation import KFold",
    "an optimizer": "from transformers import AdamW",
    "a matrix": "import networkx as nx\nnx.to_numpy_matrix(g)",
    "a package without a name here": PD + "pd.np.zeros(3)",
    "a scalar by keyword": NP + "np.asscalar(a=x)",
    "a file without a loader": "import yaml\nyaml.load(f)",
    "weights": "import torch\ntorch.load(p, map_location='cpu')",
    "an old environment": "import gymnasium as gym\ngym.make('Hopper-v2')",
    "an end that was one": "import gym\nenv = gym.make(n)\ns, r, done, _ = env.step(a)",
    "a file of TensorFlow 1": "import tensorflow as tf\ntf.placeholder(x)\ntf.Session()\ntf.contrib",
    "a clock": "import time\ntime.clock()",
    "a module that is gone": "import imp",
    "a module below one that is gone": "from distutils.util import strtobool",
}

NOTHING = {
    "an own option": "args.use_sparse = False\nf(use_sparse=False)",
    "an own parameter": "def f(normalize=True): ...\nf(normalize=True)",
    "a class of one's own": "class RidgeClassifierCV: ...\nRidgeClassifierCV(normalize=True)",
    "a class of another module": "from .models import RidgeClassifierCV\nRidgeClassifierCV(normalize=True)",
    "another class of the package": "from sklearn.preprocessing import Normalizer\nNormalizer(normalize=True)",
    "another argument": "from sklearn.utils import check_array\ncheck_array(x, accept_sparse=True)",
    "sparse of another": "from sklearn.preprocessing import LabelBinarizer\nLabelBinarizer(sparse=True)",
    "np.bool of NumPy 2": NP + "x.astype(np.bool)",
    "np.long of NumPy 2": NP + "np.long(3)",
    "a comment": NP + "# np.int",
    "a text": NP + "x = 'np.int'",
    "another name": NP + "np.int32; np.int_; np.integer; np.inf",
    "a method of that name": NP + "x.int(); x.product()",
    "an own np": "def f(np): return np.int",
    "an assignment": NP + "np.int = int",
    "an own NINF": NP + "NINF = -np.inf\nprint(NINF)",
    "a name that is asked for": NP + "x = np.NINF if hasattr(np, 'NINF') else -np.inf",
    "an import that may fail": "try:\n    from collections import Mapping\nexcept ImportError:\n    ...",
    "the fallback of an import": (
        "try:\n    from joblib import x\nexcept ImportError:\n    from sklearn.externals import joblib"
    ),
    "an import that may fail for any reason": "try:\n    import imp\nexcept Exception:\n    imp = None",
    "a question for the version": "import sys\nif sys.version_info < (3, 10):\n    from collections import Mapping",
    "a question for a package's version": NP + "if np.__version__ < '2':\n    np.NINF",
    "a list": "x = []\nx.append(3)",
    "a frame of unknown origin": PD + "df = f()\ndf.append(x)\ndf.iteritems()\ndf.ix[3]",
    "a frame that became something else": PD + "df = pd.DataFrame()\ndf = df.values\ndf.append(x)",
    "a keyword out of a mapping": RIDGE + "RidgeClassifierCV(**{'normalize': True})",
    "a value that is still there": "from sklearn.ensemble import RandomForestClassifier as R\nR(max_features='sqrt')",
    "a value of another": "from sklearn.cluster import SpectralClustering as S\nS(affinity='rbf')",
    "a style that is there": "import matplotlib.pyplot as plt\nplt.style.use('ggplot')",
    "a loader": "import yaml\nyaml.load(f, Loader=yaml.SafeLoader)\nyaml.load(f, yaml.SafeLoader)",
    "a safe loader": "import yaml\nyaml.safe_load(f)",
    "a loader that is handed on": "import yaml\nyaml.load(*a)\nyaml.load(f, **k)",
    "weights that are said": "import torch\ntorch.load(p, weights_only=False)",
    "weights by another package": "import mine\nmine.load(p)",
    "TensorFlow 1 as such": "import tensorflow.compat.v1 as tf\ntf.placeholder(x)\ntf.Session()",
    "two ends": "import gym\nenv = gym.make(n)\ns, r, end, cut, _ = env.step(a)",
    "an outcome as a whole": "import gym\nenv = gym.make(n)\nx = env.step(a)",
    "an environment of today": "import gymnasium as gym\ngym.make('Hopper-v4')\ngym.make(name)",
    "a module of that name below another": "from mine import imp\nimport mine.distutils",
    "a relative module": "from . import imp\nfrom .imp import x",
    "a variable of an old name": "file = open(p)\nfile.read()\nunicode = str\nunicode(x)",
    "an old name out of a star import": "from six.moves import *\nxrange(3)",
    "a window where it is now": "from scipy.signal import windows\nwindows.gaussian(3, 1)",
    "collections that stayed": "from collections import OrderedDict\nimport collections.abc as c\nc.Mapping",
}

OF_VERSIONS: dict[str, tuple[str, dict[str, str | None], int]] = {
    "before": (NP + "np.NINF", {"numpy": "1.26.4"}, 0),
    "from": (NP + "np.NINF", {"numpy": "2.0.0"}, 1),
    "a candidate": (NP + "np.NINF", {"numpy": "2.0.0rc1"}, 1),
    "a local build": (NP + "np.NINF", {"numpy": "1.26.4+mkl"}, 0),
    "newest": (NP + "np.NINF", {"numpy": None}, 1),
    "not given": (NP + "np.NINF", {"scipy": "1.0"}, 1),
    "no version": (NP + "np.NINF", {"numpy": ">=2"}, 0),
    "gone for a while: before": (NP + "np.bool", {"numpy": "1.23.5"}, 0),
    "gone for a while": (NP + "np.bool", {"numpy": "1.24.0"}, 1),
    "gone for a while: to the end": (NP + "np.bool", {"numpy": "1.26.4"}, 1),
    "gone for a while: there again": (NP + "np.bool", {"numpy": "2.0.0"}, 0),
    "gone for a while: newest": (NP + "np.bool", {}, 0),
    "Python before": ("from collections import Mapping", {"python": "3.9"}, 0),
    "Python": ("from collections import Mapping", {"python": "3.10"}, 1),
    "Python with a patch": ("import imp", {"python": "3.11.7"}, 0),
    "an argument before": (RIDGE + "RidgeClassifierCV(normalize=True)", {"scikit-learn": "1.1.3"}, 0),
    "an argument": (RIDGE + "RidgeClassifierCV(normalize=True)", {"scikit-learn": "1.2"}, 1),
    "another distribution": (RIDGE + "RidgeClassifierCV(normalize=True)", {"sklearn": "1.1.3"}, 1),
}


def found_in(text: str, versions: dict[str, str | None] | None = None) -> tuple[Found, ...]:
    module = read("code/a.py", text.encode())
    assert isinstance(module, Module)
    return find(module, versions or {})


@pytest.mark.parametrize("case", MENDED)
def test_what_computes_the_same_is_mended(case: str) -> None:
    before, after = MENDED[case]
    edits = [found.edit for found in found_in(before)]
    assert edits
    assert apply(before.encode(), [edit for edit in edits if edit is not None]).decode() == after


@pytest.mark.parametrize("case", TOLD)
def test_what_takes_a_person_is_told_once_and_left(case: str) -> None:
    found = found_in(TOLD[case])
    assert [one.edit for one in found] == [None]
    assert found[0].removal.says
    assert found[0].removal.instead


@pytest.mark.parametrize("case", NOTHING)
def test_what_only_looks_like_it_is_not_told(case: str) -> None:
    assert found_in(NOTHING[case]) == ()


@pytest.mark.parametrize("case", OF_VERSIONS)
def test_a_removal_counts_for_the_version_of_the_environment(case: str) -> None:
    text, versions, count = OF_VERSIONS[case]
    assert len(found_in(text, versions)) == count


@pytest.mark.parametrize("case", [*MENDED, *TOLD])
def test_a_file_that_uses_it_has_the_signs_of_it(case: str) -> None:
    assert may_use((MENDED[case][0] if case in MENDED else TOLD[case]).encode())


def test_a_file_of_other_packages_has_no_signs() -> None:
    assert not may_use(b"import torch.nn as nn\nx = nn.Linear(3, 4).int()\n# np.int\n")


def test_a_finding_says_where_it_is() -> None:
    (found,) = found_in(NP + "é = 3; x = np.NINF")
    assert (found.path, found.line, found.column, found.text) == ("code/a.py", 2, 12, "np.NINF")


def test_the_usual_replacement_of_normalize_is_called_another_method() -> None:
    (found,) = found_in(TOLD["normalize=True"])
    assert found.removal.kind is Kind.CORRECTNESS
    assert not found.removal.equivalent
    assert "number of training rows" in found.removal.caution
    assert "L2 norm" in found.removal.instead


def test_two_names_of_one_import_are_mended_together() -> None:
    text = "from numpy import int, float as f, NINF, array\n"
    found = found_in(text)
    assert apply(text.encode(), [one.edit for one in found if one.edit]).decode() == (
        "from numpy import NINF, array\nfrom builtins import int, float as f\n"
    )
    assert [one.removal.name for one in found if one.edit is None] == ["numpy.NINF"]


def test_two_names_of_one_import_that_are_mended_are_one_finding() -> None:
    (found,) = found_in("from collections import Mapping, Iterable, deque\n")
    assert found.removal.name == "collections.Mapping, collections.Iterable"
    assert found.removal.instead == "collections.abc.Mapping, collections.abc.Iterable"
    assert found.edit is not None


def test_line_ends_of_windows_stay() -> None:
    text = b"import numpy as np\r\nfrom collections import Mapping, deque\r\nx = np.NaN\r\n"
    module = read("a.py", text)
    assert isinstance(module, Module)
    changed = apply(text, [one.edit for one in find(module, {}) if one.edit])
    assert changed.count(b"\n") == changed.count(b"\r\n") == 4


def test_each_row_says_all_that_people_need() -> None:
    for removal in REMOVALS:
        assert removal.says
        assert removal.instead
        assert Version(removal.deprecated or "0") < Version(removal.removed)
        assert removal.equivalent or removal.means is Means.NOT
        assert removal.kind is not Kind.CORRECTNESS or removal.caution
        assert removal.to or removal.means in {Means.NOT, Means.DROP, Means.ITEM, Means.SQUEEZE}


def test_no_two_rows_say_the_same() -> None:
    keys = [(row.name, row.keyword, row.values, row.distribution) for row in REMOVALS]
    assert len(set(keys)) == len(keys)
