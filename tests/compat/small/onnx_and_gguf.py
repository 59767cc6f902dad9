"""Models of ONNX and files of GGUF."""
import pathlib, tempfile
import numpy as np, onnx, gguf
from onnx import helper, TensorProto
from tinygrad import Tensor, dtypes
from tinygrad.nn.onnx import OnnxRunner, OnnxPBParser
from tinygrad.llm.gguf import gguf_load, ggml_data_to_tensor

folder = pathlib.Path(tempfile.mkdtemp())
w = np.arange(6, dtype=np.float32).reshape(2, 3) / 10
nodes = [helper.make_node("Gemm", ["x", "w"], ["h"]), helper.make_node("Relu", ["h"], ["r"]), helper.make_node("Softmax", ["r"], ["y"], axis=-1)]
graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 2])],
                          [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["batch", 3])], [onnx.numpy_helper.from_array(w, "w")])
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), folder / "m.onnx")
run = OnnxRunner(folder / "m.onnx")
for name, spec in run.graph_inputs.items(): print(name, spec.shape, spec.dtype == dtypes.float, spec.is_optional)
out = run({"x": Tensor([[1.0, 2.0], [-3.0, 1.0]])})
print(list(out), [[round(v, 4) for v in row] for row in out["y"].tolist()])
print([n["op_type"] for n in OnnxPBParser(folder / "m.onnx").parse()["graph"]["node"]])

writer = gguf.GGUFWriter(folder / "w.gguf", "llama")
writer.add_uint32("llama.block_count", 2)
writer.add_array("tokenizer.ggml.tokens", ["a", "b"])
data = np.linspace(-1, 1, 64, dtype=np.float32).reshape(2, 32)
for kind in (gguf.GGMLQuantizationType.Q8_0, gguf.GGMLQuantizationType.Q4_0):
  writer.add_tensor(kind.name, gguf.quants.quantize(data, kind), raw_dtype=kind)
writer.add_tensor("plain", data)
writer.write_header_to_file(); writer.write_kv_data_to_file(); writer.write_tensors_to_file(); writer.close()
meta, tensors = gguf_load(Tensor(folder / "w.gguf"))
print(meta["llama.block_count"], meta["tokenizer.ggml.tokens"], sorted(tensors), {k: t.shape for k, t in tensors.items()})
print([round(t.float().abs().sum().item(), 3) for _, t in sorted(tensors.items())])
raw = gguf.quants.quantize(data, gguf.GGMLQuantizationType.Q8_0)
print(round(ggml_data_to_tensor(Tensor(raw.flatten()), 64, 8).reshape(2, 32)[1].sum().item(), 3))
