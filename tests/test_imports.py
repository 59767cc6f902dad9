"""Who imports whom: the layout is the pipeline, and docs/design.md shows it as it is."""
import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import imports as drawn  # noqa: E402

from heddle.engine import code_fingerprint  # noqa: E402


def test_parts_import_only_what_stands_before_them():
    order = list(drawn.PARTS)
    upward = {(a, b): files for (a, b), files in drawn.imports().items() if order.index(b) > order.index(a)}
    # the registry lists the files of the runtimes and imports one when its device is first used
    assert upward == {("device", "runtime"): ["heddle/device/registry.py"]}


def test_dtype_and_uop_stand_alone():
    used = {b for a, b in drawn.imports() if a in ("dtype", "uop")}
    assert used <= {"dtype", "errors settings process tracing"}


def test_only_the_engine_drives_codegen_and_only_devices_know_renderers():
    edges = drawn.imports()
    assert {a for a, b in edges if b == "codegen"} == {"engine"}
    assert {a for a, b in edges if b == "renderer"} <= {"codegen", "runtime"}


def test_every_file_belongs_to_a_part():
    parts = {part for edge in drawn.imports() for part in edge}
    assert parts <= set(drawn.PARTS)


def test_the_page_shows_the_picture_as_it_is():
    assert drawn.picture() in (ROOT / "docs/design.md").read_text(), "run scripts/imports.py --write"


#: imports inside functions: for optional packages, and for what costs time to import and is seldom used
MOST_DEFERRED = 150


def test_there_are_no_import_circles():
    assert not drawn.circles(drawn.module_graph()), drawn.describe_circles()


def test_imports_inside_functions_become_no_more():
    deferred = drawn.deferred_imports()
    assert len(deferred) <= MOST_DEFERRED, "move what is shared to a lower module, or import it at the top"


def test_a_circle_of_deferred_imports_is_a_circle():
    assert drawn.circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    source = "from heddle.uop import Ops\ndef f():\n  if True: from heddle import uop\nif TYPE_CHECKING:\n  import heddle.nn"
    assert [late for _, late in drawn.import_statements(ast.parse(source))] == [False, True]


def imported_from(modules):
    """The modules, all that they import, and all that these do."""
    reached, todo, graph = set(), list(modules), drawn.module_graph(with_deferred=False)
    while todo:
        if (module := todo.pop()) in reached: continue
        reached.add(module)
        todo += graph[module]
    return reached


def test_the_fingerprint_covers_whatever_makes_kernels():
    files = (Path(file).relative_to(ROOT) for file in code_fingerprint._code_files())
    covered = {".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files}
    begin = [name for name in covered if name.startswith(("heddle.codegen", "heddle.renderer"))]
    assert len(begin) > 50
    reached = imported_from(begin)
    # a lock and counters write no kernel
    assert reached - covered == {"heddle.process.fork_safety", "heddle.tracing.counters"}
    assert not {name for name in covered if name.startswith(("heddle.tensor", "heddle.nn"))}  # editing these compiles nothing again


@pytest.mark.parametrize("heavy", ["numpy", "llvmlite", "rich", "click", "tokenizers", "torch", "heddle.codegen", "heddle.tensor",
                                   "heddle.errors", "heddle.settings"])
def test_importing_heddle_imports_nothing_heavy(heavy):
    program = f"import heddle, sys; assert {heavy!r} not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_a_first_kernel_on_a_cpu_imports_nothing_of_gpus(tmp_path):
    program = "from heddle import Tensor; import sys; Tensor([1., 2.]).add(1).sum().item(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True,
                          env={**os.environ, "DEV": "CPU", "XDG_CACHE_HOME": str(tmp_path)})
    loaded = {name.rpartition(".")[2] for name in done.stdout.split() if name.startswith("heddle.codegen")}
    assert {"cpu_schedule", "linearize"} <= loaded
    assert not loaded & {"gpu_schedule", "matmul_gpu", "matmul_mma", "attention_gpu", "block_fusion", "chunk_fusion", "mma",
                         "mma_store_shuffle", "software_pipeline", "workgroup_loops"}


def test_what_is_imported_is_old_and_what_is_frozen_stays_so():
    program = """import gc
if {}: gc.freeze()
frozen = gc.get_freeze_count()
from heddle import Tensor
assert frozen // 2 <= gc.get_freeze_count() <= frozen
print(sum(len(gc.get_objects(generation=young)) for young in (0, 1)))"""
    counts = [int(subprocess.run([sys.executable, "-c", program.format(freezes)], check=True, capture_output=True, text=True).stdout)
              for freezes in (False, True)]
    assert counts[0] < 2000 < 15000 < counts[1]


def test_a_first_result_loads_no_openssl_and_leaves_the_collector_as_it_was():
    program = """import gc, sys; {}
from heddle import Tensor
assert (Tensor([1, 2]) + 1).tolist() == [2, 3]
print(gc.isenabled(), *sys.modules)"""
    for switch, state in (("gc.enable()", "True"), ("gc.disable()", "False")):
        done = subprocess.run([sys.executable, "-c", program.format(switch)], check=True, capture_output=True, text=True)
        found = done.stdout.split()
        assert found[0] == state and "_hashlib" not in found


def test_the_fingerprint_of_the_scheduler_covers_whatever_it_imports():
    files = (Path(file).relative_to(ROOT) for file in (*code_fingerprint._code_files(), *code_fingerprint._schedule_files()))
    covered = {".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files}
    begin = [name for name in covered if name.startswith("heddle.schedule")]
    assert len(begin) > 25
    reached = imported_from(begin)
    # locks, the collector, events and counters decide nothing
    assert {name.split(".")[1] for name in reached - covered} == {"process", "tracing"}
