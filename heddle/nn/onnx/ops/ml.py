"""ONNX operators of ai.onnx.ml, except trees and maps: scaling, encoding, linear models, support vector machines.

Labels that are strings are arrays of the host, so a classifier with such labels reads which class won while the graph is built.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import FileFormatError, ShapeError
from heddle.nn.onnx.table import ArrayValue, Floats, Host, Ints, Texts, Value, on_host, op
from heddle.nn.onnx.values import strings
from heddle.tensor import Tensor

ML = "ai.onnx.ml"
_CURE = "Export the model again."

# ---- scaling


def row(values: Sequence[float] | np.ndarray, like: Tensor) -> Tensor:
    """Numbers of an attribute as float32 beside another tensor."""
    return Tensor(np.asarray(values, np.float32), device=like.device)


def floats(x: Tensor) -> Tensor:
    """Every input of these operators becomes float32 first."""
    return x.cast(dtypes.float32)


@op("Scaler", domain=ML)
def scaler(x: Tensor, *, offset: Sequence[float] = (0.0,), scale: Sequence[float] = (1.0,)) -> Tensor:
    return (floats(x) - row(offset, x)) * row(scale, x)


@op("Binarizer", domain=ML)
def binarizer(x: Tensor, *, threshold: float = 0.0) -> Tensor: return (x > threshold).cast(x.dtype)


@op("Normalizer", domain=ML)
def normalizer(x: Tensor, *, norm: str = "MAX") -> Tensor:
    """Each row by its greatest element, or by the length that L1 or L2 give it; rows of zeros stay."""
    wide = floats(x)
    lengths = {"MAX": lambda: wide.max(-1, keepdim=True), "L1": lambda: wide.abs().sum(-1, keepdim=True),
               "L2": lambda: (wide * wide).sum(-1, keepdim=True).sqrt()}
    if norm not in lengths: raise FileFormatError(f"Normalizer has the norm {norm!r}", f"There are: {', '.join(lengths)}.")
    length = lengths[norm]()
    return wide / (length == 0).where(1, length)


@op("Imputer", domain=ML)
def imputer(x: Tensor, *, imputed_value_floats: Floats = None, imputed_value_int64s: Ints = None,
            replaced_value_float: float = 0.0, replaced_value_int64: int = 0) -> Tensor:
    """x with other values, one or one for each column, in place of one value, which may be NaN."""
    if x.dtype.is_float():
        missing, old = x.isnan() if np.isnan(replaced_value_float) else x == replaced_value_float, imputed_value_floats
    else: missing, old = x == replaced_value_int64, imputed_value_int64s
    if not old: raise FileFormatError("Imputer has no value for what is missing", _CURE)
    return missing.where(Tensor(np.asarray(old), device=x.device).cast(x.dtype), x)


@op("ArrayFeatureExtractor", domain=ML)
def array_feature_extractor(x: Tensor, positions: Tensor) -> Tensor:
    """Columns by index; a vector counts as one row."""
    rows = x if x.ndim > 1 else x.unsqueeze(0)
    return rows.index_select(-1, positions.flatten().cast(dtypes.int64))


@op("FeatureVectorizer", domain=ML)
def feature_vectorizer(*x: Tensor, inputdimensions: Ints = None) -> Tensor:
    """Columns beside each other, of each input as many as `inputdimensions` has: cut, or filled with zeros."""
    parts = [floats(v if v.ndim > 1 else v.unsqueeze(0)) for v in x]
    if inputdimensions: parts = [p.pad([(0, 0), (0, n - p.shape[1])]) for p, n in zip(parts, inputdimensions, strict=True)]
    return parts[0].cat(*parts[1:], dim=1)


# ---- encoding


def _pairs(attributes: Mapping[str, object]) -> tuple[np.ndarray, np.ndarray]:
    """Keys and values of a LabelEncoder, whatever attribute holds them."""
    keys, values = (next((np.asarray(v) for name, v in attributes.items() if name.startswith(kind) and v is not None), None)
                    for kind in ("keys_", "values_"))
    if keys is None or values is None or len(keys) != len(values):
        raise FileFormatError("LabelEncoder needs as many values as keys", _CURE)
    return keys, values


@op("LabelEncoder", domain=ML, since=2)
def label_encoder(x: ArrayValue, *, default_float: float = -0.0, default_int64: int = -1, default_string: str = "_Unused",
                  default_tensor: np.ndarray | None = None, keys_floats: object = None, keys_int64s: object = None,
                  keys_strings: object = None, keys_tensor: object = None, values_floats: object = None,
                  values_int64s: object = None, values_strings: object = None, values_tensor: object = None) -> ArrayValue:
    """The value whose key each element is; NaN is a key like any other."""
    keys, values = _pairs(locals())
    is_text = values.dtype.kind in "OSU"
    kind = np.dtype(object) if is_text else values.dtype if values_tensor is not None else np.dtype(
        np.float32 if values_floats is not None else np.int64)
    other = default_tensor.reshape(-1)[0] if default_tensor is not None else default_string if is_text else (
        default_float if kind.kind == "f" else default_int64)
    if is_text or keys.dtype.kind in "OSU": return _looked_up(on_host(x), keys, values, other, kind)
    tensor = x if isinstance(x, Tensor) else Tensor(x)
    wide = tensor.unsqueeze(-1)
    known = Tensor(keys.astype(np.float32 if tensor.dtype.is_float() else np.int64), device=tensor.device).cast(tensor.dtype)
    hit = wide == known
    if keys.dtype.kind == "f" and np.isnan(keys.astype(np.float64)).any(): hit = hit | (wide.isnan() & known.isnan())
    table = Tensor(np.append(values.astype(kind), np.asarray(other, kind)), device=tensor.device)
    return table[hit.any(-1).where(hit.cast(dtypes.int32).argmax(-1), len(keys)).cast(dtypes.int64)]


#: a key or a value of a table of labels
Label = int | float | str | bytes


def _looked_up(x: np.ndarray, keys: np.ndarray, values: np.ndarray, other: Label, kind: np.dtype[np.generic]) -> np.ndarray:
    def name(v: Label) -> Label: return v.decode() if isinstance(v, bytes) else "NaN" if isinstance(v, float) and v != v else v
    table: dict[Label, Label] = {}
    for key, value in zip(keys.tolist(), values.tolist(), strict=True): table.setdefault(name(key), value)
    found = np.empty(x.size, kind)
    found[:] = [name(table.get(name(v), other)) if kind.kind == "O" else table.get(name(v), other) for v in x.reshape(-1).tolist()]
    return found.reshape(x.shape)


@op("CategoryMapper", domain=ML)
def category_mapper(x: Value, *, cats_int64s: Sequence[int], cats_strings: Sequence[str], default_int64: int = -1,
                    default_string: str = "_Unused") -> Host:
    """Texts to numbers, or numbers to texts."""
    array, texts, numbers = on_host(x), np.array(cats_strings, object), np.array(cats_int64s, np.int64)
    if array.dtype.kind in "OSU": return _looked_up(array, texts, numbers, default_int64, np.dtype(np.int64))
    return _looked_up(array, numbers, texts, default_string, np.dtype(object))


@op("OneHotEncoder", domain=ML)
def one_hot_encoder(x: ArrayValue, *, cats_int64s: Ints = None, cats_strings: Texts = None,
                    zeros: int = 1) -> Tensor:
    """Along a new last axis 1 at the category of each element; ShapeError for what is in none, unless `zeros`."""
    if cats_strings is not None:
        texts, categories = strings(on_host(x)), np.array(cats_strings, object)
        hit = Tensor((texts[..., None] == categories).astype(np.float32))
        known = bool(np.isin(texts.astype(str), categories.astype(str)).all())
    else:
        tensor = x if isinstance(x, Tensor) else Tensor(x)
        hit = (tensor.cast(dtypes.int64).unsqueeze(-1) == Tensor(np.array(cats_int64s, np.int64),
                                                                 device=tensor.device)).cast(dtypes.float32)
        known = bool(zeros) or bool(on_host(hit.max(-1).min()) > 0)
    if not zeros and not known: raise ShapeError("an element is in no category", "Set zeros=1 in the model, or give known categories.")
    return hit


# ---- results of models


def transformed(scores: Tensor, how: str) -> Tensor:
    """`post_transform` of a row of scores. FileFormatError for one that is unknown."""
    match how:
        case "NONE" | "": return scores
        case "LOGISTIC": return scores.sigmoid()
        case "SOFTMAX": return scores.softmax(-1)
        case "SOFTMAX_ZERO":
            nonzero = scores != 0
            shares = nonzero.where((scores - scores.max(-1, keepdim=True)).exp(), 0)
            return shares / shares.sum(-1, keepdim=True)
        case "PROBIT": return _probit(scores)
        case _: raise FileFormatError(f"post_transform is {how!r}", "There are: NONE, LOGISTIC, SOFTMAX, SOFTMAX_ZERO, PROBIT.")


def _probit(x: Tensor) -> Tensor:
    """sqrt(2) * erfinv(2 x - 1), erfinv as Winitzki approximates it (which is what onnxruntime computes)."""
    t = 2 * x - 1
    log, a = ((1 - t) * (1 + t)).log(), 0.147
    half = 2 / (np.pi * a) + 0.5 * log
    return 1.41421356 * t.sign() * ((half * half - log / a).sqrt() - half).sqrt()


def labelled(which: Tensor, texts: Texts, numbers: Ints) -> ArrayValue:
    """The label of each index: texts on the host, integers as a tensor."""
    if texts: return strings(np.array(texts, object)[on_host(which).astype(np.int64)])
    return Tensor(np.array(numbers if numbers else [0, 1], np.int64), device=which.device)[which.cast(dtypes.int64)]


# ---- linear models


@op("LinearRegressor", domain=ML)
def linear_regressor(x: Tensor, *, coefficients: Sequence[float], intercepts: Floats = None,
                     post_transform: str = "NONE",
                     targets: int = 1) -> Tensor:
    scores = floats(x) @ row(coefficients, x).reshape(targets, -1).T
    return transformed(scores + row(intercepts, x) if intercepts else scores, post_transform)


@op("LinearClassifier", domain=ML, results=2)
def linear_classifier(x: Tensor, *, classlabels_ints: Ints = None, classlabels_strings: Texts = None,
                      coefficients: Sequence[float], intercepts: Sequence[float] = (), multi_class: int = 0,
                      post_transform: str = "NONE") -> tuple[ArrayValue, Tensor]:
    """The label of the greatest score, and the scores. One score for two labels is that of the second."""
    rows = floats(x if x.ndim > 1 else x.unsqueeze(0))
    count = len(coefficients) // max(rows.shape[1], 1)
    scores = rows @ row(coefficients, x).reshape(count, -1).T
    if intercepts: scores = scores + row(intercepts, x)
    labels = len(classlabels_strings or classlabels_ints or (0, 1))
    if count == 1 and labels == 2:
        which = (scores > 0)[:, 0].cast(dtypes.int64)
        scores = (1 - scores if post_transform == "NONE" else -scores).cat(scores, dim=1)
    else: which = scores.argmax(1)
    return labelled(which, classlabels_strings, classlabels_ints), transformed(scores, post_transform)


# ---- support vector machines


def _kernel(x: Tensor, vectors: Tensor, kind: str, params: Sequence[float]) -> Tensor:
    """(rows, vectors): the kernel of each row with each support vector; params are gamma, coef0 and the degree."""
    gamma, coef0, degree = [*params, 0.0, 0.0, 0.0][:3] if len(params) < 3 else params[:3]
    product = x @ vectors.T
    match kind:
        case "LINEAR": return product
        case "POLY": return (gamma * product + coef0) ** degree
        case "SIGMOID": return (gamma * product + coef0).tanh()
        case "RBF":
            apart = x.unsqueeze(1) - vectors.unsqueeze(0)
            return (-gamma * (apart * apart).sum(-1)).exp()
        case _: raise FileFormatError(f"kernel_type is {kind!r}", "There are: LINEAR, POLY, RBF, SIGMOID.")


@op("SVMRegressor", domain=ML)
def svm_regressor(x: Tensor, *, coefficients: Sequence[float], kernel_params: Sequence[float] = (), kernel_type: str = "LINEAR",
                  n_supports: int = 0, one_class: int = 0, post_transform: str = "NONE", rho: Sequence[float] = (0.0,),
                  support_vectors: Sequence[float] = ()) -> Tensor:
    """Without support vectors the coefficients are those of the columns; `one_class` gives 1 or -1."""
    rows, shares = floats(x if x.ndim > 1 else x.unsqueeze(0)), row(coefficients, x)
    seen = _kernel(rows, row(support_vectors, x).reshape(n_supports, -1), kernel_type, kernel_params) if n_supports else rows
    scores = (seen * shares).sum(-1, keepdim=True) + rho[0]
    return (scores > 0).where(1.0, -1.0).cast(dtypes.float32) if one_class else transformed(scores, post_transform)


@op("SVMClassifier", domain=ML, results=2)
def svm_classifier(x: Tensor, *, classlabels_ints: Ints = None, classlabels_strings: Texts = None,
                   coefficients: Sequence[float], kernel_params: Sequence[float] = (), kernel_type: str = "LINEAR",
                   post_transform: str = "NONE", prob_a: Sequence[float] = (), prob_b: Sequence[float] = (), rho: Sequence[float],
                   support_vectors: Sequence[float] = (), vectors_per_class: Sequence[int] = ()) -> tuple[ArrayValue, Tensor]:
    """The label, and the scores: of each pair of classes, or with `prob_a` the chances of the classes.

    One against one, as libsvm has it: a class wins a pair where its score is above 0, and the one with most wins is the label.
    """
    rows, labels = floats(x if x.ndim > 1 else x.unsqueeze(0)), len(classlabels_strings or classlabels_ints or (0, 1))
    if not vectors_per_class:
        scores = rows @ row(coefficients, x).reshape(labels, -1).T + row(rho, x)[:1]
        return labelled(scores.argmax(1), classlabels_strings, classlabels_ints), transformed(scores, post_transform)
    begins = np.cumsum([0, *vectors_per_class])
    shares = np.asarray(coefficients, np.float32).reshape(labels - 1, -1)
    seen = _kernel(rows, row(support_vectors, x).reshape(int(begins[-1]), -1), kernel_type, kernel_params)
    pairs = [(i, j) for i in range(labels) for j in range(i + 1, labels)]
    weights = np.zeros((len(pairs), int(begins[-1])), np.float32)
    for n, (i, j) in enumerate(pairs):
        weights[n, begins[i]:begins[i + 1]] = shares[j - 1, begins[i]:begins[i + 1]]
        weights[n, begins[j]:begins[j + 1]] = shares[i, begins[j]:begins[j + 1]]
    scores = seen @ row(weights, x).T + row(rho, x)
    first, second = (row(np.eye(labels)[[p[k] for p in pairs]], x) for k in (0, 1))
    votes = (scores > 0).cast(dtypes.float32) @ first + (scores <= 0).cast(dtypes.float32) @ second
    if prob_a:
        chances = _coupled((scores * row(prob_a, x) + row(prob_b, x)).sigmoid().clip(1e-7, 1 - 1e-7), pairs, labels)
        return labelled(votes.argmax(1), classlabels_strings, classlabels_ints), transformed(chances, post_transform)
    if labels == 2: scores = (-scores).cat(scores, dim=1)
    return labelled(votes.argmax(1), classlabels_strings, classlabels_ints), transformed(scores, post_transform)


def _coupled(second_wins: Tensor, pairs: list[tuple[int, int]], count: int) -> Tensor:
    """Chances of classes from those of pairs: the p of sum 1 with the least sum of (r_ji p_i - r_ij p_j)**2 (Wu, Lin, Weng 2004)."""
    first_wins = 1 - second_wins
    if count == 2: return first_wins.cat(second_wins, dim=1)
    zero = first_wins[:, 0].zeros_like()
    r = [[zero] * count for _ in range(count)]
    for n, (i, j) in enumerate(pairs): r[i][j], r[j][i] = first_wins[:, n], second_wins[:, n]
    table: list[list[Tensor]] = []
    for i in range(count):
        squares = [r[j][i] * r[j][i] for j in range(count) if j != i]
        table.append([sum(squares[1:], squares[0]) if i == j else -(r[j][i] * r[i][j]) for j in range(count)] + [zero + 1])
    table.append([zero + 1] * count + [zero])
    system = Tensor.stack(*[Tensor.stack(*line, dim=-1) for line in table], dim=1)
    right_side = Tensor.stack(*[zero] * count, zero + 1, dim=-1).unsqueeze(-1)
    return system.solve(right_side)[:, :count, 0]
