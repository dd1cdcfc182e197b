"""Names in lists of requirements that mean something else than what an index has under them."""

import sys

MEANT = {
    "sklearn": "scikit-learn",
    "cv2": "opencv-python",
    "opencv": "opencv-python",
    "skimage": "scikit-image",
    "pil": "pillow",
    "yaml": "pyyaml",
    "pytorch": "torch",
    "dateutil": "python-dateutil",
    "crypto": "pycryptodome",
    "faiss": "faiss-cpu",
    "mpl-toolkits": "matplotlib",
    "umap": "umap-learn",
    "ipdb3": "ipdb",
    "tensorboard-x": "tensorboardx",
    "dotenv": "python-dotenv",
    "pytables": "tables",
    "graph-tool": "",
    "pkg-resources": "",
    "apex": "",
    "cudatoolkit": "",
    "cuda": "",
    "cudnn": "",
    "mkl-service": "",
    "conda": "",
    "anaconda": "",
}
"""What people mean by a name; empty where no package of an index is what they mean."""

_BACKPORTS = frozenset({"dataclasses"})
"""Needed by Pythons that are in use, and harmless in others."""
_REMOVED = frozenset({"distutils", "imp", "asynchat", "asyncore", "smtpd"})

STANDARD_LIBRARY = frozenset(name for name in sys.stdlib_module_names if not name.startswith("_")) | _REMOVED
"""Modules that Python has itself, in whichever version runs this."""


def is_standard(name: str) -> bool:
    """Whether a requirement names what Python has itself."""
    plain = name.lower().replace("-", "_")
    return plain in STANDARD_LIBRARY and plain not in _BACKPORTS
