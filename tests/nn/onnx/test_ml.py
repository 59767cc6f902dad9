"""Operators of ai.onnx.ml against onnxruntime."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle.errors import FileFormatError
from heddle.nn.onnx import OnnxRunner
from tests.nn.onnx.one_node import check, model

ML = "ai.onnx.ml"
RNG = np.random.default_rng(0)
X = RNG.standard_normal((6, 4)).astype(np.float32)
WHOLE = RNG.integers(-3, 4, (6, 4)).astype(np.int64)
TEXTS = np.array(["a", "b", "zz", "a"], object)

PLAIN: dict[str, tuple[str, list[np.ndarray], dict[str, Any]]] = {
    "Scaler": ("Scaler", [X], {"offset": [0.5, 1.0, 2.0, -1.0], "scale": [2.0, 3.0, 0.5, 1.0]}),
    "Scaler of one": ("Scaler", [X], {"offset": [0.5], "scale": [2.0]}),
    "Scaler of integers": ("Scaler", [WHOLE], {"offset": [1.0], "scale": [0.5]}),
    "Binarizer": ("Binarizer", [X], {"threshold": 0.25}),
    "Normalizer MAX": ("Normalizer", [np.abs(X)], {"norm": "MAX"}),
    "Normalizer L1": ("Normalizer", [X], {"norm": "L1"}),
    "Normalizer L2": ("Normalizer", [np.where(np.arange(6)[:, None] == 2, 0, X).astype(np.float32)], {"norm": "L2"}),
    "Imputer": ("Imputer", [np.where(X > 0.5, np.nan, X).astype(np.float32)],
                {"replaced_value_float": float("nan"), "imputed_value_floats": [1.0, 2.0, 3.0, 4.0]}),
    "Imputer of integers": ("Imputer", [WHOLE], {"replaced_value_int64": 2, "imputed_value_int64s": [9]}),
    "ArrayFeatureExtractor": ("ArrayFeatureExtractor", [X, np.array([[2, 0]], np.int64)], {}),
    "FeatureVectorizer": ("FeatureVectorizer", [X, X[:, :2]], {"inputdimensions": [4, 2]}),
    "LabelEncoder of texts": ("LabelEncoder", [TEXTS], {"keys_strings": ["a", "b"], "values_int64s": [5, 7], "default_int64": -3}),
    "LabelEncoder to texts": ("LabelEncoder", [WHOLE], {"keys_int64s": [1, 2], "values_strings": ["one", "two"]}),
    "LabelEncoder of numbers": ("LabelEncoder", [WHOLE], {"keys_int64s": [1, 2], "values_floats": [0.5, 9.0], "default_float": 3.0}),
    "LabelEncoder of NaN": ("LabelEncoder", [np.array([1.0, np.nan, 3.0], np.float32)],
                            {"keys_floats": [float("nan"), 1.0], "values_int64s": [8, 9]}),
    "CategoryMapper": ("CategoryMapper", [TEXTS], {"cats_strings": ["b", "a"], "cats_int64s": [3, 4]}),
    "OneHotEncoder": ("OneHotEncoder", [WHOLE], {"cats_int64s": [0, 1, 3]}),
    "OneHotEncoder of texts": ("OneHotEncoder", [TEXTS], {"cats_strings": ["b", "a"]}),
    "LinearRegressor": ("LinearRegressor", [X], {"coefficients": RNG.random(8).tolist(), "intercepts": [0.5, 1.0], "targets": 2}),
    "ZipMap": ("ZipMap", [X[:, :2].copy()], {"classlabels_int64s": [3, 9]}),
    "ZipMap of texts": ("ZipMap", [X[:, :2].copy()], {"classlabels_strings": ["u", "v"]}),
    "SVMRegressor": ("SVMRegressor", [X], {"coefficients": RNG.standard_normal(3).tolist(), "support_vectors": RNG.random(12).tolist(),
                     "n_supports": 3, "kernel_type": "RBF", "kernel_params": [0.4, 0.0, 3.0], "rho": [0.25]}),
    "SVMRegressor POLY": ("SVMRegressor", [X], {"coefficients": RNG.standard_normal(3).tolist(), "n_supports": 3,
                                                "kernel_type": "POLY",
                          "support_vectors": RNG.random(12).tolist(), "kernel_params": [0.4, 0.5, 2.0], "rho": [0.25]}),
    "SVMRegressor of one class": ("SVMRegressor", [X], {"coefficients": RNG.standard_normal(3).tolist(), "n_supports": 3,
                                                        "one_class": 1,
                                  "support_vectors": RNG.random(12).tolist(), "kernel_type": "SIGMOID",
                                  "kernel_params": [0.4, 0.5, 2.0], "rho": [0.0]}),
    "SVMRegressor without vectors": ("SVMRegressor", [X], {"coefficients": RNG.random(4).tolist(), "rho": [0.5], "n_supports": 0,
                                     "kernel_type": "LINEAR", "kernel_params": [0.0, 0.0, 0.0]}),
}


@pytest.mark.parametrize("name", list(PLAIN))
def test_an_operator(name: str) -> None:
    op, inputs, attributes = PLAIN[name]
    check(op, inputs, 1, ML, 4 if "NaN" in name else 2 if op == "LabelEncoder" else 1, **attributes)


@pytest.mark.parametrize("after", ["NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"])
@pytest.mark.parametrize("labels", [{"classlabels_ints": [2, 5, 9]}, {"classlabels_strings": ["u", "v", "w"]}],
                         ids=["numbers", "texts"])
def test_a_linear_classifier(after: str, labels: dict[str, Any]) -> None:
    check("LinearClassifier", [X], 2, ML, coefficients=np.random.default_rng(1).standard_normal(12).tolist(),
          intercepts=[0.1, 0.2, 0.3],
          post_transform=after, **labels)


@pytest.mark.parametrize("after", ["NONE", "LOGISTIC"])
def test_a_linear_classifier_of_two_labels_with_one_score(after: str) -> None:
    check("LinearClassifier", [X], 2, ML, coefficients=[1.0, -1.0, 0.5, 0.25], intercepts=[0.1], classlabels_ints=[4, 6],
          post_transform=after)


@pytest.mark.parametrize("chances", [False, True], ids=["scores", "chances"])
@pytest.mark.parametrize("count", [2, 3])
def test_a_support_vector_classifier(count: int, chances: bool) -> None:
    rng, pairs = np.random.default_rng(count), count * (count - 1) // 2
    more = {"prob_a": (-rng.random(pairs) - 0.5).tolist(), "prob_b": rng.standard_normal(pairs).tolist()} if chances else {}
    # onnxruntime iterates until chances change by less than 0.005 / classes, as libsvm does; ours are where that would end
    check("SVMClassifier", [X], 2, ML, atol=0.005 if chances else 1e-5, classlabels_ints=list(range(count)),
          coefficients=rng.standard_normal((count - 1) * 3 * count).tolist(), kernel_type="RBF", kernel_params=[0.3, 0.0, 3.0],
          rho=rng.standard_normal(pairs).tolist(), support_vectors=rng.standard_normal(12 * count).tolist(),
          vectors_per_class=[3] * count, **more)


# ---- trees


def _forest(trees: int, depth: int, modes: list[str], rng: np.random.Generator) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """The lists of complete trees, and their leaves as (tree, node)."""
    found: dict[str, Any] = {f"nodes_{k}": [] for k in ("treeids", "nodeids", "featureids", "values", "modes", "truenodeids",
                                                              "falsenodeids", "missing_value_tracks_true")}
    leaves: list[tuple[int, int]] = []
    for tree in range(trees):
        for node in range(2 ** (depth + 1) - 1):
            is_leaf = node >= 2 ** depth - 1
            row = (tree, node, 0 if is_leaf else int(rng.integers(4)), 0.0 if is_leaf else float(rng.integers(-8, 8) / 4),
                   "LEAF" if is_leaf else modes[int(rng.integers(len(modes)))], 0 if is_leaf else 2 * node + 1,
                   0 if is_leaf else 2 * node + 2, 0 if is_leaf else int(rng.integers(2)))
            for values, value in zip(found.values(), row, strict=True): values.append(value)
            if is_leaf: leaves.append((tree, node))
    return found, leaves


def _quarters(nan: bool) -> np.ndarray:
    x = (np.random.default_rng(5).integers(-8, 8, (40, 4)) / 4).astype(np.float32)
    return np.where(np.random.default_rng(6).random(x.shape) < 0.1, np.nan, x).astype(np.float32) if nan else x


@pytest.mark.parametrize("modes", [["BRANCH_LEQ"], ["BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_LEQ"]],
                         ids=["one mode", "all modes"])
@pytest.mark.parametrize("how", ["SUM", "AVERAGE", "MIN", "MAX"])
def test_regression_trees(how: str, modes: list[str]) -> None:
    rng = np.random.default_rng(1)
    lists, leaves = _forest(5, 3, modes, rng)
    check("TreeEnsembleRegressor", [_quarters(len(modes) == 1)], 1, ML, 3, aggregate_function=how, n_targets=2,
          base_values=[0.5, -1.0],
          target_treeids=[t for t, _ in leaves], target_nodeids=[n for _, n in leaves],
          target_ids=rng.integers(0, 2, len(leaves)).tolist(),
          target_weights=rng.standard_normal(len(leaves)).tolist(), **lists)


@pytest.mark.parametrize("after", ["NONE", "SOFTMAX", "LOGISTIC"])
@pytest.mark.parametrize("labels", [{"classlabels_int64s": [3, 5, 8]}, {"classlabels_strings": ["a", "b", "c"]}],
                         ids=["numbers", "texts"])
def test_classification_trees(after: str, labels: dict[str, Any]) -> None:
    rng = np.random.default_rng(2)
    lists, leaves = _forest(4, 2, ["BRANCH_LEQ"], rng)
    check("TreeEnsembleClassifier", [_quarters(False)], 2, ML, 1, class_treeids=[t for t, _ in leaves],
          class_nodeids=[n for _, n in leaves],
          class_ids=rng.integers(0, 3, len(leaves)).tolist(), class_weights=rng.random(len(leaves)).tolist(),
          post_transform=after, **labels,
          **lists)


@pytest.mark.parametrize("after", ["NONE", "LOGISTIC"])
@pytest.mark.parametrize("positive", [True, False], ids=["chances", "margins"])
@pytest.mark.parametrize("which", [0, 1])
def test_trees_of_two_labels_with_one_score(which: int, positive: bool, after: str) -> None:
    """Leaves that speak of class 0 alone are what exporters of boosted trees write."""
    rng = np.random.default_rng(3)
    lists, leaves = _forest(4, 2, ["BRANCH_LT"], rng)
    weights = rng.random(len(leaves)) / 4 if positive else rng.standard_normal(len(leaves))
    check("TreeEnsembleClassifier", [_quarters(False)], 2, ML, 1, class_treeids=[t for t, _ in leaves],
          class_nodeids=[n for _, n in leaves],
          class_ids=[which] * len(leaves), class_weights=weights.tolist(), classlabels_int64s=[0, 1], post_transform=after, **lists)


@pytest.mark.parametrize(("name", "value", "text"), [
    ("nodes_truenodeids", 99, "a node that is not there"), ("nodes_truenodeids", 0, "a path without an end"),
    ("nodes_featureids", 7, "looks at feature 7 of 4"), ("nodes_modes", "BRANCH_UP", "the mode BRANCH_UP")])
def test_a_damaged_tree(name: str, value: Any, text: str) -> None:
    rng = np.random.default_rng(4)
    lists, leaves = _forest(1, 2, ["BRANCH_LEQ"], rng)
    lists[name][1] = value
    made = model("TreeEnsembleRegressor", [X], 1, ML, 3, n_targets=1, target_treeids=[t for t, _ in leaves],
                 target_nodeids=[n for _, n in leaves], target_ids=[0] * len(leaves), target_weights=[1.0] * len(leaves), **lists)
    with pytest.raises(FileFormatError, match=text): OnnxRunner(made, "PYTHON")({"x0": X})
