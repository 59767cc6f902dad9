"""Alias of `heddle.engine.execute` under the interface's module name."""
from heddle.engine.execute import (
    ExecContext,
    compile_linear,
    estimate_uop,
    exec_copy,
    exec_graph,
    exec_kernel,
    exec_view,
    get_runtime,
    pm_compile,
    pm_exec,
    run_linear,
    runtime_cache,
    track_stats,
)

__all__ = ["ExecContext", "compile_linear", "estimate_uop", "exec_copy", "exec_graph", "exec_kernel", "exec_view", "get_runtime",
           "pm_compile", "pm_exec", "run_linear", "runtime_cache", "track_stats"]
