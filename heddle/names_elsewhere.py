"""Names of torch's modules, layers and optimizers that heddle does not have, and what to write instead.

Inputs: a missing name, or a keyword that a constructor does not take. Outputs: an expression, as the cure of an error.
Invariants: the code of every expression runs; names that heddle has are not in the tables. Methods of tensors are in
`heddle.tensor.interop.names_elsewhere`.
"""
from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps

from heddle.errors import DTypeError, HeddleError, MissingAttributeError

#: names of the module torch, that are not names of Tensor
PACKAGE: dict[str, str] = {
    **dict.fromkeys(("no_grad", "inference_mode", "enable_grad", "set_grad_enabled"),
                    "nothing in its place: without backward() no gradient is computed, and x.detach() cuts a graph"),
    **dict.fromkeys(("tensor", "as_tensor"), "Tensor(data)"),
    "from_numpy": "Tensor(array), which copies, or Tensor.from_dlpack(array), which shares memory",
    "compile": "TinyJit(function)", "jit": "TinyJit(function)", "optim": "nn.optim", "utils": "nn.data",
    "save": "nn.state.safe_save(tensors, path)", "load": "nn.state.torch_load(path), or safe_load(path)",
    "cuda": 'Device["CUDA"], and x.to("CUDA")', "is_tensor": "isinstance(x, Tensor)",
    "is_grad_enabled": "x.requires_grad", "seed": "Tensor.manual_seed(0)", "initial_seed": "Tensor.get_rng_state()",
    "get_default_dtype": "dtypes.default_float", "set_default_dtype": "dtypes.default_float = dtypes.float16"}
#: names of torch.nn
LAYERS: dict[str, str] = {
    "Module": "a class with __call__: nn.state.get_parameters(model) finds the tensors in its attributes",
    **dict.fromkeys(("Parameter", "UninitializedParameter"), "Tensor(data), with requires_grad=True where no optimizer gets it"),
    **dict.fromkeys(("ModuleList", "ParameterList"), "a list"), **dict.fromkeys(("ModuleDict", "ParameterDict"), "a dict"),
    "CrossEntropyLoss": "logits.cross_entropy(labels)", "NLLLoss": "logs.nll_loss(labels)", "MSELoss": "x.mse_loss(y)",
    "L1Loss": "x.l1_loss(y)", "SmoothL1Loss": "x.smooth_l1_loss(y)", "HuberLoss": "x.huber_loss(y)",
    "BCELoss": "chances.binary_crossentropy(y)", "BCEWithLogitsLoss": "logits.binary_crossentropy_logits(y)",
    "KLDivLoss": "(y * (y.log() - logs)).sum(-1).mean()", "functional": "methods of tensors: x.relu(), x.softmax(-1)",
    "init": "Tensor.kaiming_uniform(*shape), glorot_uniform, normal or uniform",
    **dict.fromkeys(("DataParallel", "parallel"), "x.shard_(devices, axis=0) for the batch, and p.shard_(devices) for parameters"),
    "CosineSimilarity": "(x.normalize(dim=-1) * y.normalize(dim=-1)).sum(-1)", "Softmax2d": "nn.Softmax(1)",
    "EmbeddingBag": "nn.Embedding(n, size)(indices).mean(1)", "ZeroPad2d": "x.pad(padding)", "SyncBatchNorm": "nn.BatchNorm(size)"}
#: names of torch.optim
OPTIMIZERS: dict[str, str] = {
    "lr_scheduler": "nn.lr_scheduler", "RMSprop": "Adam(params, lr, b1=0.0, b2=0.99), which is RMSprop with a corrected average",
    "NAdam": "Adam(params, lr), which is NAdam without Nesterov's step", "SparseAdam": "Adam(params, lr)"}
#: methods of torch's modules
LAYER_METHODS: dict[str, str] = {
    **dict.fromkeys(("parameters", "buffers"), "nn.state.get_parameters(model)"),
    **dict.fromkeys(("named_parameters", "named_buffers"), "nn.state.get_state_dict(model).items()"),
    "state_dict": "nn.state.get_state_dict(model)", "load_state_dict": "nn.state.load_state_dict(model, state)",
    **dict.fromkeys(("to", "cpu", "cuda"), 'for p in nn.state.get_parameters(model): p.to_("CUDA")'),
    **dict.fromkeys(("train", "eval"), "with Tensor.train(): around the steps of training; outside of it models are evaluated"),
    "zero_grad": "optimizer.zero_grad()", "forward": "model(x)",
    **dict.fromkeys(("half", "float", "double", "bfloat16"),
                    "for p in nn.state.get_parameters(model): p.replace(p.half())"),
    **dict.fromkeys(("modules", "children", "named_modules", "named_children"), "vars(model).values()"),
    "apply": "for p in nn.state.get_parameters(model): p.assign(...)",
    "requires_grad_": "for p in nn.state.get_parameters(model): p.requires_grad = False",
    "register_buffer": "model.name = tensor, with is_param_(False) to keep optimizers off it",
    "register_parameter": "model.name = tensor"}
#: attributes of torch's optimizers
OPTIMIZER_METHODS: dict[str, str] = {
    **dict.fromkeys(("param_groups", "defaults"), "opt.lr.assign([rate]) for another rate, OptimizerGroup(first, second) for groups"),
    **dict.fromkeys(("state_dict", "state"), "nn.state.get_state_dict(opt)"),
    "load_state_dict": "nn.state.load_state_dict(opt, state)", "add_param_group": "OptimizerGroup(opt, another)"}
#: keywords of torch's constructors
KEYWORDS: dict[str, str] = {
    "weight_decay": "AdamW(params, lr, weight_decay=0.01), whose decay is apart from the gradient",
    "maximize": "(-loss).backward()", "amsgrad": "the call without amsgrad: there is no such variant",
    "dampening": "the call without dampening, which is 0",
    **dict.fromkeys(("foreach", "capturable", "differentiable"), "the call without it: all parameters move in one schedule"),
    **dict.fromkeys(("last_epoch", "verbose"), "the call without it, and nn.state.load_state_dict(schedule, state) to resume"),
    "inplace": "the call without inplace: nothing is written to"}


def explain_keywords(cls: type, name: str = "__init__") -> None:
    """Makes the error for a keyword that the constructor of `cls` does not take a DTypeError with what to write instead."""
    if name in vars(cls): setattr(cls, name, _explained(vars(cls)[name]))


def _explained(init: Callable[..., None]) -> Callable[..., None]:
    @wraps(init)
    def explained(self: object, *args: object, **kwargs: object) -> None:
        try: return init(self, *args, **kwargs)
        except TypeError as fault:
            if isinstance(fault, HeddleError) or (wrong := _unknown(init, type(self).__name__, [*kwargs])) is None: raise
            error = wrong
        raise error
    return explained


def _unknown(init: Callable[..., None], called: str, keywords: list[str]) -> DTypeError | None:
    """The error for the first of `keywords` that `init` does not take; None if it takes them all."""
    signature = inspect.signature(init)
    found = signature.parameters
    if any(p.kind is p.VAR_KEYWORD for p in found.values()): return None
    name = next((k for k in keywords if k not in found), None)
    if name is None: return None
    names = [str(p) if p.default is p.empty else f"{p.name}={p.default!r}" for p in [*found.values()][1:]]
    instead = f"Write {KEYWORDS[name]}." if name in KEYWORDS else f"The call is {called}({', '.join(n.split(':')[0] for n in names)})."
    return DTypeError(f"{called} has no argument {name!r}", instead)


def missing_in_package(public: tuple[str, ...], name: str) -> MissingAttributeError:
    """The error for `heddle.name`: names of torch and NumPy that are methods here are written as those of Tensor."""
    table = PACKAGE
    if not name.startswith("_") and name not in table:
        homes = (("heddle.tensor", "Tensor", "(...)"), ("heddle.dtype", "dtypes", ""))
        found = [f"{home}.{name}{call}" for module, home, call in homes if hasattr(getattr(sys.modules.get(module), home, None), name)]
        expressions = getattr(sys.modules.get("heddle.tensor.interop.names_elsewhere"), "EXPRESSIONS", {})
        if found: table = {name: found[0]}
        elif name in expressions: table = {name: expressions[name]}
    return MissingAttributeError.of(public, "module 'heddle'", name, table)
