"""ONNX decision-tree ensembles of ai.onnx.ml: all trees of all rows descend one level at a time.

Inputs: the attributes that list nodes and leaves. Outputs: scores. Invariants: a leaf leads to itself, so that every path has the
length of the longest one.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import FileFormatError
from heddle.nn.onnx.ops.ml import ML, floats, labelled, row, transformed
from heddle.nn.onnx.table import ArrayValue, Floats, Ints, Texts, op
from heddle.tensor import Tensor

Array = np.ndarray | None
_CURE = "Export the model again."
_MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF")
_LEAF, _MEMBER = _MODES.index("LEAF"), _MODES.index("BRANCH_MEMBER")


@dataclass
class Forest:
    """A node an index: what it compares, where it leads to, and (as a leaf) what it adds to each target."""

    modes: np.ndarray
    features: np.ndarray
    splits: np.ndarray
    yes: np.ndarray
    no: np.ndarray
    nan_is_yes: np.ndarray
    roots: np.ndarray
    weights: np.ndarray  # (nodes, targets)
    is_given: np.ndarray  # (nodes, targets): whether a leaf has a weight for a target
    members: np.ndarray | None = None  # (nodes, most): the sets of BRANCH_MEMBER, filled up with NaN


def _depth(f: Forest) -> int:
    """The longest path. FileFormatError for indices outside, and for paths without an end."""
    count = len(f.modes)
    for nodes in (f.yes, f.no, f.roots):
        if nodes.size and (nodes.min() < 0 or nodes.max() >= count):
            raise FileFormatError("a tree leads to a node that is not there", _CURE)
    inner, level, depth = f.modes != _LEAF, np.unique(f.roots), 0
    while (now := level[inner[level]]).size:
        level, depth = np.unique(np.concatenate([f.yes[now], f.no[now]])), depth + 1
        if depth > count: raise FileFormatError("a tree has a path without an end", _CURE)
    return depth


def _leaves(f: Forest, x: Tensor) -> Tensor:
    """(rows, trees): the leaf that each row comes to in each tree."""
    depth = _depth(f)
    if f.features.min(initial=0) < 0 or f.features.max(initial=0) >= max(x.shape[1], 1):
        raise FileFormatError(f"a tree looks at feature {int(f.features.max())} of {x.shape[1]}", _CURE)

    def beside(a: np.ndarray) -> Tensor: return Tensor(a, device=x.device)
    at = beside(f.roots.astype(np.int64)).unsqueeze(0).expand(x.shape[0], len(f.roots))
    tables = [beside(a) for a in (f.features.astype(np.int64), f.splits.astype(np.float32), f.yes.astype(np.int64),
                                  f.no.astype(np.int64))]
    modes, used = beside(f.modes.astype(np.int32)), sorted(set(f.modes.tolist()) - {_LEAF})
    nan_is_yes = beside(f.nan_is_yes.astype(bool)) if f.nan_is_yes.any() else None
    for _ in range(depth):
        value, split = x.gather(1, tables[0][at]), tables[1][at]
        goes = (value == value) & False
        for mode in used:
            hit = _compared(value, split, mode) if mode != _MEMBER else (value.unsqueeze(-1) == beside(_sets(f))[at]).any(-1)
            goes = hit if len(used) == 1 else goes | ((modes[at] == mode) & hit)
        if nan_is_yes is not None: goes = goes | (value.isnan() & nan_is_yes[at])
        at = goes.where(tables[2][at], tables[3][at])
    return at


def _sets(f: Forest) -> np.ndarray:
    if f.members is None: raise FileFormatError("BRANCH_MEMBER needs membership_values", _CURE)
    return f.members


def _compared(a: Tensor, b: Tensor, mode: int) -> Tensor:
    return (lambda: a <= b, lambda: a < b, lambda: a >= b, lambda: a > b, lambda: a == b, lambda: a != b)[mode]()


def _scores(f: Forest, x: Tensor, how: str, base: Sequence[float] | np.ndarray | None) -> Tensor:
    """(rows, targets): the weights of the leaves, by SUM, AVERAGE, MIN or MAX over the trees that have one, and the base values."""
    rows = floats(x if x.ndim > 1 else x.unsqueeze(0))
    at = _leaves(f, rows)
    found, given = row(f.weights, x)[at], Tensor(f.is_given, device=x.device)[at]  # (rows, trees, targets)
    match how:
        case "SUM": scores = found.sum(1)
        case "AVERAGE": scores = found.sum(1) / len(f.roots)
        case "MIN": scores = given.where(found, np.inf).min(1)
        case "MAX": scores = given.where(found, -np.inf).max(1)
        case _: raise FileFormatError(f"aggregate_function is {how!r}", "There are: SUM, AVERAGE, MIN, MAX.")
    if base is not None and len(base): scores = scores + row(base, x)
    return given.any(1).where(scores, 0)  # a target without a leaf has no base value either


# ---- versions before 5: nodes by tree and number, leaves listed apart


def _listed(a: Mapping[str, object], leaf: str, targets: int) -> Forest:
    """From the attributes of the regressor ("target") or the classifier ("class"). FileFormatError for lists that do not fit."""
    def values(name: str) -> np.ndarray:
        given = a.get(f"{name}_as_tensor")
        return np.asarray(given if given is not None else a.get(name) or (), np.float32)

    def integers(name: str) -> list[int]: return np.asarray(a.get(name) or (), np.int64).tolist()
    trees, numbers = integers("nodes_treeids"), integers("nodes_nodeids")
    index = {key: i for i, key in enumerate(zip(trees, numbers, strict=False))}
    count = len(numbers)
    features, *ways = (integers(f"nodes_{name}") for name in ("featureids", "truenodeids", "falsenodeids"))
    names: list[str] = np.asarray(a.get("nodes_modes") or ()).tolist()
    splits, nan = values("nodes_values"), integers("nodes_missing_value_tracks_true") or [0] * count
    if len(trees) != count or len(splits) != count or len(nan) != count or any(len(v) != count for v in (names, features, *ways)):
        raise FileFormatError("the lists of a tree's nodes have different lengths", _CURE)
    if wrong := set(names) - set(_MODES): raise FileFormatError(f"a node has the mode {sorted(wrong)[0]}", _CURE)
    modes = np.array([_MODES.index(m) for m in names], np.int32)
    own = np.arange(count)
    yes, no = (np.array([index.get((t, n), -1) for t, n in zip(trees, way, strict=True)], np.int64)
               for way in ways)
    weights, is_given = np.zeros((count, targets), np.float32), np.zeros((count, targets), bool)
    rows = zip(*(integers(f"{leaf}_{name}") for name in ("treeids", "nodeids", "ids")), values(f"{leaf}_weights"), strict=True)
    for tree, number, target, weight in rows:
        if (tree, number) not in index or not 0 <= target < targets:
            raise FileFormatError(f"a leaf of tree {tree} is node {number} and has the target {target}", _CURE)
        weights[index[tree, number], target] += weight
        is_given[index[tree, number], target] = True
    roots = np.array([trees.index(t) for t in dict.fromkeys(trees)], np.int64)
    is_leaf = modes == _LEAF
    return Forest(modes, np.where(is_leaf, 0, features or own), splits, np.where(is_leaf, own, yes),
                  np.where(is_leaf, own, no), np.array(nan, bool), roots, weights, is_given)


@op("TreeEnsembleRegressor", domain=ML)
def tree_ensemble_regressor(
        x: Tensor, *, aggregate_function: str = "SUM", base_values: Floats = None, base_values_as_tensor: Array = None,
        n_targets: int = 1, nodes_falsenodeids: Ints = None, nodes_featureids: Ints = None, nodes_hitrates: Floats = None,
        nodes_hitrates_as_tensor: Array = None, nodes_missing_value_tracks_true: Ints = None, nodes_modes: Texts = None,
        nodes_nodeids: Ints = None, nodes_treeids: Ints = None, nodes_truenodeids: Ints = None, nodes_values: Floats = None,
        nodes_values_as_tensor: Array = None, post_transform: str = "NONE", target_ids: Ints = None,
        target_nodeids: Ints = None, target_treeids: Ints = None, target_weights: Floats = None,
        target_weights_as_tensor: Array = None) -> Tensor:
    """(rows, features) -> (rows, targets)."""
    forest = _listed(locals(), "target", n_targets)
    base = base_values if base_values_as_tensor is None else base_values_as_tensor
    return transformed(_scores(forest, x, aggregate_function, base), post_transform)


@op("TreeEnsembleClassifier", domain=ML, results=2)
def tree_ensemble_classifier(
        x: Tensor, *, base_values: Floats = None, base_values_as_tensor: Array = None, class_ids: Ints = None,
        class_nodeids: Ints = None, class_treeids: Ints = None, class_weights: Floats = None,
        class_weights_as_tensor: Array = None, classlabels_int64s: Ints = None, classlabels_strings: Texts = None,
        nodes_falsenodeids: Ints = None, nodes_featureids: Ints = None, nodes_hitrates: Floats = None,
        nodes_hitrates_as_tensor: Array = None, nodes_missing_value_tracks_true: Ints = None, nodes_modes: Texts = None,
        nodes_nodeids: Ints = None, nodes_treeids: Ints = None, nodes_truenodeids: Ints = None, nodes_values: Floats = None,
        nodes_values_as_tensor: Array = None, post_transform: str = "NONE") -> tuple[ArrayValue, Tensor]:
    """The label of the greatest score, and the scores of all classes. Leaves that name one class of two give the second's
    score."""
    labels = len(classlabels_strings or classlabels_int64s or (0, 1))
    forest = _listed(locals(), "class", labels)
    base = base_values if base_values_as_tensor is None else base_values_as_tensor
    if labels == 2 and class_ids and len(set(class_ids)) == 1:
        which = int(class_ids[0])
        forest.weights, forest.is_given = forest.weights[:, which:which + 1], forest.is_given[:, which:which + 1]
        score = _scores(forest, x, "SUM", None if base is None else list(base)[-1:])
        positive = bool((forest.weights >= 0).all())
        second = score > (0.5 if positive else 0.0)
        if which == 1: scores = transformed(score.zeros_like().cat(score, dim=1), post_transform)
        elif post_transform == "LOGISTIC": scores = (-score).cat(score, dim=1).sigmoid()
        else: scores = (1 - score if positive else -score).cat(score, dim=1)  # as onnxruntime has it, for every other transform
        return labelled(second[:, 0].cast(dtypes.int64), classlabels_strings, classlabels_int64s), scores
    scores = _scores(forest, x, "SUM", base)
    return labelled(scores.argmax(1), classlabels_strings, classlabels_int64s), transformed(scores, post_transform)


# ---- version 5: inner nodes and leaves by index


@op("TreeEnsemble", domain=ML, since=5)
def tree_ensemble(x: Tensor, *, aggregate_function: int = 1, leaf_targetids: Sequence[int], leaf_weights: np.ndarray,
                  membership_values: np.ndarray | None = None, n_targets: int = 1, nodes_falseleafs: Sequence[int],
                  nodes_falsenodeids: Sequence[int], nodes_featureids: Sequence[int], nodes_hitrates: np.ndarray | None = None,
                  nodes_missing_value_tracks_true: Sequence[int] = (), nodes_modes: np.ndarray, nodes_splits: np.ndarray,
                  nodes_trueleafs: Sequence[int], nodes_truenodeids: Sequence[int], post_transform: int = 0,
                  tree_roots: Sequence[int]) -> Tensor:
    """(rows, features) -> (rows, targets). A tree of one leaf is a node whose both ways lead to that leaf."""
    modes, count, leaves = np.asarray(nodes_modes).astype(np.int32), len(nodes_featureids), len(leaf_targetids)
    lists = (nodes_falseleafs, nodes_falsenodeids, nodes_trueleafs, nodes_truenodeids, modes, nodes_splits)
    if any(len(v) != count for v in lists) or len(leaf_weights) != leaves or not (set(modes.tolist()) <= set(range(7))):
        raise FileFormatError("the lists of a tree's nodes have different lengths, or modes that are not", _CURE)
    if leaves and not 0 <= min(leaf_targetids) <= max(leaf_targetids) < n_targets:
        raise FileFormatError(f"a leaf has none of the {n_targets} targets", _CURE)
    own = count + np.arange(leaves)
    yes, no = (np.concatenate([np.where(np.asarray(to_leaf, bool), count + np.asarray(to), to), own]).astype(np.int64)
               for to_leaf, to in ((nodes_trueleafs, nodes_truenodeids), (nodes_falseleafs, nodes_falsenodeids)))
    weights, is_given = np.zeros((count + leaves, n_targets), np.float32), np.zeros((count + leaves, n_targets), bool)
    weights[own, list(leaf_targetids)], is_given[own, list(leaf_targetids)] = leaf_weights, True
    nan = np.concatenate([np.asarray(nodes_missing_value_tracks_true or np.zeros(count), bool), np.zeros(leaves, bool)])
    zeros = np.zeros(leaves)
    forest = Forest(np.concatenate([modes, np.full(leaves, _LEAF)]).astype(np.int32),
                    np.concatenate([nodes_featureids, zeros]).astype(np.int64), np.concatenate([nodes_splits, zeros]), yes, no, nan,
                    np.asarray(tree_roots, np.int64), weights, is_given, _member_sets(modes, membership_values, leaves))
    how, after = ("AVERAGE", "SUM", "MIN", "MAX"), ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")
    if not 0 <= aggregate_function < len(how) or not 0 <= post_transform < len(after):
        raise FileFormatError(f"aggregate_function {aggregate_function}, post_transform {post_transform}", _CURE)
    return transformed(_scores(forest, x, how[aggregate_function], None), after[post_transform]).cast(x.dtype)


def _member_sets(modes: np.ndarray, values: np.ndarray | None, leaves: int) -> np.ndarray | None:
    """The sets of the nodes of BRANCH_MEMBER, which the file lists one after the other with a NaN behind each."""
    if values is None or not len(values): return None
    rest = iter(np.asarray(values, np.float32).tolist())
    sets: list[list[float]] = []
    for mode in modes.tolist():
        own: list[float] = []
        while mode == _MEMBER and (v := next(rest, float("nan"))) == v: own.append(v)
        sets.append(own)
    longest = max(map(len, sets))
    return np.array([s + [np.nan] * (longest - len(s)) for s in sets + [[]] * leaves], np.float32)
