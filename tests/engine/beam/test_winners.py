"""Winners are found again, travel as text, and are checked before they are believed."""
from __future__ import annotations

from dataclasses import replace

import pytest

from heddle import Tensor
from heddle.codegen import to_program
from heddle.codegen.actions.legality import SOME_DEVICE
from heddle.device import Device
from heddle.engine.beam import winners
from heddle.engine.beam.winners import Winner, of_text, to_text
from heddle.errors import FileFormatError
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.settings import Context, settings
from heddle.uop.printer import show_graph
from tests.engine.beam.kernels import column_sums
from tests.schedule.graphs import kernels

ACTIONS = ("split 0 by 16 as vector", "split 1 by 4 as unroll")


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path))
    winners._here.clear()
    yield
    winners._here.clear()


def winner(actions=ACTIONS, beam: int = 2, target: str = "", n: int = 80) -> Winner:
    ast = show_graph(column_sums(96, n), locations=False)
    return Winner(f"reduce_{n}_over_96", target or Device["CPU"].renderer.target, beam, tuple(actions), 3.5e-05, 4e-05, ast)


def keep(w: Winner, n: int = 80) -> None:
    winners.keep(w, column_sums(96, n), SOME_DEVICE)
    winners._here.clear()  # as in another process


def test_a_winner_is_found_by_kernel_and_target_for_searches_that_would_be_no_wider():
    keep(winner())
    device = Device["CPU"]
    assert winners.find(column_sums(), device, 2) == winners.find(column_sums(), device, 1) == winner()
    assert winners.find(column_sums(), device, 3) is None and winners.find(column_sums(96, 81), device, 2) is None
    assert winners.find(column_sums(), Device["NULL"], 2) is None


def test_the_widest_search_is_believed_and_of_equal_ones_the_last():
    keep(winner((), beam=2))
    keep(winner(beam=4))
    keep(winner((), beam=3))
    assert winners.find(column_sums(), Device["CPU"], 2) == winner(beam=4) and len(winners.everything()) == 1
    keep(winner((), beam=4))
    assert winners.find(column_sums(), Device["CPU"], 4) == winner((), beam=4)


def test_one_that_does_not_fit_any_more_makes_room():
    keep(winner(("split 7 by 2 as loop",), beam=4))
    keep(winner(beam=1))
    assert winners.find(column_sums(), Device["CPU"], 1) == winner(beam=1)


@pytest.mark.parametrize("actions", [
    ("split 7 by 2 as loop",), ("split 0 by 3 as vector",), ("dance 0",), ("split 0 by 200 as loop",)])
def test_a_list_that_does_not_fit_is_not_found(actions):
    keep(winner(actions))
    assert winners.find(column_sums(), Device["CPU"], 2) is None


def test_one_that_was_stopped_is_for_this_process():
    winners.keep(winner(), column_sums(), SOME_DEVICE, on_disk=False)
    assert winners.find(column_sums(), Device["CPU"], 2) == winner() and winners.everything() == []


def test_a_process_without_a_disk_cache_remembers():
    with Context(CACHE=0):
        winners.keep(winner(), column_sums(), SOME_DEVICE)
        assert winners.find(column_sums(), Device["CPU"], 2) == winner()


def test_clear_removes_winners_only():
    from heddle.device import disk_cache
    disk_cache.put("other", b"k", b"v")
    keep(winner())
    keep(winner(n=64), 64)
    assert [w.name for w in winners.everything()] == ["reduce_64_over_96", "reduce_80_over_96"]
    assert winners.clear() == 2 and winners.everything() == [] and disk_cache.get("other", b"k") == b"v"


# ---- as text


def test_text_and_back():
    many = [winner(), winner((), beam=4, n=64), replace(winner(), ast="0: CONST '''odd''' \\ \"text\"\n")]
    text = to_text(many)
    assert of_text(text, "f.toml") == many
    assert '  "split 0 by 16 as vector",\n' in text and "\n0: PARAM float32" in text


def test_import_makes_winners_known():
    taken, refused = winners.take_in(of_text(to_text([winner()]), "f.toml"))
    assert (taken, refused) == (1, [])
    winners._here.clear()
    assert winners.find(column_sums(), Device["CPU"], 2) == winner()


@pytest.mark.parametrize("wrong, why", [
    (winner(("split 7 by 2 as loop",)), "'split 7 by 2 as loop': the kernel has no axis 7"),
    (winner(("split 0 by 2 as dance",)), "there is no axis type 'dance'"),
    (replace(winner(), ast="0: NOTHING\n"), "cannot read this line of a printed graph")])
def test_import_leaves_out_what_does_not_fit(wrong, why):
    taken, refused = winners.take_in([wrong, winner()])
    assert taken == 1 and refused[0].winner == wrong and why in refused[0].why


GPUS = {r.target: r for r in (CUDARenderer(Architecture(80)), CUDARenderer(Architecture(90, "a")), PTXRenderer(Architecture(90, "a")),
                              MSLRenderer(AppleGPU()), AMDRenderer(AMDArchitecture.parse("gfx1100")))}


@pytest.mark.parametrize("target", GPUS)
def test_winners_for_tensor_cores_are_imported_where_there_are_none(target):
    """They are checked with what the GPU can do that they were found on."""
    product = (Tensor.empty(128, 256, dtype="float16") @ Tensor.empty(256, 128, dtype="float16")).uop
    (ast,) = kernels(product)
    actions = to_program(ast, GPUS[target]).arg.applied
    assert any(text.startswith("tensorize ") for text in actions)
    found = Winner("product", target, 4, actions, 1e-5, 2e-5, show_graph(ast, locations=False))
    assert winners.take_in(of_text(to_text([found]), "f.toml")) == (1, [])
    assert winners.everything() == [found]
    elsewhere = replace(found, target="OpenCL C")
    ((_, refused),) = [winners.take_in([elsewhere])]
    assert "tensor core" in refused[0].why


def test_a_winner_of_an_unknown_gpu_is_named():
    taken, (refused,) = winners.take_in([winner(target="CUDA C sm_7")])
    assert taken == 0 and refused.why == "there is no NVIDIA architecture 'sm_7'."


@pytest.mark.parametrize("text, says", [
    ("", "has version None"), ("version = 9", "has version 9, and this heddle reads 1"), ("version = ", "is no file of winners"),
    ("version = 1\n[[winner]]\nname = 'x'", "winner 1 of f.toml cannot be read"),
    (to_text([winner()]).replace("beam = 2", "beam = 'wide'"), "winner 1 of f.toml cannot be read")])
def test_a_file_that_is_none_is_refused(text, says):
    with pytest.raises(FileFormatError, match=says): of_text(text, "f.toml")
