"""Names that scikit-learn no longer has; each row was compared with the released wheels before and after."""

from reprobridge_spec.documents.python_tree.removed.base import Removal
from reprobridge_spec.documents.python_tree.removed.rows import CORRECTNESS, gone, renamed

_K = "scikit-learn"
_SPLITTERS = (
    "Splitters get the data in `split`, not their size in the constructor, and defaults (folds, `iid`) changed."
)
_FEATURE_NAMES = tuple(
    f"sklearn.{name}()"
    for name in (
        "feature_extraction.text.CountVectorizer",
        "preprocessing.OneHotEncoder",
        "preprocessing.PolynomialFeatures",
    )
)

ROWS: tuple[Removal, ...] = (
    *renamed(
        _K,
        "sklearn.cross_validation",
        "0.20",
        {"train_test_split": "sklearn.model_selection.train_test_split"},
        deprecated="0.18",
    ),
    *gone(
        _K,
        "sklearn",
        "0.20",
        {
            "cross_validation": "sklearn.model_selection",
            "grid_search": "sklearn.model_selection",
            "learning_curve": "sklearn.model_selection",
        },
        deprecated="0.18",
        kind=CORRECTNESS,
        caution=_SPLITTERS,
    ),
    *gone(_K, "sklearn", "0.19", {"lda": "sklearn.discriminant_analysis", "qda": "sklearn.discriminant_analysis"}),
    *renamed(
        _K,
        "sklearn.externals",
        "0.23",
        {"joblib": "joblib", "six": "six"},
        deprecated="0.21",
        caution="The package must then be in the environment by its own name.",
    ),
    *gone(_K, "sklearn", "0.24", {"metrics.scorer": "sklearn.metrics", "utils.testing": "numpy.testing or pytest"}),
    *gone(
        _K,
        "sklearn",
        "0.23",
        {
            "datasets.fetch_mldata": "sklearn.datasets.fetch_openml(...)",
            "preprocessing.Imputer": "sklearn.impute.SimpleImputer(...)",
            "utils.linear_assignment_": "scipy.optimize.linear_sum_assignment(...)",
        },
    ),
    *gone(
        _K,
        "sklearn.metrics",
        "0.23",
        {"jaccard_similarity_score": "sklearn.metrics.jaccard_score(...)"},
        kind=CORRECTNESS,
        caution="For one label a sample the old name was the accuracy, not the Jaccard index.",
    ),
    *renamed(_K, "sklearn.metrics", "0.23", {"calinski_harabaz_score": "sklearn.metrics.calinski_harabasz_score"}),
    *gone(
        _K,
        "sklearn.datasets",
        "1.2",
        {"load_boston": "the data itself, as an input by digest"},
        deprecated="1.0",
        says="ImportError: `load_boston` has been removed from scikit-learn since version 1.2.",
        caution="Another data set in its place is another task.",
    ),
    *gone(
        _K,
        "sklearn.metrics",
        "1.2",
        {
            "plot_confusion_matrix": "sklearn.metrics.ConfusionMatrixDisplay.from_estimator(...)",
            "plot_roc_curve": "sklearn.metrics.RocCurveDisplay.from_estimator(...)",
            "plot_precision_recall_curve": "sklearn.metrics.PrecisionRecallDisplay.from_estimator(...)",
        },
        deprecated="1.0",
    ),
    *gone(_K, "sklearn.metrics", "1.3", {"SCORERS": "sklearn.metrics.get_scorer_names()"}),
    *gone(_K, "sklearn.utils.metaestimators", "1.3", {"if_delegate_has_method": "available_if(...)"}),
    *renamed(_K, "sklearn.neighbors", "1.3", {"DistanceMetric": "sklearn.metrics.DistanceMetric"}, deprecated="1.0"),
    *renamed(
        _K,
        "sklearn.utils.fixes",
        "1.5",
        {"delayed": "sklearn.utils.parallel.delayed"},
    ),
    *(
        row
        for kind in _FEATURE_NAMES
        for row in gone(
            _K,
            kind,
            "1.2",
            {"get_feature_names": ".get_feature_names_out(...)"},
            deprecated="1.0",
            caution="It gives an array, not a list.",
        )
    ),
)
