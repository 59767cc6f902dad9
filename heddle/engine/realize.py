"""The interface of execution: names of `heddle.engine.execute` and `heddle.engine.launch`."""
from heddle.engine.execute import compile_linear, exec_graph, pm_compile, pm_exec, run_linear
from heddle.engine.launch import (
    ExecContext,
    estimate_uop,
    exec_copy,
    exec_kernel,
    exec_view,
    get_runtime,
    runtime_cache,
    track_stats,
)

__all__ = ["ExecContext", "compile_linear", "estimate_uop", "exec_copy", "exec_graph", "exec_kernel", "exec_view", "get_runtime",
           "pm_compile", "pm_exec", "run_linear", "runtime_cache", "track_stats"]
