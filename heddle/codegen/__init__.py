"""The kernel compiler: from a kernel's ast to a PROGRAM. The order of its passes is in pipeline.py."""
from heddle.codegen.pipeline import Lowered, Pass, allowed_capabilities, pipeline, to_linear, to_program

__all__ = ["Lowered", "Pass", "allowed_capabilities", "pipeline", "to_linear", "to_program"]
