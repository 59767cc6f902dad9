"""Meshes over the devices of one process: geometry, layouts, refusals, and values against NumPy."""
from __future__ import annotations

import pickle

import numpy as np
import pytest

from heddle import Mesh, Tensor
from heddle.errors import DeviceError, ExchangeError, ShapeError
from heddle.uop.mesh import DeviceMesh, Layout
from tests.distributed.mesh_graphs import check

DEVICES = ("CPU", "CPU:1", "CPU:2", "CPU:3")


def processes(sizes: tuple[int, ...], box: tuple[int, ...]) -> list[DeviceMesh]:
    """The same mesh in each of its processes."""
    count = int(np.prod(sizes) // np.prod(box))
    names = [f"CPU:{k}" for k in range(int(np.prod(box)))]
    return [DeviceMesh(names, [f"axis{i}" for i in range(len(sizes))], sizes, box, rank) for rank in range(count)]


@pytest.mark.parametrize(("sizes", "box"), [((4,), (1,)), ((4,), (2,)), ((2, 4), (1, 1)), ((2, 4), (1, 2)), ((4, 2), (2, 2)),
                                            ((2, 3, 2), (1, 3, 2))])
def test_members_of_all_processes_are_the_mesh(sizes, box):
    meshes = processes(sizes, box)
    members = [at for mesh in meshes for at in mesh.members()]
    assert sorted(members) == sorted(np.ndindex(*sizes))
    for i in range(len(sizes)):
        for rank, mesh in enumerate(meshes):
            assert rank in mesh.ranks_along((i,)) and len(mesh.ranks_along((i,))) == sizes[i] // box[i]
            along = [at for r in mesh.ranks_along((i,)) for at in meshes[r].members()]
            for line in mesh.lines((i,)):
                others = {at[:i] + at[i + 1:] for at in (mesh.members()[m] for m in line)}
                assert len(others) == 1
                assert sorted(at[i] for at in along if at[:i] + at[i + 1:] in others) == list(range(sizes[i]))
                assert [mesh.number(m, (i,)) for m in line] == [mesh.members()[m][i] for m in line]
        assert meshes[0].ranks_along(range(len(sizes))) == tuple(range(len(meshes)))


def test_a_mesh_describes_itself():
    mesh = Mesh({"data": 2, "model": 2}, DEVICES)
    assert tuple(mesh) == DEVICES and mesh.shape == {"data": 2, "model": 2}
    assert mesh == Mesh({"data": 2, "model": 2}, DEVICES) and hash(mesh) == hash(Mesh({"data": 2, "model": 2}, DEVICES))
    assert mesh != DEVICES and mesh != Mesh({"model": 2, "data": 2}, DEVICES) and mesh != Mesh({"data": 4}, DEVICES)
    assert repr(mesh) == "Mesh(data=2, model=2; CPU, CPU:1, CPU:2, CPU:3 as 2 x 2 of rank 0)"
    x = Tensor.ones(4, 6).shard(mesh, {"model": 1})
    assert x.device == mesh and x.shape == (4, 6) and (x + 1).device == mesh
    assert x.to("CPU").device == "CPU"


def test_meshes_that_cannot_be_are_refused():
    with pytest.raises(ShapeError, match=r"has 8 members, and there are 4: 4 in each of 1 processes"):
        Mesh({"data": 4, "model": 2}, DEVICES)
    with pytest.raises(ShapeError, match="has 0 members"): Mesh({"data": 0}, ("CPU",))
    with pytest.raises(DeviceError, match="not all different"): Mesh({"data": 2}, ("CPU", "CPU:0"))
    mesh = Mesh({"data": 2, "model": 2}, DEVICES)
    with pytest.raises(ShapeError, match="the mesh has no axis 'date'") as error: Tensor.ones(4).shard(mesh, {"date": 0})
    assert "data, model" in str(error.value)
    for given, cure in ((("data", None), "'data': 0"), ((None, "model"), "'model': 1"), ("data", "'data': 0"), (2.5, "'data': 0")):
        with pytest.raises(ShapeError, match="axis of the mesh: axis of the tensor") as error: Tensor.ones(4, 4).shard(mesh, given)
        assert f"x.shard(mesh, {{{cure}}})" in str(error.value)
    with pytest.raises(ShapeError, match=r"given axis 0 alone") as error: Tensor.ones(4).shard(mesh, 0)
    assert "{'data': 0}" in str(error.value)
    with pytest.raises(ShapeError, match=r"size 6, into 4 equal parts") as error: Tensor.ones(6).shard(mesh, {"data": 0, "model": 0})
    assert "Sizes that can: 4, 8" in str(error.value)
    with pytest.raises(ShapeError, match="takes one axis"): Tensor.ones(4).shard(DEVICES, {"data": 0})
    with pytest.raises(DeviceError, match="operands on one device"): Tensor.ones(4).shard(mesh) + Tensor.ones(4).shard(DEVICES)
    with pytest.raises(ExchangeError, match="cannot be pickled"): pickle.dumps(Tensor.ones(4).shard(mesh).realize())


@pytest.mark.parametrize("sizes", [(4,), (2, 2), (4, 1), (1, 2, 2)])
def test_random_graphs_on_a_mesh_equal_numpy(sizes):
    check(Mesh({f"axis{i}": n for i, n in enumerate(sizes)}, DEVICES), range(10))


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(4,), (2, 2), (4, 1), (1, 2, 2)])
def test_many_random_graphs_on_a_mesh_equal_numpy(sizes):
    check(Mesh({f"axis{i}": n for i, n in enumerate(sizes)}, DEVICES), range(10, 80))


def test_memory_assignment_and_gradients_on_a_mesh():
    mesh = Mesh({"data": 2, "model": 2}, DEVICES)
    x = np.random.default_rng(0).standard_normal((8, 6)).astype(np.float32)
    w = np.random.default_rng(1).standard_normal((6, 4)).astype(np.float32)
    plain, spread = Tensor(w, requires_grad=True), Tensor(w).shard(mesh, {"model": 1}).realize()
    spread.requires_grad_(True)
    (Tensor(x) @ plain).relu().square().mean().backward()
    (Tensor(x).shard(mesh, {"data": 0}) @ spread).relu().square().mean().backward()
    np.testing.assert_allclose(spread.grad.numpy(), plain.grad.numpy(), rtol=1e-5, atol=1e-6)
    assert spread.grad.device == mesh
    spread.assign(spread.detach() - spread.grad).realize()
    np.testing.assert_allclose(spread.numpy(), w - plain.grad.numpy(), rtol=1e-5, atol=1e-6)
    made = Tensor.zeros(4, 4, device=mesh) + Tensor.arange(4, device=mesh)
    assert made.device == mesh and made.tolist() == [[0, 1, 2, 3]] * 4
    assert Tensor.empty(4, device=mesh).device == mesh


def test_random_numbers_on_a_mesh_are_those_of_one_device():
    mesh = Mesh({"data": 4}, DEVICES)
    Tensor.manual_seed(7)
    alone = Tensor.rand(12).tolist()
    Tensor.manual_seed(7)
    assert Tensor.rand(12, device=mesh).tolist() == alone


def test_a_layout_has_parts_and_a_whole():
    mesh = Mesh({"data": 2, "model": 2}, DEVICES)
    layout = Layout(mesh, (1, 1))
    assert layout.part((3, 8)) == (3, 2) and layout.whole((3, 2)) == (3, 8)
    assert layout.cutting(1) == (0, 1) and layout.count(1) == 4 and layout.count(0) == 1


def test_meshes_that_differ_only_in_their_boxes_have_texts_of_their_own() -> None:
    """The text of a mesh is part of the keys of graphs."""
    a, b = (DeviceMesh(("CPU", "CPU:1"), ("data", "model"), (2, 2), box) for box in ((1, 2), (2, 1)))
    assert a != b and repr(a) != repr(b)
