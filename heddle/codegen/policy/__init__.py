"""Default schedules: the actions that a kernel gets where no search has found better ones."""
from __future__ import annotations

from heddle.codegen.actions.action import Action
from heddle.renderer import Capabilities
from heddle.uop import UOp


def choose_actions(sink: UOp, caps: Capabilities) -> tuple[UOp, list[Action]]:
    """`sink`, a simplified ast, as it would run on a device with these capabilities, with work-groups or without; and the actions that
    made it. A CPU's first kernel does not wait for what GPUs need to be imported."""
    if caps.workgroup is None:
        from heddle.codegen.policy.cpu_schedule import optimise
        return optimise(sink, caps)
    from heddle.codegen.policy.gpu_schedule import optimise_for_groups
    return optimise_for_groups(sink, caps)
