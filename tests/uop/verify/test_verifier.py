"""The verifier: valid graphs of every stage pass, and each rule refuses the graph that breaks it, with its name."""
import pytest

from heddle.dtype import dtypes
from heddle.errors import VerifyError
from heddle.uop import AxisType, BufferArg, Ops, ParamArg, UOp
from heddle.uop.program_info import ProgramInfo
from heddle.uop.verify import verifier
from heddle.uop.verify.verifier import Spec, verify

F32, I32, I64, INDEX, BOOL, VOID = dtypes.float32, dtypes.int32, dtypes.int64, dtypes.index, dtypes.bool, dtypes.void


def free(dtype=F32, name=0): return UOp(Ops.DEFINE_REG, dtype, (), name)
def param(slot=0, size=8, dtype=F32): return UOp(Ops.PARAM, dtype, (), ParamArg(slot, size))
def buffer(id=0, size=8, dtype=F32): return UOp(Ops.BUFFER, dtype, (), BufferArg(id, "CPU", size))
def const(value, dtype=F32): return UOp(Ops.CONST, dtype, (), value)
def node(op, dtype, *src, arg=None): return UOp(op, dtype, src, arg)


def refused(graph, spec, rule, why):
    with pytest.raises(VerifyError) as caught: verify(graph, spec, "the pass")
    text = str(caught.value)
    assert f"not a valid {spec.value} after 'the pass', rule {rule}: " in text and why in text, text


# ---- what is valid


def ast(size=8, at=0):
    i = UOp.range(size, id=0)
    value = param(1).index(i + at if at else i).load() * 2.0
    return UOp.sink(param(0).index(i).store(value).end(i))


def program():
    """out[i] = sum over j of in[i*4 + j], as linear IR."""
    out, a = param(0, 2), param(1, 8)
    two, four, zero = const(2, I64), const(4, I64), const(0.0)
    i = node(Ops.RANGE, I64, two, arg=(0, AxisType.GRID))
    total = free()
    j = node(Ops.RANGE, I64, four, arg=(1, AxisType.REDUCE))
    row = node(Ops.MUL, I64, i, four)
    at = node(Ops.ADD, I64, row, j)
    place = node(Ops.INDEX, F32, a, at)
    value, old = node(Ops.LOAD, F32, place), node(Ops.LOAD, F32, total)
    new = node(Ops.ADD, F32, old, value)
    result, target = node(Ops.LOAD, F32, total, arg="result"), node(Ops.INDEX, F32, out, i)
    return [out, a, two, four, zero, i, total, total.store(zero), j, row, at, place, value, old, new, total.store(new),
            node(Ops.END, VOID, j), target, result, target.store(result), node(Ops.END, VOID, i)]


def linear(uops): return UOp(Ops.LINEAR, VOID, tuple(uops))


def schedule(**changes):
    call = UOp(Ops.CALL, VOID, changes.get("src", (ast(), buffer(0), buffer(1))))
    return linear([call])


@pytest.mark.parametrize("graph, spec", [
    (buffer().reshape((2, 4)).permute((1, 0)) + const(1.0).broadcast_to((4, 2)), Spec.tensor_graph),
    (buffer().reduce_axis(Ops.MAX, (0,)).assign(const(2.0).broadcast_to((1,))), Spec.tensor_graph),
    (ast(), Spec.kernel_ast), (linear(program()), Spec.linear_program), (schedule(), Spec.schedule), (linear([]), Spec.schedule),
    (schedule(src=(UOp(Ops.COPY, VOID, (), "CPU"), buffer(0), buffer(1))), Spec.schedule)], ids=str)
def test_valid_graphs_pass(graph, spec): verify(graph, spec)


def test_real_programs_pass():
    """Kernels as the lowering makes them, with vectors, gates and emulated formats."""
    from heddle.codegen import to_linear
    from heddle.renderer import Capabilities, Renderer
    i = UOp.range(64, id=0)
    memory = [UOp(Ops.PARAM, dtypes.bfloat16, (), ParamArg(slot, 64)) for slot in range(2)]
    inside = (i < 3).alu(Ops.NOT)
    value = UOp(Ops.LOAD, dtypes.bfloat16, (memory[1].index(i + -3, inside),)).alu(Ops.SIN)
    sink = UOp.sink(memory[0].index(i).store(value).end(i))
    lowered = to_linear(sink, Renderer("test", Capabilities(vector=32)), lambda name, graph: verify(graph, Spec.kernel_ast, name))
    verify(linear(lowered.uops), Spec.linear_program)


# ---- what is not


@pytest.mark.parametrize("bad, rule, why", [
    (node(Ops.ADD, F32, free()), "arity", "ADD takes 2 sources, not 1"),
    (node(Ops.STORE, VOID, free()), "arity", "STORE takes 2 to 3 sources"),
    (node(Ops.ADD, I32, free(), free()), "dtype_of_result", "the dtype should be dtypes.float32"),
    (node(Ops.CMPLT, F32, free(), free()), "dtype_of_result", "the dtype should be dtypes.bool"),
    (node(Ops.CMPLT, BOOL, free(F32.vec(4)), free(F32.vec(4))), "dtype_of_result", "the dtype should be dtypes.bool.vec(4)"),
    (node(Ops.ADD, F32, free(), free(dtypes.float64)), "operands_agree", "dtypes.float32, dtypes.float64"),
    (node(Ops.WHERE, F32.vec(2), free(BOOL), free(F32.vec(2)), free(F32.vec(2))), "operands_agree", "the condition is dtypes.bool"),
    (node(Ops.SQRT, I32, free(I32)), "family_of_operands", "SQRT is for floats"),
    (node(Ops.MOD, F32, free(), free()), "family_of_operands", "MOD is for integers"),
    (node(Ops.IDIV, BOOL, free(BOOL), free(BOOL)), "family_of_operands", "IDIV is for integers"),
    (const(1, F32), "constant_fits", "1 is int, float32 needs float"), (const(True, I32), "constant_fits", "needs int"),
    (const(300, dtypes.uint8), "constant_fits", "300 is not in uint8"),
    (const((1, 2), I32.vec(4)), "constant_fits", "2 values for 4 lanes"),
    (free(I32).alu(Ops.SHL, const(32, I32)), "shift_in_range", "a shift of 32 bits by 32"),
    (node(Ops.CAST, I32, free(F32.vec(4))), "conversion_keeps_size", "4 lanes become 1"),
    (node(Ops.BITCAST, dtypes.int16, free()), "conversion_keeps_size", "4 bytes become 2"),
    (node(Ops.VECTORIZE, F32.vec(4), free(), free()), "sources_fill_vector", "2 lanes are given for 4"),
    (node(Ops.VECTORIZE, F32.vec(2), free(), free(I32)), "sources_fill_vector", "not every source is dtypes.float32"),
    (node(Ops.GEP, F32, free(F32.vec(4)), arg=(4,)), "lanes_exist", "has not all lanes"),
    (node(Ops.GEP, F32.vec(2), free(F32.vec(4)), arg=(1,)), "lanes_exist", "are not dtypes.float32.vec(2)"),
    (node(Ops.RANGE, I64, const(4, I32), arg=(0, AxisType.LOOP)), "range_counts", "scalar integers"),
    (node(Ops.RANGE, I64, const(4, I64), arg=0), "range_counts", "(id, AxisType)"),
    (node(Ops.REDUCE, F32, free(), free(), arg=Ops.ADD), "closes_ranges", "it closes RANGEs, not DEFINE_REG"),
    (node(Ops.REDUCE, F32, free(), arg=Ops.SUB), "closes_ranges", "cannot reduce with Ops.SUB"),
    (node(Ops.INDEX, F32, free(), const(0, I64)), "index_names_memory", "DEFINE_REG is not memory"),
    (node(Ops.INDEX, I32, param(), const(0, I64)), "index_names_memory", "the memory holds dtypes.float32"),
    (node(Ops.INDEX, F32, param(), const(0.0)), "index_names_memory", "the index is dtypes.float32"),
    (node(Ops.STORE, VOID, param().index(const(0, I64)), const(1, I32)), "access_fits", "float32, not dtypes.int32"),
    (node(Ops.STORE, VOID, free(F32.vec(4)), const(1.0)), "access_fits", "the register holds dtypes.float32.vec(4)"),
    (node(Ops.LOAD, F32, const(1.0)), "access_fits", "CONST is no address to load"),
    (node(Ops.LOAD, F32, param().index(const(0, I64)), const(0.0)), "gate_is_whole", "another value needs a gate"),
    (node(Ops.LOAD, F32, param().index(const(0, I64)), const(0.0), const(1, I32)), "gate_is_whole", "the gate is dtypes.int32"),
    (node(Ops.LOAD, F32, param().index(const(0, I64)), const(0, I32), const(True, BOOL)), "gate_is_whole", "the other value is"),
    (node(Ops.PARAM, F32, arg=3), "param_says_its_slot", "not a ParamArg"),
    (node(Ops.RESHAPE, F32, free(), arg=()), "allowed ops", "RESHAPE does not belong here")],
    ids=lambda x: x if isinstance(x, str) else "")
def test_each_rule_of_kernels(bad, rule, why): refused(UOp.sink(bad), Spec.kernel_ast, rule, why)


@pytest.mark.parametrize("at, size, is_fine", [(0, 8, True), (1, 8, False), (-1, 8, False), (0, 9, False), (0, 3, True)])
def test_an_index_stays_within_its_memory(at, size, is_fine):
    if is_fine: verify(ast(size, at), Spec.kernel_ast)
    else: refused(ast(size, at), Spec.kernel_ast, "index_within_memory", "of a memory of 8 are touched without a condition")


def test_a_vector_stays_within_its_memory():
    place = param(0, 6).index(const(4, I64))
    refused(UOp.sink(place.load(F32.vec(4))), Spec.kernel_ast, "index_within_memory", "elements 4 to 7 of a memory of 6")


def test_an_index_that_may_be_outside_needs_a_condition_only_if_it_is_certain():
    """i*j takes its greatest value, but bounds of correlated terms need not be reached, and then nothing is certain."""
    i = UOp.range(4, id=0)
    correlated = (i * 3) % 5 + i
    verify(UOp.sink(param(0, 7).index(correlated).load()), Spec.kernel_ast)
    refused(UOp.sink(param(0, 7).index(i + 7).load()), Spec.kernel_ast, "index_within_memory", "elements 7 to 10")
    gated = UOp(Ops.LOAD, F32, (param(0, 7).index(i + 7), const(0.0), i < 0))
    verify(UOp.sink(gated), Spec.kernel_ast)


def swapped(a, b):
    uops = program()
    uops[a], uops[b] = uops[b], uops[a]
    return uops


@pytest.mark.parametrize("uops, why", [
    (program()[:-1], "the loop is never closed"), (program()[:-5] + program()[-4:], "it does not close the innermost open loop"),
    (swapped(12, 14), "before that is there"), (program()[1:], "before that is there"),
    ([*program(), program()[9]], "after the loop around that was closed"),
    ([*program(), program()[5], program()[-1]], "the loop is opened a second time")],
    ids=["open", "crossed", "order", "missing", "outside", "twice"])
def test_loops_of_a_list(uops, why): refused(linear(uops), Spec.linear_program, "loops_are_nested", why)


def test_a_list_has_no_index_dtype():
    i = UOp.range(4, id=0)
    refused(linear([i.src[0], i, node(Ops.END, VOID, i)]), Spec.linear_program, "no_index_dtype", "still here")


def test_a_tensor_graph_has_shapes_that_fit():
    refused(buffer(0, 4) + buffer(1, 5), Spec.tensor_graph, "shape_exists", "needs equal shapes")
    refused(ast(), Spec.tensor_graph, "allowed ops", "does not belong here")


@pytest.mark.parametrize("src, rule, why", [
    ((ast(), buffer(0)), "params_have_buffers", "has no buffer among 1"),
    ((ast(), buffer(0), buffer(1, 9)), "params_have_buffers", "is given BUFFER float32"),
    ((ast(), buffer(0), buffer(1, 8, I32)), "params_have_buffers", "is given BUFFER int32"),
    ((ast(), buffer(0), const(1.0)), "call_is_complete", "CONST is not memory"),
    ((buffer(0),), "call_is_complete", "BUFFER cannot be run"),
    ((UOp(Ops.COPY, VOID, (), "CPU"), buffer(0)), "call_is_complete", "a COPY is of two buffers"),
    ((UOp(Ops.PROGRAM, VOID, (ast(),)), buffer(0), buffer(1)), "call_is_complete", "no ProgramInfo")],
    ids=["missing", "size", "dtype", "memory", "what", "copy", "info"])
def test_calls(src, rule, why): refused(schedule(src=src), Spec.schedule, rule, why)


def test_kernels_of_a_schedule_are_checked_too():
    refused(schedule(src=(ast(8, 1), buffer(0), buffer(1))), Spec.kernel_ast, "index_within_memory", "")
    program_call = UOp(Ops.PROGRAM, VOID, (ast(8, 1),), ProgramInfo("k", (0, 1), (0,), (1,)))
    refused(schedule(src=(program_call, buffer(0), buffer(1))), Spec.kernel_ast, "index_within_memory", "")


def test_the_message_shows_the_neighbourhood_and_the_users_line():
    bad = free() + free(F32, 1)
    bad = UOp(Ops.ADD, I32, bad.src)
    bad.loc = ("train.py", 41, "forward")
    with pytest.raises(VerifyError) as caught: verify(UOp.sink(bad), Spec.kernel_ast)
    assert "ADD int32 (DEFINE_REG, DEFINE_REG)\n      DEFINE_REG float32 0\n      DEFINE_REG float32 1" in str(caught.value)
    assert "at train.py:41, in forward" in str(caught.value)


def test_long_chains_are_checked():
    value = buffer(0, 4)
    for _ in range(30_000): value = value.alu(Ops.NEG)
    verify(value, Spec.tensor_graph)


def test_between_passes_only_new_nodes_are_looked_at(monkeypatch):
    looked, of_spec = [], verifier._RULES[Spec.kernel_ast]
    def look(node): looked.append(node)
    monkeypatch.setitem(verifier._RULES, Spec.kernel_ast, (look, *of_spec))
    first, checked = ast(), set()
    verify(first, Spec.kernel_ast, "a pass", checked)
    assert set(looked) == checked == set(first.toposort())
    looked.clear()
    more = first.replace(src=(*first.src, ast(at=-1).src[0]))
    with pytest.raises(VerifyError, match="index_within_memory"): verify(more, Spec.kernel_ast, "the next", checked)
    assert looked and not set(looked) & set(first.toposort())
    looked.clear()
    verify(first, Spec.kernel_ast, "the last", checked)
    assert not looked
