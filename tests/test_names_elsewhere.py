"""What users of torch write: it works where it is the same here, and else the error has the line to write."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import heddle
from heddle import Device, Tensor, TinyJit, dtypes, names_elsewhere, nn
from heddle.errors import DTypeError, MissingAttributeError, SettingError

X = Tensor([1.0, 2.0], requires_grad=True)


def _weight() -> Tensor: return Tensor([1.0, -2.0], requires_grad=True)


def _step(opt: nn.optim.Optimizer, p: Tensor) -> list[float]:
    for _ in range(3):
        opt.zero_grad()
        (p * p).sum().backward()
        opt.step()
    return p.tolist()


# ---- what is accepted


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
def test_betas_are_torchs(name: str) -> None:
    p, t = _weight(), torch.tensor([1.0, -2.0], requires_grad=True)
    ours = _step(getattr(nn.optim, name)([p], lr=0.1, betas=(0.8, 0.95)), p)
    theirs = getattr(torch.optim, name)([t], lr=0.1, betas=(0.8, 0.95))
    for _ in range(3):
        theirs.zero_grad()
        (t * t).sum().backward()
        theirs.step()
    np.testing.assert_allclose(ours, t.detach().numpy(), rtol=1e-5)
    q = _weight()
    assert _step(getattr(nn.optim, name)([q], lr=0.1, b1=0.8, b2=0.95), q) == ours
    assert nn.optim.LAMB([_weight()], betas=(0.8, 0.95)).b2 == 0.95


@pytest.mark.parametrize("wrong", [
    lambda: nn.optim.Adam([_weight()], 0.1, (0.9, 0.99)), lambda: nn.optim.Adam([_weight()], betas=0.9),
    lambda: nn.optim.AdamW([_weight()], betas=(0.9, 0.99, 0.1))])
def test_betas_that_are_no_pair(wrong: Callable[[], object]) -> None:
    with pytest.raises(SettingError, match=r"b1 and b2 are two numbers(.|\n)*Write betas=\(0.9, 0.999\), or b1=0.9, b2=0.99"): wrong()


def test_gradients_that_become_none_or_zeros() -> None:
    p, q = _weight(), _weight()
    opt = nn.optim.OptimizerGroup(nn.optim.SGD([p], lr=1.0), nn.optim.SGD([q], lr=1.0))
    p.square().sum().backward()
    opt.zero_grad(set_to_none=False)
    assert p.grad is not None and p.grad.tolist() == [0, 0] and q.grad is None
    p.square().sum().backward()
    assert p.grad.tolist() == [2, -4]
    opt.zero_grad(set_to_none=True)
    assert p.grad is None


def test_one_cycle_by_epochs() -> None:
    def rates(**kinds: Any) -> list[float]:
        opt = nn.optim.SGD([_weight()], lr=1.0)
        schedule = nn.lr_scheduler.OneCycleLR(opt, max_lr=0.1, **kinds)
        found = []
        for _ in range(5):
            found.append(opt.lr.item())
            schedule.step()
        return found
    assert rates(epochs=3, steps_per_epoch=4) == rates(total_steps=12)
    with pytest.raises(SettingError, match="Give total_steps, or both epochs and steps_per_epoch"): rates(epochs=3)


# ---- what says what to write


@pytest.mark.parametrize("wrong, cure", [
    (lambda: nn.CrossEntropyLoss(), "logits.cross_entropy(labels)"), (lambda: nn.MSELoss(), "x.mse_loss(y)"),
    (lambda: nn.Module, "a class with __call__"), (lambda: nn.functional.relu(X), "methods of tensors: x.relu()"),
    (lambda: nn.Parameter(X), "Tensor(data)"), (lambda: nn.ModuleList([]), "a list"),
    (lambda: nn.optim.RMSprop([X]), "Adam(params, lr, b1=0.0"), (lambda: nn.optim.lr_scheduler, "nn.lr_scheduler"),
    (lambda: nn.optim.SGD([X]).param_groups, "opt.lr.assign([rate])"),
    (lambda: nn.optim.SGD([X]).state_dict(), "nn.state.get_state_dict(opt)"),
    (lambda: nn.Linear(2, 2).parameters(), "nn.state.get_parameters(model)"), (lambda: nn.Linear(2, 2).eval(), "with Tensor.train():"),
    (lambda: nn.Linear(2, 2).to("CPU"), "for p in nn.state.get_parameters(model)"), (lambda: nn.Linear(2, 2).forward(X), "model(x)"),
    (lambda: Tensor.no_grad(), "nothing in its place"), (lambda: Tensor.from_numpy(np.ones(2)), "Tensor(array), which copies"),
    (lambda: X.from_numpy(np.ones(2)), "Tensor(array), which copies"),
    (lambda: heddle.no_grad(), "nothing in its place"), (lambda: heddle.tensor([1]), "Tensor(data)"),
    (lambda: heddle.zeros(2), "Tensor.zeros(...)"), (lambda: heddle.relu(X), "Tensor.relu(...)"),
    (lambda: heddle.float32, "dtypes.float32"), (lambda: heddle.compile(X), "TinyJit(function)"),
    (lambda: heddle.optim, "nn.optim"), (lambda: X.detach().cpu().numpy(), 'x.to("CPU")'), (lambda: X.cuda(), 'x.to("CUDA")'),
    (lambda: X.type(dtypes.float16), "x.cast(dtype)"), (lambda: X.uniform_(), "x.assign(x.rand_like()")])
def test_a_name_of_torch(wrong: Callable[[], object], cure: str) -> None:
    if cure in ("Tensor(data)",) and hasattr(heddle, "tensor") and wrong.__code__.co_names[0] == "heddle": pytest.skip("imported")
    with pytest.raises(MissingAttributeError) as caught: wrong()
    assert str(caught.value).split("\n")[-1].strip().startswith(f"Write {cure}"), caught.value
    assert caught.value.where is not None and caught.value.where[0] == __file__


@pytest.mark.parametrize("wrong, what, cure", [
    (lambda: nn.optim.Adam([X], weight_decay=0.1), "Adam has no argument 'weight_decay'", "Write AdamW(params, lr, weight_decay="),
    (lambda: nn.optim.SGD([X], maximize=True), "SGD has no argument 'maximize'", "Write (-loss).backward()"),
    (lambda: nn.optim.Adam([X], foreach=True), "Adam has no argument 'foreach'", "Write the call without it"),
    (lambda: nn.Embedding(2, 2, outputs=3), "Embedding has no argument 'outputs'", "The call is Embedding(vocab_size, embed_size"),
    (lambda: nn.lr_scheduler.StepLR(nn.optim.SGD([X]), 3, verbose=True), "StepLR has no argument 'verbose'", "Write the call")])
def test_a_keyword_of_torch(wrong: Callable[[], object], what: str, cure: str) -> None:
    with pytest.raises(DTypeError) as caught: wrong()
    assert caught.value.what == f"{what}." and str(caught.value).split("\n")[-1].strip().startswith(cure)
    assert isinstance(caught.value, TypeError) and caught.value.where is not None and caught.value.where[0] == __file__


def test_other_errors_of_constructors_are_passed_on() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument"): nn.Linear(2)
    class Own(nn.optim.SGD):
        def __init__(self, params: list[Tensor], **more: Any) -> None: super().__init__(params, **more)
    with pytest.raises(DTypeError, match="Own has no argument 'foreach'"): Own([X], foreach=True)
    assert Own([X], lr=0.5).lr.item() == 0.5


def test_no_name_in_the_tables_is_heddles() -> None:
    for table, owner in ((names_elsewhere.LAYERS, nn), (names_elsewhere.OPTIMIZERS, nn.optim),
                         (names_elsewhere.OPTIMIZER_METHODS, nn.optim.SGD([X])), (names_elsewhere.LAYER_METHODS, nn.Linear(2, 2))):
        for name in table: assert not hasattr(owner, name), name
    for name in names_elsewhere.PACKAGE: assert name not in heddle.__all__ and not hasattr(Tensor, name), name


def test_the_lines_run() -> None:
    model, x, y = nn.Linear(2, 3), Tensor([[1.0, 2.0]]), Tensor([[0.2, 0.5, 0.3]])
    logits, labels, opt = model(x), Tensor([1]), nn.optim.Adam([model.weight], 0.1, b1=0.0, b2=0.99)
    logs = logits.log_softmax()
    for loss in (logits.cross_entropy(labels), logs.nll_loss(labels), logits.mse_loss(y), logits.l1_loss(y), logits.smooth_l1_loss(y),
                 logits.huber_loss(y), y.binary_crossentropy(y), logits.binary_crossentropy_logits(y),
                 (y * (y.log() - logs)).sum(-1).mean(), (x.normalize(dim=-1) * x.normalize(dim=-1)).sum(-1)):
        assert np.isfinite(loss.numpy()).all()
    opt.lr.assign([0.5])
    assert opt.lr.item() == 0.5 and nn.state.get_state_dict(opt) and nn.optim.OptimizerGroup(opt, nn.optim.SGD([model.bias]))
    for p in nn.state.get_parameters(model): p.replace(p.half())
    for p in nn.state.get_parameters(model): p.to_("CPU")
    assert model.weight.dtype == dtypes.half and Device["CPU"] and TinyJit(lambda x: x)
    model.running = Tensor.zeros(3).is_param_(False)
