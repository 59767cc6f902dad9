#!/usr/bin/env bash
# What heddle does on an NVIDIA GPU, in under 9 minutes, on a machine that has Python, torch and the driver, and no network.
#
#   scripts/gpu_check.sh                  tests and benchmarks; writes benchmarks/results/<gpu>-<date>.md
#   scripts/gpu_check.sh --whole          the op suites whole, on all cores (pytest-xdist), where else a part is drawn
#   scripts/gpu_check.sh --dry            the same steps without a GPU, on an emulated one: tiny sizes, no speed
#   scripts/gpu_check.sh --only "a b"     of the steps, those whose names begin with one of these words
#   scripts/gpu_check.sh --wheels DIR     unpacks what is missing from the wheels in DIR (default: wheels/)
#   scripts/gpu_check.sh --fetch [3.12]   fills that folder, where there is a network, for this Python on Linux or for another
#
# Every step has a time limit of its own; one that fails or is stopped is said so in the result, and the others go on.
# PYTHON is the interpreter that has torch, RESULT the file to write, PATIENCE a factor for the limits.
set -u
HERE=$PWD
cd "$(dirname "$0")/.." || exit 2
PACKAGES=(nvidia-cuda-nvrtc llvmlite rich click numpy pytest hypothesis ml_dtypes)
WHEELS=wheels DRY= FETCH= VERSION= ONLY= ALL=
while [ $# -gt 0 ]; do
  case "$1" in
    --dry) DRY=--dry ;;
    --whole) ALL=1 ;;
    --fetch) FETCH=1; case "${2:-}" in [0-9]*) shift; VERSION=$1 ;; esac ;;
    --only) shift; ONLY=$1 ;;
    --wheels) shift; WHEELS=$(cd "$HERE" && realpath -m "$1") ;;
    *) echo "unknown option $1; look at the head of $0" >&2; exit 2 ;;
  esac
  shift
done
PYTHON=${PYTHON:-python3}
if [ -n "$FETCH" ]; then
  OTHER=()
  if [ -n "$VERSION" ]; then
    OTHER=(--python-version "$VERSION" --implementation cp)
    for libc in 17 27 28 34; do OTHER+=(--platform "manylinux_2_${libc}_$(uname -m)"); done
    OTHER+=(--platform "manylinux2014_$(uname -m)")
  fi
  exec "$PYTHON" -m pip download --dest "$WHEELS" --only-binary=:all: "${OTHER[@]}" "${PACKAGES[@]}"
fi

# everything that is written beside the result: unpacked wheels, caches of heddle and of torch's compiler, what the steps say
ROOM=$(mktemp -d)
trap 'rm -rf "$ROOM"' EXIT
mkdir "$ROOM/site" "$ROOM/cache"
"$PYTHON" scripts/unpack_wheels.py "$WHEELS" "$ROOM/site" || echo "not every package could be unpacked: what the machine has is used" >&2
export PYTHONPATH="$PWD:$ROOM/site${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 DEV=CUDA
export XDG_CACHE_HOME="$ROOM/cache" TORCHINDUCTOR_CACHE_DIR="$ROOM/cache/inductor" TRITON_CACHE_DIR="$ROOM/cache/triton"
export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
TESTS=("$PYTHON" -m pytest -q -p no:cacheprovider -p _hypothesis_pytestplugin)
NV=(env DEV=NV)
RUN=("$PYTHON" -m) TINY=() WHOLE=(-m "") SAMPLE=90 PATIENCE=${PATIENCE:-1}
if [ -n "$DRY" ]; then
  GPU=dry TINY=(--emulated) WHOLE=() SAMPLE=60 PATIENCE=$((3 * PATIENCE))
  export EMULATE=CUDA
  RUN=("$PYTHON" -m tests.emulators)
  NV+=(EMULATE=NV)
else
  GPU=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 | tr 'A-Z ' 'a-z-')
  GPU=${GPU:-unknown-gpu}
fi
RESULT=${RESULT:-benchmarks/results/$GPU-$(date +%F).md}
mkdir -p "$(dirname "$RESULT")"
STEPS=0 FAILED=0

{ echo "# heddle on $GPU, $(date +%F)"; echo
  echo "By \`scripts/gpu_check.sh${DRY:+ $DRY}\`. Python $("$PYTHON" -V | cut -d' ' -f2), torch $("$PYTHON" -c 'import torch; print(torch.__version__)' 2>/dev/null || echo none)"
  [ -n "$DRY" ] || nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv 2>/dev/null | sed 's/^/    /'
} >"$ROOM/head"
printf '\n| step | how it ended | seconds |\n|---|---|---|\n' >"$ROOM/steps"
touch "$ROOM/speed" "$ROOM/details"

# the result so far: which steps there were, the table of speed, and then what each step said last
write() { cat "$ROOM/head" "$ROOM/steps" "$ROOM/speed" "$ROOM/details" >"$RESULT"; }

# step "NAME" SECONDS COMMAND…: runs it, and notes how it ended with the last lines of what it said
step() {
  local name=$1 limit=$(($2 * PATIENCE)) begin=$SECONDS log="$ROOM/log" word; shift 2
  for word in ${ONLY:-$name}; do case "$name" in "$word"*) break ;; esac; done
  case "$name" in "$word"*) ;; *) return ;; esac
  STEPS=$((STEPS + 1))
  echo "== $name"
  # interrupted, tests say how far they came; what does not end then is killed
  timeout -s INT -k 5 "$limit" "$@" >"$log" 2>&1; local code=$?
  word=passed
  if [ $code = 124 ] || [ $code = 137 ]; then word="stopped after $limit s"; elif [ $code != 0 ]; then word="FAILED ($code)"; fi
  [ $code = 0 ] || FAILED=$((FAILED + 1))
  echo "   $word in $((SECONDS - begin)) s"
  echo "| $name | $word | $((SECONDS - begin)) |" >>"$ROOM/steps"
  # what is in the table of speed need not be said twice; which other devices there are says nothing of this one
  [ "$name" != speed ] || log="$ROOM/speed.log"
  if [ "$name" != speed ] || [ $code != 0 ]; then
    { printf '\n### %s: %s\n\n```\n' "$name" "$word"
      sed '/ runtimes that were not exercised /,$d' "$log" | tail -n "${LINES_KEPT:-24}"; echo '```'; } >>"$ROOM/details"
  fi
  write
}

SUITE=(tests/tensor/test_conformance_*.py tests/tensor/autograd/test_engine.py)
PART="a part drawn by the day" LASTS=50 DRAWN=(--sample "$SAMPLE")
if [ -n "$ALL" ]; then PART="whole" LASTS=170 DRAWN=(-p xdist.plugin -n "$(nproc)" --dist worksteal); fi
step "first kernels" 30 "${RUN[@]}" benchmarks.gpu.first
step "graphs, streams, memory, BEAM" 50 "${TESTS[@]}" -m "" tests/runtime/test_cuda_device.py
step "products on matrix units" 40 "${TESTS[@]}" "${WHOLE[@]}" tests/codegen/tensorize/test_mma.py -k "numpy or largest or bytes or vanish"
step "torch tensors without a copy" 30 "${RUN[@]}" benchmarks.gpu.interop
step "speed" 125 "$PYTHON" -m benchmarks.gpu "${TINY[@]}" --seconds $((115 * PATIENCE)) --limit $((25 * PATIENCE)) --out "$ROOM/speed"
step "collectives by NCCL, with two GPUs" 25 "${RUN[@]}" benchmarks.gpu.nccl "${TINY[@]}"
step "launches" 30 "${RUN[@]}" benchmarks.gpu.launch "${TINY[@]}"
step "searches" 35 "${RUN[@]}" benchmarks.gpu.search "${TINY[@]}"
step "conformance, $PART" "$LASTS" "${TESTS[@]}" -m "" -k CUDA "${DRAWN[@]}" --maxfail 20 "${SUITE[@]}"
step "NV: first kernels without NVIDIA's library" 20 "${NV[@]}" "${RUN[@]}" benchmarks.gpu.first NV
step "NV: copies, graphs, local memory" 40 "${NV[@]}" "${TESTS[@]}" -m "" tests/runtime/test_nv_device.py
step "NV: conformance, $PART" "$LASTS" "${NV[@]}" "${TESTS[@]}" -m "" -k "[NV" "${DRAWN[@]}" --maxfail 20 "${SUITE[@]}"
echo "$FAILED of the $STEPS steps failed; result in $RESULT (took $SECONDS s)"
exit $((FAILED > 0))
