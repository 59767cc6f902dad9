"""Web export: functions of tensors as programs for browsers and Node: an ES module, WGSL kernels, weights in files.

Inputs: a function and example inputs. Outputs: a folder that any web server can serve. Invariants: an exported program computes what
the function computes here, or is refused with the reason at export.
"""
from heddle.web.export import Export, export_web

__all__ = ["Export", "export_web"]
