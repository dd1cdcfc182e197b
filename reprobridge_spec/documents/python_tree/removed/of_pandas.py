"""What pandas no longer has; each row was compared with the released wheels before and after."""

from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.documents.python_tree.removed.rows import CORRECTNESS, gone, refused, renamed

_P = "pandas"
_FRAME, _SERIES = "pandas.DataFrame()", "pandas.Series()"
_READERS = ("pandas.read_csv", "pandas.read_table")


def _reader(keyword: str, removed: str, instead: str, **more: object) -> tuple[Removal, ...]:
    return refused(_P, _READERS, keyword, removed, instead=instead, **more)


def _either(removed: str, pairs: dict[str, str], **more: object) -> tuple[Removal, ...]:
    return tuple(row for kind in (_FRAME, _SERIES) for row in gone(_P, kind, removed, pairs, **more))


_APPEND = (
    "A frame in the list of `pd.concat` is the same; a dict or a Series is a row only as `pd.DataFrame([row])`, and "
    "types of columns can change."
)

ROWS: tuple[Removal, ...] = (
    *_either("2.0", {"append": "pd.concat([...])"}, deprecated="1.4", caution=_APPEND),
    *(
        row
        for kind in (_FRAME, _SERIES)
        for row in renamed(_P, kind, "2.0", {"iteritems": f"{kind}.items"}, deprecated="1.5")
    ),
    *_either(
        "1.0",
        {"ix": ".loc[...] or .iloc[...]"},
        deprecated="0.20",
        kind=CORRECTNESS,
        caution=(
            "`.ix` took labels, and positions where there was no such label; which it was decides which rows are taken."
        ),
    ),
    *_either("1.0", {"as_matrix": ".to_numpy()", "get_value": ".at[...]"}),
    *_either("2.0", {"mad": "(x - x.mean()).abs().mean()", "slice_shift": ".shift(...)", "tshift": ".shift(freq=...)"}),
    *gone(_P, _FRAME, "2.0", {"lookup": "positions by `factorize` and `.to_numpy()`"}),
    *renamed(_P, _FRAME, "3.0", {"applymap": f"{_FRAME}.map"}, deprecated="2.1"),
    *_either("3.0", {"backfill": ".bfill()", "first": ".loc[...]", "last": ".loc[...]", "pad": ".ffill()"}),
    *refused(
        _P, (f"{_FRAME}.fillna", f"{_SERIES}.fillna"), "method", "3.0", deprecated="2.1", instead=".ffill() or .bfill()"
    ),
    *refused(
        _P,
        (f"{_FRAME}.to_csv", f"{_SERIES}.to_csv"),
        "line_terminator",
        "2.0",
        deprecated="1.5",
        instead="lineterminator=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="lineterminator",
    ),
    *_reader(
        "squeeze",
        "2.0",
        '.squeeze("columns") behind the call',
        values=("True",),
        deprecated="1.4",
        equivalent=True,
        means=Means.SQUEEZE,
    ),
    *_reader("squeeze", "2.0", "nothing", values=("False",), deprecated="1.4", equivalent=True, means=Means.DROP),
    *_reader("squeeze", "2.0", '.squeeze("columns") behind the call', deprecated="1.4"),
    *_reader("mangle_dupe_cols", "2.0", "nothing", values=("True",), equivalent=True, means=Means.DROP),
    *_reader("prefix", "2.0", 'df.add_prefix("...") of a frame without header', deprecated="1.4"),
    *_reader(
        "error_bad_lines",
        "2.0",
        'on_bad_lines="warn"',
        values=("False",),
        deprecated="1.3",
        equivalent=True,
        means=Means.ARGUMENT,
        to='on_bad_lines="warn"',
    ),
    *_reader(
        "error_bad_lines", "2.0", "nothing", values=("True",), deprecated="1.3", equivalent=True, means=Means.DROP
    ),
    *_reader("warn_bad_lines", "2.0", "nothing: it only said what is left out", equivalent=True, means=Means.DROP),
    *_reader(
        "delim_whitespace",
        "3.0",
        r'sep=r"\s+"',
        values=("True",),
        deprecated="2.2",
        equivalent=True,
        means=Means.ARGUMENT,
        to=r'sep=r"\s+"',
    ),
    *_reader(
        "delim_whitespace", "3.0", "nothing", values=("False",), deprecated="2.2", equivalent=True, means=Means.DROP
    ),
    *_reader("delim_whitespace", "3.0", r'sep=r"\s+" where it is true', deprecated="2.2"),
    *_reader("date_parser", "3.0", "date_format=..., or pd.to_datetime(...) afterwards", deprecated="2.0"),
    *_reader(
        "infer_datetime_format",
        "3.0",
        "nothing: formats are always inferred",
        deprecated="2.0",
        equivalent=True,
        means=Means.DROP,
        caution="From pandas 2.0 all dates of a column must have the format of the first one.",
    ),
    *_reader("keep_date_col", "3.0", "pd.to_datetime(...) of the columns afterwards", deprecated="2.2"),
    *_reader("verbose", "3.0", "nothing", deprecated="2.2", equivalent=True, means=Means.DROP),
    *refused(
        _P, ("pandas.read_excel",), "squeeze", "2.0", deprecated="1.4", instead='.squeeze("columns") behind the call'
    ),
    *refused(
        _P,
        ("pandas.date_range",),
        "closed",
        "2.0",
        values=("'left'", "'right'"),
        deprecated="1.4",
        instead="inclusive=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="inclusive",
    ),
    *refused(_P, ("pandas.concat",), "join_axes", "1.0", instead=".reindex(...) of the outcome"),
    *gone(_P, _P, "0.25", {"Panel": "a frame with a MultiIndex, or the package `xarray`"}),
    *gone(_P, _P, "1.0", {"SparseDataFrame": "a frame with sparse columns", "SparseSeries": "a sparse Series"}),
    *gone(_P, _P, "2.0", {"datetime": "datetime.datetime"}, deprecated="1.0"),
    *renamed(_P, _P, "2.0", {"np": "numpy"}, deprecated="1.0"),
    *gone(
        _P,
        _P,
        "2.0",
        {
            "Int64Index": 'pd.Index(..., dtype="int64")',
            "Float64Index": 'pd.Index(..., dtype="float64")',
            "UInt64Index": 'pd.Index(..., dtype="uint64")',
            "util.testing": "pandas.testing",
        },
    ),
    *renamed(_P, "pandas.io.json", "2.0", {"json_normalize": "pandas.json_normalize"}, deprecated="1.0"),
    *gone(_P, _P, "3.0", {"value_counts": "pd.Series(...).value_counts()"}, deprecated="2.1"),
)
