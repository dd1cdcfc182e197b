"""Arguments that scikit-learn no longer takes; each row was compared with the released wheels before and after."""

from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.documents.python_tree.removed.of_sklearn_names import ROWS as NAMES
from reprobridge_spec.documents.python_tree.removed.of_sklearn_values import ROWS as VALUES
from reprobridge_spec.documents.python_tree.removed.rows import CORRECTNESS, refused

_K = "scikit-learn"
_LINEAR = tuple(
    f"sklearn.linear_model.{name}"
    for name in (
        "ARDRegression",
        "BayesianRidge",
        "ElasticNet",
        "ElasticNetCV",
        "Lasso",
        "LassoCV",
        "LinearRegression",
        "MultiTaskElasticNet",
        "MultiTaskElasticNetCV",
        "MultiTaskLasso",
        "MultiTaskLassoCV",
        "Ridge",
        "RidgeCV",
        "RidgeClassifier",
        "RidgeClassifierCV",
    )
)
_LARS = tuple(
    f"sklearn.linear_model.{name}"
    for name in (
        "Lars",
        "LarsCV",
        "LassoLars",
        "LassoLarsCV",
        "LassoLarsIC",
        "OrthogonalMatchingPursuit",
        "OrthogonalMatchingPursuitCV",
    )
)
_NORMALIZE = (
    "A standard scaler in its place is another method: `normalize=True` divided each centred feature by its L2 norm "
    "over the training rows, a scaler divides by the standard deviation, so every penalty then weighs as if it were "
    "divided by the number of training rows, and other penalties are chosen."
)
_CENTRED = "centre each feature, divide it by its L2 norm over the training rows, then fit"
_ENSEMBLES = tuple(
    f"sklearn.{name}"
    for name in (
        "calibration.CalibratedClassifierCV",
        "ensemble.AdaBoostClassifier",
        "ensemble.AdaBoostRegressor",
        "ensemble.BaggingClassifier",
        "ensemble.BaggingRegressor",
    )
)


def _normalize(names: tuple[str, ...], removed: str) -> tuple[Removal, ...]:
    return (
        *refused(
            _K,
            names,
            "normalize",
            removed,
            values=("False",),
            deprecated="1.0",
            instead="nothing",
            equivalent=True,
            means=Means.DROP,
        ),
        *refused(
            _K,
            names,
            "normalize",
            removed,
            deprecated="1.0",
            instead=_CENTRED,
            kind=CORRECTNESS,
            caution=_NORMALIZE,
        ),
    )


ROWS: tuple[Removal, ...] = (
    *_normalize(_LINEAR, "1.2"),
    *_normalize(_LARS, "1.4"),
    *VALUES,
    *NAMES,
    *refused(
        _K,
        ("sklearn.preprocessing.OneHotEncoder",),
        "sparse",
        "1.4",
        deprecated="1.2",
        instead="sparse_output=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="sparse_output",
    ),
    *refused(
        _K,
        ("sklearn.preprocessing.OneHotEncoder",),
        "categorical_features",
        "0.22",
        instead="sklearn.compose.ColumnTransformer(...)",
    ),
    *refused(_K, ("sklearn.preprocessing.OneHotEncoder",), "n_values", "0.22", instead="categories=..."),
    *refused(
        _K,
        ("sklearn.cluster.AgglomerativeClustering", "sklearn.cluster.FeatureAgglomeration"),
        "affinity",
        "1.4",
        deprecated="1.2",
        instead="metric=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="metric",
    ),
    *refused(
        _K,
        _ENSEMBLES,
        "base_estimator",
        "1.4",
        deprecated="1.2",
        instead="estimator=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="estimator",
    ),
    *refused(_K, ("sklearn.cluster.KMeans",), "n_jobs", "1.0", instead="nothing", equivalent=True, means=Means.DROP),
    *refused(
        _K,
        ("sklearn.cluster.KMeans",),
        "precompute_distances",
        "1.0",
        instead="nothing",
        equivalent=True,
        means=Means.DROP,
    ),
    *refused(
        _K,
        ("sklearn.model_selection.GridSearchCV", "sklearn.model_selection.RandomizedSearchCV"),
        "iid",
        "0.24",
        deprecated="0.22",
        instead="nothing",
        kind=CORRECTNESS,
        caution="With `iid=True` folds were weighted by their size; now all weigh the same.",
    ),
    *refused(
        _K,
        ("sklearn.ensemble.IsolationForest",),
        "behaviour",
        "0.24",
        instead="nothing",
        kind=CORRECTNESS,
        caution="The old behaviour, with its own offset, is gone.",
    ),
    *refused(
        _K,
        ("sklearn.manifold.TSNE",),
        "n_iter",
        "1.7",
        deprecated="1.5",
        instead="max_iter=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="max_iter",
    ),
    *refused(
        _K,
        ("sklearn.metrics.mean_squared_error",),
        "squared",
        "1.6",
        values=("True",),
        deprecated="1.4",
        instead="nothing",
        equivalent=True,
        means=Means.DROP,
    ),
    *refused(
        _K,
        ("sklearn.metrics.mean_squared_error",),
        "squared",
        "1.6",
        deprecated="1.4",
        instead="sklearn.metrics.root_mean_squared_error(...)",
        caution="For several outputs releases took the root before the mean, or after it.",
    ),
    *refused(
        _K,
        ("sklearn.ensemble.AdaBoostClassifier",),
        "algorithm",
        "1.8",
        values=("'SAMME'",),
        instead="nothing",
        equivalent=True,
        means=Means.DROP,
    ),
    *refused(
        _K,
        ("sklearn.ensemble.AdaBoostClassifier",),
        "algorithm",
        "1.8",
        instead="nothing",
        kind=CORRECTNESS,
        caution="Only SAMME is left; `SAMME.R`, the default up to 1.5, is another method.",
    ),
    *refused(
        _K,
        ("sklearn.linear_model.LogisticRegression", "sklearn.linear_model.LogisticRegressionCV"),
        "multi_class",
        "1.8",
        deprecated="1.5",
        instead="nothing for several classes; sklearn.multiclass.OneVsRestClassifier(...) for 'ovr'",
        kind=CORRECTNESS,
        caution="One model for each class (`ovr`) and one for all (`multinomial`) are different methods.",
    ),
    *refused(
        _K,
        ("sklearn.utils.check_array", "sklearn.utils.check_X_y"),
        "force_all_finite",
        "1.8",
        deprecated="1.6",
        instead="ensure_all_finite=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="ensure_all_finite",
    ),
    *refused(
        _K,
        ("sklearn.metrics.log_loss",),
        "eps",
        "1.5",
        instead="np.clip(...) beforehand",
        kind=CORRECTNESS,
        caution="Scores of sure and wrong predictions depend on where they are clipped.",
    ),
    *refused(
        _K, ("sklearn.model_selection.cross_val_score",), "fit_params", "1.6", deprecated="1.4", instead="params=..."
    ),
    *refused(
        _K,
        ("sklearn.linear_model.SGDClassifier", "sklearn.linear_model.SGDRegressor", "sklearn.linear_model.Perceptron"),
        "n_iter",
        "0.21",
        instead="max_iter=..., tol=None",
        kind=CORRECTNESS,
        caution="Without `tol=None` the new loop stops early.",
    ),
    *refused(
        _K,
        ("sklearn.decomposition.NMF",),
        "alpha",
        "1.2",
        deprecated="1.0",
        instead="alpha_W=..., alpha_H=...",
        kind=CORRECTNESS,
        caution="The new penalties are multiplied by the numbers of features and of samples.",
    ),
)
