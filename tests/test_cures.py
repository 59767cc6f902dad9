"""Every error of heddle that a user can meet has a cure: seen in the source, and by making a hundred mistakes."""
from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Context, Device, Tensor, TinyJit, Variable, dtypes, errors, nn
from heddle.errors import HeddleError, InternalError, UserError
from heddle.nn.state import (
    gguf_load,
    load_state_dict,
    safe_load,
    safe_save,
    tar_extract,
    torch_load,
    zip_extract,
)

ROOT = Path(__file__).resolve().parent.parent
KINDS = {name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, HeddleError)}


# ---- in the source


def _errors_made() -> Iterator[tuple[str, ast.Call, type[HeddleError]]]:
    """Every call that makes a HeddleError, with its place."""
    for file in sorted((ROOT / "heddle").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call): continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name in KINDS: yield f"{file.relative_to(ROOT)}:{node.lineno}", node, KINDS[name]


def _cure_of(call: ast.Call) -> ast.expr | None:
    if len(call.args) > 1: return call.args[1]
    return next((k.value for k in call.keywords if k.arg == "cure"), None)


def test_every_error_that_is_made_is_given_a_cure() -> None:
    made = list(_errors_made())
    # an InternalError asks for a report by itself
    bare = [place for place, call, kind in made if not issubclass(kind, InternalError) and _cure_of(call) is None
            and not any(isinstance(a, ast.Starred) for a in call.args)]
    empty = [place for place, call, _ in made if isinstance(cure := _cure_of(call), ast.Constant) and not cure.value]
    assert len(made) > 400 and not bare and not empty, f"say what to do: {bare + empty}"


def test_internal_errors_ask_for_a_report() -> None:
    for kind in KINDS.values():
        if issubclass(kind, InternalError): assert kind("x").cure and "report" in str(kind("x"))


# ---- by mistakes

X, M = Tensor.ones(2, 3), nn.Linear(3, 2)


def _file(name: str, data: bytes) -> Path:
    path = Path(_folder[0]) / name
    path.write_bytes(data)
    return path


_folder: list[str] = []


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[None]:
    _folder[:] = [str(tmp_path)]
    yield


@TinyJit
def step(x: Tensor) -> Tensor: return (x + 1).realize()


def _fill_jit(x: Any) -> Any:
    for _ in range(3): step(Tensor.ones(4).contiguous().realize())
    return step(x)


V, T, I, K, O, A = ValueError, TypeError, IndexError, KeyError, OverflowError, AttributeError
MISTAKES: list[tuple[Callable[[], Any], tuple[type[Exception], ...]]] = [
    # axes and indices: as NumPy's AxisError, a ValueError and an IndexError
    (lambda: X.sum(2), (V, I)), (lambda: X.sum(-3), (V, I)), (lambda: X.sum((0, 0)), (V, I)), (lambda: X.max(5), (V, I)),
    (lambda: X.argmax(2), (V, I)), (lambda: X.softmax(7), (V, I)), (lambda: X.transpose(0, 5), (V, I)), (lambda: X.squeeze(4), (V, I)),
    (lambda: X.unsqueeze(9), (V, I)), (lambda: X.flip(3), (V, I)), (lambda: X.cumsum(3), (V, I)), (lambda: X.permute(0, 0), (V, I)),
    (lambda: X.permute(0, 2), (V, I)), (lambda: X.split(1, dim=3), (V, I)), (lambda: X.chunk(2, dim=3), (V, I)),
    (lambda: X.cat(X, dim=2), (V, I)), (lambda: X.stack(X, dim=5), (V, I)), (lambda: X.gather(4, Tensor([[0]])), (V, I)),
    (lambda: X.sort(3), (V, I)), (lambda: X.topk(1, 3), (V, I)), (lambda: X.diagonal(dim1=0, dim2=0), (V, I)),
    (lambda: X.repeat_interleave(2, 3), (V, I)), (lambda: X.std(3), (V, I)), (lambda: X.all(3), (V, I)), (lambda: X.roll(1, 4), (V,
        I)),
    (lambda: X[2], (I,)), (lambda: X[0, 3], (I,)), (lambda: X[-3], (I,)), (lambda: X[:, [0, 9]], (I,)), (lambda: X[0, 0, 0], (I, V)),
    (lambda: X[..., ...], (I, V)), (lambda: X[Tensor([True, False, True])], (I, V)),
    # values
    (lambda: X.reshape(4), (V,)), (lambda: X.reshape(-1, -1), (V,)), (lambda: X.expand(4, 3), (V,)), (lambda: X @ X, (V,)),
    (lambda: X + Tensor.ones(4, 3), (V,)), (lambda: X.shrink(((0, 3), (0, 3))), (V,)), (lambda: X.pad((1,)), (V,)), (lambda:
        X.item(), (V,)),
    (lambda: bool(X), (V,)), (lambda: X[::0], (V,)), (lambda: X.split([1, 3]), (V,)), (lambda: X.chunk(0), (V,)), (lambda:
        X.dropout(2), (V,)),
    (lambda: Tensor.arange(0, 5, 0), (V,)), (lambda: Tensor.linspace(0, 1, -1), (V,)), (lambda: Tensor.ones(-1), (V,)),
    (lambda: Tensor([[1], [1, 2]]), (V,)), (lambda: Tensor.randint(3, low=5, high=5), (V,)), (lambda: Tensor.ones(0).argmax(), (V,)),
    (lambda: X.conv2d(Tensor.ones(1, 1, 2, 2)), (V,)), (lambda: Tensor.ones(1, 1, 2, 2).max_pool2d(3), (V,)),
    (lambda: X.rearrange("a b -> c a"), (V,)), (lambda: X.rearrange("a b"), (V,)), (lambda: X.rearrange("(a (b)) -> a b"), (V,)),
    (lambda: X.rearrange("a b c -> a"), (V,)), (lambda: Tensor.einsum("ij,jk->ik", X, X), (V,)), (lambda: X.assign(Tensor.ones(5)),
        (V,)),
    (lambda: X.interpolate((0,)), (V,)), (lambda: X.multinomial(0), (V,)), (lambda: X.bitcast("int64").bitcast("float16"), (V,)),
    (lambda: X.cross_entropy(Tensor([0, 1]), label_smoothing=3), (V,)), (lambda: M(Tensor.ones(5)), (V,)),
    (lambda: nn.GroupNorm(3, 4), (V,)), (lambda: nn.Conv2d(3, 4, 1, groups=2), (V,)), (lambda: nn.LayerNorm(4)(X), (V,)),
    (lambda: nn.BatchNorm(4)(Tensor.ones(1, 3, 2, 2)), (V,)), (lambda: Variable("n", 5, 1), (V,)), (lambda: Variable("n", 1,
        5).bind(9), (V,)),
    (lambda: Context(NOPE=1), (V,)), (lambda: Context(DEBUG=99), (V,)), (lambda: Context(BEAM="x"), (V,)),
    # types
    (lambda: X.reshape(2, 3.0), (T,)), (lambda: X.sum("a"), (T,)), (lambda: X[1.0], (T,)), (lambda: X["a"], (T,)), (lambda:
        X[0:1.5], (T,)),
    (lambda: X.cast("flaot32"), (T,)), (lambda: X.cast(5), (T,)), (lambda: Tensor(object()), (T,)), (lambda: Tensor("a"), (T,)),
    (lambda: Tensor([object()]), (T,)), (lambda: Tensor(np.array(["a"])), (T,)), (lambda: ~X, (T,)), (lambda: X & X, (T,)),
    (lambda: X.one_hot(3), (T,)), (lambda: X.gather(0, X), (T,)), (lambda: X[Tensor([1.0])], (T,)), (lambda: X.cat("a"), (T,)),
    (lambda: Tensor.arange("a"), (T,)), (lambda: Tensor.full((2,), "a"), (T,)), (lambda: Tensor.randint(3, low=0.5), (T,)),
    (lambda: safe_load(Tensor([1.0])), (T,)), (lambda: X.clip(), (T,)),
    # integers beyond their range
    (lambda: Tensor(300, dtype="int8"), (O, V, T)), (lambda: Tensor([300], dtype="int8"), (O, V, T)),
    (lambda: Tensor([1 << 70], dtype="int64"), (O, V, T)), (lambda: Tensor.full((2,), -1, dtype="uint8"), (O, V, T)),
    # names
    (lambda: X.reshap(6), (A,)), (lambda: dtypes.flaot32, (A,)), (lambda: Device.DEFUALT, (A,)), (lambda: M.wieght, (A,)),
    (lambda: nn.Lineer, (A,)), (lambda: load_state_dict(M, {"weight": M.weight}), (K, V)), (lambda: load_state_dict(M, {}), (K, V)),
    (lambda: load_state_dict(M, {"weight": X.T, "bias": X[0]}), (V,)),
    # devices
    (lambda: Tensor([1], device="CPUU"), (RuntimeError,)), (lambda: Tensor([1], device=5), (RuntimeError,)),
    (lambda: Tensor([1], device="CPU:GCC").realize(), (RuntimeError,)), (lambda: Tensor([1], device="PCI+AMD").realize(),
        (RuntimeError,)),
    (lambda: Tensor([1], device="QCOM"), (RuntimeError,)), (lambda: Tensor([1], device="METAL").realize(), (RuntimeError,)),
    (lambda: Device["DISK"], (RuntimeError,)), (lambda: Device["::"], (RuntimeError,)),
    # gradients, captures
    (lambda: X.backward(), (RuntimeError,)), (lambda: _fill_jit(Tensor.ones(5).contiguous().realize()), (RuntimeError,)),
    (lambda: nn.optim.SGD([]), (RuntimeError,)),
    # files
    (lambda: safe_load("nowhere"), (FileNotFoundError,)), (lambda: gguf_load("nowhere"), (FileNotFoundError,)),
    (lambda: torch_load("nowhere"), (FileNotFoundError,)), (lambda: zip_extract("nowhere"), (FileNotFoundError,)),
    (lambda: tar_extract("nowhere"), (FileNotFoundError,)), (lambda: TinyJit.load("nowhere"), (FileNotFoundError,)),
    (lambda: Tensor(Path("nowhere")), (FileNotFoundError,)), (lambda: safe_load(Path(_folder[0])), (PermissionError, OSError)),
    (lambda: safe_save({"a": X}, "/nowhere/x"), (FileNotFoundError,)), (lambda: safe_load(_file("x", b"abc")), (V,)),
    (lambda: gguf_load(_file("x", b"abc")), (V,)), (lambda: torch_load(_file("x", b"abc")), (V,)), (lambda: zip_extract(_file("x",
        b"")), (V,)),
    (lambda: tar_extract(_file("x", b"abc")), (V,)), (lambda: TinyJit.load(_file("x", b"abc")), (V,)),
]


@pytest.mark.parametrize(("mistake", "bases"), MISTAKES, ids=[f"{i}" for i in range(len(MISTAKES))])
def test_a_mistake(mistake: Callable[[], Any], bases: tuple[type[Exception], ...]) -> None:
    with pytest.raises(UserError) as caught: mistake()
    error = caught.value
    for base in bases: assert isinstance(error, base), f"{type(error).__mro__} has no {base.__name__}"
    assert error.where is not None and error.where[0] == __file__, error.where
    what, where, cure = error.parts()[:3]
    assert len(what) > 10 and where.startswith("at ") and error.cure and error.cure == cure and cure in str(error)
    assert "Error" not in what.split(":")[0], "no raw exception as the first words"
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error) and str(again) == str(error) and again.where == error.where


def test_there_are_a_hundred_mistakes() -> None:
    assert len(MISTAKES) > 100
