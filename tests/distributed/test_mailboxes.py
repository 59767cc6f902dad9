"""Mailboxes between real ranks: where there are none the same bits come out, and no file stays behind."""
from __future__ import annotations

import os

import pytest

from heddle.distributed import mailboxes
from tests.distributed import launching

pytestmark = launching.needs_mpi

_SUMS = """
import zlib
import numpy as np
from heddle import Mesh, Tensor, TinyJit, distributed
from heddle.distributed import mailboxes
{before}
distributed.initialize()
from heddle.engine.communicator import communicator
rank, size = distributed.rank(), distributed.size()
found = communicator()._native._mailboxes.values()
print("boxes", sorted(0 if box is None else 1 for box in found))
mesh = Mesh({{"data": size}})
for count in (1, 8, 9, 1000, 4096, 16384, 16385, 40000):
    x = Tensor(np.random.default_rng(count).normal(size=(size, count)).astype(np.float32)).shard(mesh, {{"data": 0}})

    @TinyJit
    def f(x):
        y = x
        for _ in range(3): y = y + (y * y).sum(0, keepdim=True).contiguous() * 1e-3
        return y.sum(0).realize()
    got = [f(x).numpy().tobytes() for _ in range(4)]
    assert len(set(got)) == 1
    print("bits", count, zlib.crc32(got[0]))
"""


def _lines(tmp_path, count: int, before: str) -> list[list[str]]:
    """What all ranks print of their mailboxes, and of the bits."""
    printed = launching.launch(tmp_path, count, _SUMS.format(before=before)).checked().printed
    return [sorted(line[line.index(word):] for line in printed.splitlines() if word in line) for word in ("boxes", "bits")]


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)])
def test_messages_by_mailboxes_and_by_mpi_give_the_same_bits(tmp_path, count: int) -> None:
    """A rank that has no room for mailboxes leaves all without; so does one that does not see the file."""
    folders = [tmp_path / name for name in ("with", "room", "file")]
    for folder in folders: folder.mkdir()
    full = "mailboxes._PLENTY = 1 << 40"
    hidden = "import os\nif os.environ.get('PMI_RANK', os.environ.get('PMIX_RANK')) == '1': mailboxes._mapped = lambda *_: None"
    every = [_lines(folder, count, before) for folder, before in zip(folders, ("", full, hidden), strict=True)]
    assert every[0][0] == ["boxes [1, 1]"] * count
    assert every[1][0] == every[2][0] == ["boxes [0, 0]"] * count
    assert every[0][1] == every[1][1] == every[2][1] and len(set(every[0][1])) == 8


def test_the_file_has_no_name_once_all_have_it(tmp_path) -> None:
    before = set(_files())
    launching.launch(tmp_path, 2, """
    import os, signal
    from heddle import distributed
    distributed.initialize()
    os.kill(os.getpid(), signal.SIGKILL)
    """)
    assert set(_files()) <= before


def _files() -> list[str]:
    return [name for name in os.listdir(mailboxes._FOLDER) if name.startswith("heddle-")] if os.path.isdir(mailboxes._FOLDER) else []
