"""A mock of NVIDIA's kernel driver and of the front end of its GPUs: see README.md."""

from .errors import Deadlock, DeviceFault, Misuse, MockLimit, Status, Xid
from .families import FAMILIES, Spec
from .mock import NVMock
