"""Which calls of known packages give which kind of object, so that a method that was removed is known by its object."""

import ast

_FRAMES = ("DataFrame", "read_csv", "read_table", "read_excel", "read_parquet", "read_pickle", "read_json", "read_fwf")
_KINDS = {f"pandas.{name}": "pandas.DataFrame()" for name in _FRAMES} | {
    "pandas.DataFrame.from_dict": "pandas.DataFrame()",
    "pandas.DataFrame.from_records": "pandas.DataFrame()",
    "pandas.Series": "pandas.Series()",
    "networkx.Graph": "networkx.Graph()",
    "networkx.DiGraph": "networkx.Graph()",
    "PIL.ImageDraw.Draw": "PIL.ImageDraw.Draw()",
    "PIL.ImageFont.truetype": "PIL.ImageFont.truetype()",
    "sklearn.feature_extraction.text.CountVectorizer": "sklearn.feature_extraction.text.CountVectorizer()",
    "sklearn.feature_extraction.text.TfidfVectorizer": "sklearn.feature_extraction.text.CountVectorizer()",
    "sklearn.preprocessing.OneHotEncoder": "sklearn.preprocessing.OneHotEncoder()",
    "sklearn.preprocessing.PolynomialFeatures": "sklearn.preprocessing.PolynomialFeatures()",
    "gym.make": "gym.make()",
    "gymnasium.make": "gymnasium.make()",
}
_KEPT = {
    "pandas.DataFrame()": frozenset(
        {
            "append",
            "assign",
            "astype",
            "copy",
            "drop",
            "drop_duplicates",
            "dropna",
            "fillna",
            "head",
            "merge",
            "reindex",
            "rename",
            "replace",
            "reset_index",
            "sample",
            "set_index",
            "sort_index",
            "sort_values",
        }
    ),
    "pandas.Series()": frozenset({"append", "astype", "copy", "dropna", "fillna", "replace", "sort_values"}),
    "gym.make()": frozenset[str](),
}
"""Methods that give an object of the kind that they were called on."""


def made_by(called: str) -> str:
    """The kind of object that a call of `called` gives; empty where none is known."""
    if kind := _KINDS.get(called):
        return kind
    made, _, method = called.rpartition(".")
    return made if method in _KEPT.get(made, ()) else ""


def kept_by(kind: str, call: ast.expr) -> bool:
    """Whether `name = name.method(...)` leaves the name an object of its kind."""
    match call:
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _KEPT.get(kind, ())
        case _:
            return False
