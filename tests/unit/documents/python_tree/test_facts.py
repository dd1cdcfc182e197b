"""What a program says of itself: seeds, files, data, cards, scores, trackers."""

import re

import pytest

from reprobridge_spec.documents.python_tree.accelerator import accelerator_of
from reprobridge_spec.documents.python_tree.loaded import loaded_by
from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.documents.python_tree.program import is_program
from reprobridge_spec.documents.python_tree.scores_printed import scores_printed
from reprobridge_spec.documents.python_tree.seeds import seeds_of
from reprobridge_spec.documents.python_tree.trackers import trackers_of
from reprobridge_spec.documents.python_tree.written import written_by
from reprobridge_spec.rules.script_options.described import described


def module_of(text: str, path: str = "train.py") -> Module:
    found = read(path, text.encode())
    assert isinstance(found, Module)
    return found


PROGRAMS = {
    "a main part": 'if __name__ == "__main__":\n    main()',
    "a main part the other way round": "if '__main__' == __name__:\n    main()",
    "a loop": "for name in names:\n    fit(name)",
    "a call": "main()",
    "arguments": "p = make()\nargs = p.parse_args()",
}
MODULES = {
    "functions": "def f(): ...",
    "a docstring": '"""About."""\nX = 3',
    "settings": "import warnings, torch\nwarnings.filterwarnings('ignore')\ntorch.manual_seed(0)",
    "a path": "import sys\nsys.path.append('..')",
    "a loop over names": "for n in x:\n    y = n",
    "a register": "R.register(x)",
    "another question": "if __debug__:\n    main()",
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_file_that_does_something_is_a_program(case: str) -> None:
    assert is_program(module_of(PROGRAMS[case]))


@pytest.mark.parametrize("case", MODULES)
def test_a_file_that_defines_something_is_none(case: str) -> None:
    assert not is_program(module_of(MODULES[case]))


@pytest.mark.parametrize("path", ["setup.py", "a/__init__.py", "tests/conftest.py"])
def test_files_that_tools_read_are_none(path: str) -> None:
    assert not is_program(module_of("main()", path))


def test_what_others_import_is_a_program_only_by_a_main_part() -> None:
    assert not is_program(module_of("main()"), is_imported=True)
    assert is_program(module_of(PROGRAMS["a main part"]), is_imported=True)


ARGS = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--seed', type=int, default=42)\n"
SEEDS = {
    "an option": (ARGS + "args = p.parse_args()\nimport torch\ntorch.manual_seed(args.seed)", (6,), "--seed", "42"),
    "an option through a name": (
        ARGS + "args = p.parse_args()\nseed = args.seed\nset_seed(seed)",
        (6,),
        "--seed",
        "42",
    ),
    "another option": (
        "import optparse\np.add_argument('--manualSeed', default=7)\nimport random\nrandom.seed(opt.manualSeed + rank)",
        (4,),
        "--manualSeed",
        "7",
    ),
    "a number": ("import numpy as np\nnp.random.seed(3)", (2,), None, "3"),
    "a constant": ("import numpy as np\nSEED = 5\nrng = np.random.default_rng(SEED)", (3,), None, "5"),
    "an argument of scikit-learn": ("from sklearn.svm import SVC\nSVC(random_state=1)", (2,), None, "1"),
    "two numbers": ("import random\nrandom.seed(1)\nrandom.seed(2)", (2, 3), None, None),
    "a parameter": ("import random\ndef f(seed):\n    random.seed(seed)", (3,), None, None),
    "one's own function": ("from tools import set_seed\nset_seed(9)", (2,), None, "9"),
}
UNSEEDED = {
    "no seed": "import random\nrandom.random()",
    "the time": "import random, time\nrandom.seed(time.time())",
    "nothing": "import random\nrandom.seed()\nrandom.seed(None)",
    "a random state that is none": "from sklearn.svm import SVC\nSVC(random_state=None)",
    "a generator without a seed": "import numpy as np\nnp.random.default_rng()",
    "an option that is not used": "import random",
    "another random_state": "f(random_state=3)",
    "what is read": "x = config.seed",
}


@pytest.mark.parametrize("case", SEEDS)
def test_a_seed_is_found_with_its_option(case: str) -> None:
    text, lines, option, default = SEEDS[case]
    module = module_of(text)
    program = described(module)
    seeds = seeds_of(module, program.interface if program else None)
    assert (seeds.set_at, seeds.option, seeds.default) == (lines, option, default)


@pytest.mark.parametrize("case", UNSEEDED)
def test_chance_is_no_seed(case: str) -> None:
    assert seeds_of(module_of(UNSEEDED[case])).set_at == ()


WRITTEN = {
    "a text": ("open('log.txt', 'w')", "log.txt", "text"),
    "a text that grows": ("open('out/log', mode='a')", "out/log", "text"),
    "JSON": ("with open('r.json', 'w') as f:\n    json.dump(x, f)", "r.json", "json"),
    "bytes": ("open('m.pkl', 'wb')", "m.pkl", "pickle"),
    "a table": ("df.to_csv(f'results/{name}.csv')", "results/{}.csv", "csv"),
    "a table by keyword": ("df.to_csv(path_or_buf='r.csv')", "r.csv", "csv"),
    "an array": ("import numpy as np\nnp.save('a.npy', x)", "a.npy", "npy"),
    "numbers": ("import numpy as np\nnp.savetxt('a.csv', x)", "a.csv", "csv"),
    "weights": ("import torch\ntorch.save(m, 'best.pt')", "best.pt", "torch"),
    "a picture": ("import matplotlib.pyplot as plt\nplt.savefig('a.png')", "a.png", "figure"),
    "a joined path": ("import os\nopen(os.path.join(args.out, 'r.txt'), 'w')", "{}/r.txt", "text"),
    "a formatted path": ("open('%s/%03d.csv' % (a, b), 'w')", "{}/{}.csv", "csv"),
    "a path by format": ("open('{}/r_{:02d}.txt'.format(a, b), 'w')", "{}/r_{}.txt", "text"),
    "a sum": ("open(root + '/r.txt', 'w')", "{}/r.txt", "text"),
    "a constant": ("OUT = 'results'\nopen(OUT + '/r.txt', 'w')", "results/r.txt", "text"),
    "a path object": ("from pathlib import Path\n(Path('out') / name / 'r.txt').write_text(x)", "out/{}/r.txt", "text"),
    "a log of events": (
        "from torch.utils.tensorboard import SummaryWriter\nSummaryWriter('runs/a')",
        "runs/a",
        "tensorboard",
    ),
}
NOT_WRITTEN = {
    "a file that is read": "open('a.txt')\nopen('a.txt', 'r')\nopen('a.bin', 'rb')",
    "a mode that is not told": "open('a.txt', mode)",
    "a method of one's own": "self.open('a.txt', 'w')",
    "a function of one's own": "def open(*a): ...\nopen('a.txt', 'w')",
    "a text of a table": "df.to_csv()\ndf.to_json()",
    "an argument that is unpacked": "open(*a)",
    "a load": "import numpy as np\nnp.load('a.npy')",
}


@pytest.mark.parametrize("case", WRITTEN)
def test_a_file_that_is_written_is_found(case: str) -> None:
    text, path, how = WRITTEN[case]
    (written,) = written_by(module_of(text))
    assert (written.path, written.how) == (path, how)


@pytest.mark.parametrize("case", NOT_WRITTEN)
def test_what_is_not_written_is_not_found(case: str) -> None:
    assert written_by(module_of(NOT_WRITTEN[case])) == ()


def test_a_name_that_is_given_by_itself_is_not_told() -> None:
    (written,) = written_by(module_of("a = b + 'x'\nb = a + 'y'\nopen(a, 'w')"))
    assert "{}" in written.path


LOADED = {
    "a data set of Hugging Face": (
        "from datasets import load_dataset\nload_dataset('glue', 'mrpc', cache_dir='c')",
        "glue",
        "huggingface-dataset",
        "c",
    ),
    "a model of Hugging Face": (
        "from transformers import AutoModel\nAutoModel.from_pretrained('gpt2')",
        "gpt2",
        "huggingface-model",
        None,
    ),
    "a data set of torchvision": (
        "from torchvision import datasets\ndatasets.CIFAR10(root='./data', train=True, download=True)",
        "CIFAR10",
        "torchvision",
        "./data",
    ),
    "a data set of torchvision by place": (
        "import torchvision\ntorchvision.datasets.MNIST('d', download=True)",
        "MNIST",
        "torchvision",
        "d",
    ),
    "a model of torchvision": (
        "from torchvision import models\nmodels.resnet18(pretrained=True)",
        "resnet18",
        "torchvision-model",
        None,
    ),
    "a data set of scikit-learn": (
        "from sklearn.datasets import fetch_california_housing\nfetch_california_housing()",
        "california_housing",
        "sklearn",
        None,
    ),
    "OpenML": ("import openml\nopenml.datasets.get_dataset(31)", "31", "openml", None),
    "OpenML by scikit-learn": (
        "from sklearn.datasets import fetch_openml\nfetch_openml('mnist_784')",
        "mnist_784",
        "openml",
        None,
    ),
    "an environment": ("import gym\ngym.make('CartPole-v1')", "CartPole-v1", "gym", None),
    "an address": (
        "import urllib.request\nurllib.request.urlretrieve('https://x.org/a.zip', p)",
        "https://x.org/a.zip",
        "url",
        None,
    ),
    "a table at an address": (
        "import pandas as pd\npd.read_csv('https://x.org/a.csv')",
        "https://x.org/a.csv",
        "url",
        None,
    ),
    "a table": ("import pandas as pd\npd.read_csv(f'data/{n}.csv')", "data/{}.csv", "file", None),
    "a file": ("open('data/a.txt')", "data/a.txt", "file", None),
    "Google Drive": ("import gdown\ngdown.download(id=x, url='u')", "u", "gdown", None),
    "a hub": ("import torch\ntorch.hub.load('a/b', 'm')", "a/b", "torch-hub", None),
    "timm": ("import timm\ntimm.create_model('vit', pretrained=True)", "vit", "timm", None),
    "graphs": (
        "from torch_geometric.datasets import Planetoid\nPlanetoid(root='d', name='Cora')",
        "Planetoid",
        "torch-geometric",
        "d",
    ),
}
NOT_LOADED = {
    "a file that is written": "open('a.txt', 'w')",
    "a path that is not told": "open(p)\nimport pandas as pd\npd.read_csv(p)",
    "a model without weights": "from torchvision import models\nmodels.resnet18(pretrained=False)\nmodels.vgg11()",
    "a model of timm without weights": "import timm\ntimm.create_model('vit')",
    "made data": "from sklearn.datasets import make_blobs\nmake_blobs()",
    "a folder of pictures": "from torchvision import datasets\ndatasets.ImageFolder('d')",
    "a transform": "from torchvision import transforms\ntransforms.Resize(3)",
    "one's own model": "from .models import M\nM.from_pretrained('x')",
    "an own make": "def make(n): ...\nmake('CartPole-v1')",
}


@pytest.mark.parametrize("case", LOADED)
def test_what_is_loaded_is_found(case: str) -> None:
    text, name, how, root = LOADED[case]
    (loaded,) = loaded_by(module_of(text))
    assert (loaded.name, loaded.how, loaded.root) == (name, how, root)


@pytest.mark.parametrize("case", NOT_LOADED)
def test_what_is_made_here_is_not_loaded(case: str) -> None:
    assert loaded_by(module_of(NOT_LOADED[case])) == ()


CARDS = {
    "a move": ("model.cuda()", True, False),
    "a move to a name": ("x.to('cuda:0')", True, False),
    "a device": ("import torch\nd = torch.device('cuda')", True, False),
    "an argument": ("f(x, device='cuda')", True, False),
    "a question": ("import torch\nd = torch.device('cuda' if torch.cuda.is_available() else 'cpu')", False, True),
    "a question before": ("import torch\nif torch.cuda.is_available():\n    model.cuda()", False, True),
    "a question by an option": ("if args.cuda:\n    model.cuda()", False, False),
    "a move to what is told elsewhere": ("x.to(device)", False, False),
    "the processor": ("x.to('cpu')\nf(device='cpu')", False, False),
    "a setting": ("import torch\ntorch.cuda.manual_seed(3)\ntorch.cuda.empty_cache()", False, False),
    "a question and a move beside it": (
        "import torch\nok = torch.cuda.is_available()\nmodel.cuda()",
        True,
        True,
    ),
}


@pytest.mark.parametrize("case", CARDS)
def test_a_card_is_needed_where_nothing_asks_for_it(case: str) -> None:
    text, needed, optional = CARDS[case]
    found = accelerator_of(module_of(text))
    assert (found.needed, found.optional) == (needed, optional)


PRINTED = {
    "a format string": ("print(f'Test accuracy: {acc:.2f}%')", "Test accuracy: 91.25%", "91.25"),
    "arguments": ("print('accuracy', acc)", "accuracy 0.9125", "0.9125"),
    "arguments with an end": ("print('epoch', e, 'test acc:', acc, 'done')", "epoch 3 test acc: 0.5 done", "0.5"),
    "percent": ("print('Epoch %d: mse = %.3f' % (e, m))", "Epoch 10: mse = 1.250", "1.250"),
    "format": ("print('mse:{}, mae:{}'.format(a, b))", "mse:0.386, mae:0.401", "0.386"),
    "a log": ("logger.info('F1 %.3f', f)", "2020-01-01 INFO F1 0.750", "0.750"),
    "a log by format string": ("import logging\nlogging.info(f'AUC={a}')", "AUC=1e-05", "1e-05"),
    "a value that is below zero": ("print(f'reward {r}')", "reward -3.5", "-3.5"),
    "a count before the score": (
        "print(f'Accuracy of the net on the {n} test images: {acc}%')",
        "Accuracy of the net on the 500 test images: 76.5%",
        "76.5",
    ),
    "a name before the score": ("print(f'acc of {name} = {acc}')", "acc of x = 3", "3"),
    "a score on the second line": ("print(f'epoch {e}\\nacc: {acc}')", "acc: 0.5", "0.5"),
    "another line": ("print(f'acc {name} {acc}')", "loss 3", None),
}
NOT_PRINTED = {
    "no score": "print(f'epoch {e}')",
    "a word without a value": "print('accuracy')",
    "a value before the word": "print(f'{a} accuracy')",
    "a word that holds another": "print(f'mapping {a}')\nprint(f'accelerator {a}')\nprint(f'terror {a}')",
    "one's own print": "def print(*a): ...\nprint('acc', a)",
    "an argument that is unpacked": "print(*a)",
    "a value on the next line": "print(f'accuracy\\n{a}')",
    "what is written elsewhere": "writer.add_scalar('acc', a)",
}


@pytest.mark.parametrize("case", PRINTED)
def test_a_printed_score_comes_with_a_pattern_that_reads_it(case: str) -> None:
    text, line, value = PRINTED[case]
    (printed,) = scores_printed(module_of(text))
    match = re.compile(printed.pattern).search(line)
    assert (match[1] if match else None) == value
    assert re.compile(printed.pattern).groups == 1


@pytest.mark.parametrize("case", NOT_PRINTED)
def test_what_prints_no_score_has_no_pattern(case: str) -> None:
    assert scores_printed(module_of(NOT_PRINTED[case])) == ()


def test_trackers_that_want_a_login_are_named() -> None:
    text = "import os, wandb\nfrom comet_ml import Experiment\nimport mlflow\nimport wandb.sdk\n"
    assert trackers_of(module_of(text)) == ("wandb", "comet_ml")


def test_a_tracker_that_writes_to_a_server_is_named() -> None:
    assert trackers_of(module_of("import mlflow\nmlflow.set_tracking_uri(u)")) == ("mlflow",)


def test_a_module_of_that_name_is_no_tracker() -> None:
    assert trackers_of(module_of("from . import wandb\nfrom .wandb import x\nfrom mine import neptune")) == ()
