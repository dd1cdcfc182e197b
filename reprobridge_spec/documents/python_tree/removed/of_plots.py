"""What Matplotlib, NetworkX, Pillow and PyYAML no longer have; each row was compared with released wheels."""

from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.documents.python_tree.removed.rows import CORRECTNESS, gone, refused, renamed

_M, _X = "matplotlib", "networkx"
_SEABORN = (
    "",
    "-bright",
    "-colorblind",
    "-dark",
    "-dark-palette",
    "-darkgrid",
    "-deep",
    "-muted",
    "-notebook",
    "-paper",
    "-pastel",
    "-poster",
    "-talk",
    "-ticks",
    "-white",
    "-whitegrid",
)
_MATRIX = (
    "The product `*` of a matrix is that of matrices, of an array that of elements; what is computed with it changes."
)

ROWS: tuple[Removal, ...] = (
    *(
        Removal(
            distribution=_M,
            name=name,
            keyword="style",
            place=0,
            values=(f"'seaborn{style}'",),
            removed="3.8",
            deprecated="3.6",
            says=f"OSError: 'seaborn{style}' is not a valid package style",
            instead=f"seaborn-v0_8{style}",
            equivalent=True,
            means=Means.VALUE,
            to=f'"seaborn-v0_8{style}"',
        )
        for name in ("matplotlib.pyplot.style.use", "matplotlib.style.use", "matplotlib.style.context")
        for style in _SEABORN
    ),
    *renamed(_M, "matplotlib.cm", "3.11", {"get_cmap": "matplotlib.pyplot.get_cmap"}, deprecated="3.7"),
    *gone(_M, "matplotlib.cm", "3.9", {"register_cmap": "matplotlib.colormaps.register(...)"}, deprecated="3.7"),
    *gone(
        _M, "matplotlib.mlab", "3.1", {"normpdf": "scipy.stats.norm.pdf(...)", "griddata": "scipy.interpolate.griddata"}
    ),
    *gone(_M, "matplotlib.pyplot", "3.11", {"plot_date": "plt.plot(...)"}, deprecated="3.9"),
    *gone(
        _M,
        "matplotlib.pyplot.figure()",
        "3.6",
        {"canvas.set_window_title": "fig.canvas.manager.set_window_title(...)"},
        deprecated="3.4",
    ),
    *refused(
        _M,
        ("matplotlib.pyplot.gca", "matplotlib.pyplot.figure().gca"),
        "projection",
        "3.6",
        deprecated="3.4",
        instead="fig.add_subplot(projection=...)",
    ),
    *refused(
        _M,
        ("matplotlib.pyplot.hist",),
        "normed",
        "3.2",
        instead="density=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="density",
    ),
    *renamed(
        _X,
        _X,
        "3.0",
        {
            "OrderedGraph": "networkx.Graph",
            "OrderedDiGraph": "networkx.DiGraph",
            "from_numpy_matrix": "networkx.from_numpy_array",
            "from_scipy_sparse_matrix": "networkx.from_scipy_sparse_array",
        },
    ),
    *gone(
        _X,
        _X,
        "3.0",
        {
            "to_numpy_matrix": "networkx.to_numpy_array(...)",
            "to_scipy_sparse_matrix": "networkx.to_scipy_sparse_array(...)",
        },
        kind=CORRECTNESS,
        caution=_MATRIX,
    ),
    *gone(
        _X,
        _X,
        "3.0",
        {
            "info": "print(graph)",
            "read_gpickle": "pickle.load(...)",
            "write_gpickle": "pickle.dump(...)",
            "hits_numpy": "networkx.hits(...)",
            "pagerank_numpy": "networkx.pagerank(...)",
        },
    ),
    *gone(
        _X, _X, "2.4", {"connected_component_subgraphs": "(graph.subgraph(c) for c in nx.connected_components(graph))"}
    ),
    *renamed(_X, "networkx.Graph()", "2.4", {"node": "networkx.Graph().nodes"}),
    *renamed(
        "pillow",
        "PIL.Image",
        "10.0",
        {"ANTIALIAS": "PIL.Image.LANCZOS", "LINEAR": "PIL.Image.BILINEAR", "CUBIC": "PIL.Image.BICUBIC"},
        deprecated="9.1",
    ),
    *gone("pillow", "PIL.ImageDraw.Draw()", "10.0", {"textsize": ".textbbox((0, 0), text)"}, deprecated="9.2"),
    *gone("pillow", "PIL.ImageFont.truetype()", "10.0", {"getsize": ".getbbox(text)"}, deprecated="9.2"),
    *(
        Removal(
            distribution="pyyaml",
            name=f"yaml.{name}",
            keyword="Loader",
            place=1,
            is_missing=True,
            removed="6.0",
            deprecated="5.1",
            says=f"TypeError: {name}() missing 1 required positional argument: 'Loader'",
            instead=f"yaml.safe_{name}(...)",
            caution="Files with Python objects need `Loader=yaml.UnsafeLoader`, which runs what they say.",
        )
        for name in ("load", "load_all")
    ),
)
