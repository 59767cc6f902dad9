#!/usr/bin/env bash
# What heddle does on an Adreno GPU, in one file to send back, on a device that has Python, /dev/kgsl-3d0 and this tree's packages.
#
#   scripts/qcom_check.sh          what the device is, a first kernel, the op suite, kernel times; writes qcom-check-<date>.txt
#   scripts/qcom_check.sh --dry    the same steps on an emulated GPU, with few examples and no times
#
# Packages: pip install -e '.[qcom]' pytest hypothesis ml_dtypes. PYTHON is the interpreter, RESULT the file to write.
# Every step has a time limit; one that fails or is stopped is said so in the result, and the others go on.
set -u
cd "$(dirname "$0")/.." || exit 2
PYTHON=${PYTHON:-python3} RESULT=${RESULT:-qcom-check-$(date +%Y%m%d-%H%M%S).txt} FAILED=0
SUITE=(-m pytest -q -p no:cacheprovider --few-examples -k "[QCOM:IR3] or [QCOM:IR3-")
case "${1:-}" in
  "") ;;
  --dry) export EMULATE=QCOM; SUITE+=(--sample=12) ;;
  *) echo "unknown option $1; look at the head of $0" >&2; exit 2 ;;
esac

step() {  # step NAME SECONDS COMMAND...
  local name=$1 limit=$2 code
  shift 2
  { echo; echo "== $name"; timeout "$limit" "$@" 2>&1; code=$?; echo "-- exit $code"; } >> "$RESULT"
  code=$(tail -n 1 "$RESULT" | tr -dc 0-9)
  [ "$code" = 0 ] || FAILED=$((FAILED + 1))
  echo "$name: $([ "$code" = 0 ] && echo done || echo "exit $code")"
}

{ echo "heddle on an Adreno GPU, $(date -u)"; uname -a; git rev-parse HEAD 2>/dev/null; } > "$RESULT"
step "driver" 20 sh -c 'ls -l /dev/kgsl-3d0 /dev/dri 2>&1; for f in gpu_model gpu_available_frequencies idle_timer reset_count; do
  printf "%s " $f; cat /sys/class/kgsl/kgsl-3d0/$f 2>/dev/null || echo; done; true'
step "devices" 60 "$PYTHON" -m heddle
step "first kernels" 120 "$PYTHON" - <<'PROGRAM'
import numpy as np
from tests import emulators
emulators.install()
from heddle import Context, Tensor
from heddle.device import Device
gpu = Device["QCOM"].gpu
print(f"chip {gpu.info.chip:#010x}, {gpu.info}")
x = np.arange(4096, dtype=np.float32)
with Context(DEV="QCOM", DEBUG=2):
    assert (Tensor(x) * 2 + 1).tolist() == (x * 2 + 1).tolist(), "a map"
    assert Tensor(x).sum().item() == x.sum(), "a reduction, with shared memory and barriers"
    a, b = (np.random.default_rng(n).standard_normal((256, 256)).astype(np.float32) for n in range(2))
    np.testing.assert_allclose((Tensor(a) @ Tensor(b)).numpy(), a @ b, rtol=1e-4, atol=1e-3)
    small = np.array([1e-40, -1e-40, 2.0 ** -126], np.float32)
    print("subnormal halves (zeros, says Mesa):", (Tensor(np.array([2.0 ** -20], np.float16)) * 2).tolist())
    print("subnormal floats (zeros, says Mesa):", (Tensor(small) * 1.0).contiguous().tolist(), (Tensor(small) + small).tolist())
    much = np.float32(1 + 2 ** -12)
    print("mad rounds once or twice:", (Tensor([much]) * Tensor([much]) + Tensor([-1.0])).item(), float(np.float32(much * much) - 1))
PROGRAM
step "the vendor's compiler" 60 "$PYTHON" - <<'PROGRAM'
import base64
from heddle.device import Device
from heddle.errors import FileFormatError
from heddle.runtime.qcom.vendor_binary import read_binary
source = "__kernel void add(__global float *a, __global const float *b) { a[get_global_id(0)] = b[get_global_id(0)] + 2.5f; }"
if not (found := Device.probe("CL")).usable: print("no OpenCL:", found.reason)
else:
    binary = Device["CL"].compiler.compile(source)
    try: print(Device["CL"].info.name, read_binary(binary))
    except FileFormatError as refusal: print(refusal)
    print("--", Device["CL"].info.name, base64.b64encode(binary[:1 << 20]).decode(), sep="\n")  # a sample, read or not
PROGRAM
step "the vendor's kernels, launched" 120 "$PYTHON" - <<'PROGRAM'
import numpy as np
from heddle import Context, Tensor
from heddle.runtime.qcom import vendor_compiler
if not (found := vendor_compiler.probe()).usable: print("not tried:", found.reason)
else:
    x = np.arange(4096, dtype=np.float32)
    a, b = (np.random.default_rng(n).standard_normal((256, 256)).astype(np.float32) for n in range(2))
    with Context(DEV="QCOM:CL", DEBUG=2):
        assert (Tensor(x) * 2 + 1).tolist() == (x * 2 + 1).tolist(), "a map"
        np.testing.assert_allclose((Tensor(a) @ Tensor(b)).numpy(), a @ b, rtol=1e-4, atol=1e-3)
PROGRAM
step "op suite" 1800 "$PYTHON" "${SUITE[@]}" tests/tensor/test_conformance_elementwise.py tests/tensor/test_conformance_movement.py \
  tests/tensor/test_conformance_products.py tests/tensor/test_conformance_reduce.py
[ -n "${EMULATE:-}" ] || step "kernel times" 300 "$PYTHON" - <<'PROGRAM'
from heddle import Context, Tensor
with Context(DEV="QCOM", DEBUG=2):
    for n in (256, 512, 1024):
        a, b = Tensor.rand(n, n).realize(), Tensor.rand(n, n).realize()
        for _ in range(5): (a @ b).realize()
    x = Tensor.rand(1 << 24).realize()
    for _ in range(5): (x + 1).realize()
PROGRAM
step "driver afterwards" 20 sh -c 'cat /sys/class/kgsl/kgsl-3d0/reset_count 2>/dev/null; true'
echo "written: $RESULT; $FAILED steps failed"
exit $((FAILED > 0))
