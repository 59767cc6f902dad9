"""Promotion, casts, bitcasts, limits."""
from tinygrad import Tensor, dtypes
from tinygrad.dtype import least_upper_dtype, least_upper_float, sum_acc_dtype, to_dtype

names = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "half", "bfloat16", "float", "double"]
kinds = [*[getattr(dtypes, n) for n in names], dtypes.weakfloat]
print([[kinds.index(least_upper_dtype(a, b)) for b in kinds[:13] if not (a == dtypes.ulong or b == dtypes.ulong)] for a in kinds[:13]])
print([kinds.index(least_upper_float(a)) for a in kinds[:13]], [kinds.index(sum_acc_dtype(a)) for a in kinds[:13]])
print([kinds.index((Tensor([1], dtype=a) == 1).dtype) for a in kinds[:13]], [kinds.index(Tensor([1], dtype=a).cumsum().dtype) for a in kinds[:13]])
print(Tensor([300, -1]).cast(dtypes.uint8).tolist(), Tensor([1.9, -1.9]).int().tolist(), Tensor([0.5, 0, 3]).bool().tolist())
print(Tensor([1.0, -2.0]).bitcast(dtypes.int32).tolist(), Tensor([1, 2, 3, 4], dtype=dtypes.uint8).bitcast(dtypes.uint32).tolist())
print(dtypes.min(dtypes.int8) if hasattr(dtypes, "min") else dtypes.int8.min, dtypes.int8.max, dtypes.uint16.max, dtypes.finfo(dtypes.half), dtypes.float.max)
print(to_dtype("float16") == dtypes.half, dtypes.float.itemsize, dtypes.is_float(dtypes.bfloat16), dtypes.is_unsigned(dtypes.uint8))
print(Tensor([1, 2]).dtype == dtypes.int, Tensor([True]).dtype == dtypes.bool, Tensor(1.0).dtype == dtypes.default_float, Tensor([]).shape)
print(Tensor([7, -7]).div(2, rounding_mode="trunc").tolist(), (Tensor([7, -7]) // 2).tolist(), (Tensor([7, -7]) % 3).tolist(), Tensor([7, -7]).fmod(3).tolist())
