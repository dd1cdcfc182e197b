"""Values of keywords that scikit-learn calls something else now; each was tried with the releases before and after."""

from collections.abc import Mapping

from reprobridge_spec.documents.python_tree.removed.base import Removal
from reprobridge_spec.documents.python_tree.removed.rows import values

_K = "scikit-learn"
_CLASSIFIERS = tuple(
    f"sklearn.{name}"
    for name in (
        "ensemble.ExtraTreesClassifier",
        "ensemble.RandomForestClassifier",
        "tree.DecisionTreeClassifier",
        "tree.ExtraTreeClassifier",
    )
)
_REGRESSORS = tuple(
    f"sklearn.{name}"
    for name in (
        "ensemble.ExtraTreesRegressor",
        "ensemble.RandomForestRegressor",
        "tree.DecisionTreeRegressor",
        "tree.ExtraTreeRegressor",
    )
)
_BOOSTED = ("sklearn.ensemble.GradientBoostingClassifier", "sklearn.ensemble.GradientBoostingRegressor")


def _of(
    names: tuple[str, ...], keyword: str, removed: str, deprecated: str, pairs: Mapping[str, str]
) -> tuple[Removal, ...]:
    return values(_K, names, keyword, removed, {repr(old): new for old, new in pairs.items()}, deprecated=deprecated)


ROWS: tuple[Removal, ...] = (
    *_of(_CLASSIFIERS, "max_features", "1.3", "1.1", {"auto": '"sqrt"'}),
    *_of(_REGRESSORS, "max_features", "1.3", "1.1", {"auto": "1.0"}),
    *_of(_BOOSTED[:1], "max_features", "1.3", "1.1", {"auto": '"sqrt"'}),
    *_of(_BOOSTED[1:], "max_features", "1.3", "1.1", {"auto": "None"}),
    *_of(_REGRESSORS, "criterion", "1.2", "1.0", {"mse": '"squared_error"', "mae": '"absolute_error"'}),
    *_of(_BOOSTED, "criterion", "1.2", "1.0", {"mse": '"squared_error"'}),
    *_of(_BOOSTED[:1], "loss", "1.3", "1.1", {"deviance": '"log_loss"'}),
    *_of(_BOOSTED[1:], "loss", "1.2", "1.0", {"ls": '"squared_error"', "lad": '"absolute_error"'}),
    *_of(
        ("sklearn.ensemble.HistGradientBoostingRegressor",),
        "loss",
        "1.2",
        "1.0",
        {"least_squares": '"squared_error"', "least_absolute_deviation": '"absolute_error"'},
    ),
    *_of(
        ("sklearn.ensemble.HistGradientBoostingClassifier",),
        "loss",
        "1.3",
        "1.1",
        dict.fromkeys(("auto", "binary_crossentropy", "categorical_crossentropy"), '"log_loss"'),
    ),
    *_of(("sklearn.linear_model.SGDClassifier",), "loss", "1.3", "1.1", {"log": '"log_loss"'}),
    *_of(
        ("sklearn.linear_model.SGDClassifier", "sklearn.linear_model.SGDRegressor"),
        "loss",
        "1.2",
        "1.0",
        {"squared_loss": '"squared_error"'},
    ),
    *_of(("sklearn.linear_model.SGDClassifier",), "penalty", "1.2", "1.0", {"none": "None"}),
    *_of(("sklearn.linear_model.LogisticRegression",), "penalty", "1.4", "1.2", {"none": "None"}),
    *_of(("sklearn.cluster.KMeans",), "algorithm", "1.4", "1.1", {"full": '"lloyd"'}),
    *_of(("sklearn.linear_model.RANSACRegressor",), "loss", "1.2", "1.0", {"absolute_loss": '"absolute_error"'}),
)
