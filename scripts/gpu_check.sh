#!/usr/bin/env bash
# What heddle does on an NVIDIA GPU, in under 8 minutes, on a machine that has Python, torch and the driver, and no network.
#
#   scripts/gpu_check.sh                  tests and benchmarks; writes benchmarks/results/<gpu>-<date>.md
#   scripts/gpu_check.sh --dry            the same steps without a GPU: kernels are compiled for an H200 and not run
#   scripts/gpu_check.sh --wheels DIR     installs what is missing from the wheels in DIR (default: wheels/)
#   scripts/gpu_check.sh --fetch          fills that folder, where there is a network
#
# Every step has a time limit of its own; one that fails is said so in the result, and the others go on.
set -u
cd "$(dirname "$0")/.."
PACKAGES=(nvidia-cuda-nvrtc llvmlite rich typer numpy pytest hypothesis ml_dtypes safetensors)
WHEELS=wheels DRY= FETCH=
while [ $# -gt 0 ]; do
  case "$1" in
    --dry) DRY=--dry ;;
    --fetch) FETCH=1 ;;
    --wheels) shift; WHEELS=$1 ;;
    *) echo "unknown option $1; look at the head of $0" >&2; exit 2 ;;
  esac
  shift
done
PYTHON=${PYTHON:-python3}
if [ -n "$FETCH" ]; then
  exec "$PYTHON" -m pip download --dest "$WHEELS" --only-binary=:all: "${PACKAGES[@]}"
fi

SITE=$(mktemp -d)
trap 'rm -rf "$SITE"' EXIT
if [ -d "$WHEELS" ]; then
  "$PYTHON" -m pip install --quiet --no-index --find-links "$WHEELS" --target "$SITE" "${PACKAGES[@]}" \
    || echo "not every package could be installed from $WHEELS: what the machine has is used" >&2
fi
export PYTHONPATH="$PWD:$SITE${PYTHONPATH:+:$PYTHONPATH}"
if [ -n "$DRY" ]; then GPU=dry; export DEV=NULL:CUDA:sm_90a; else
  GPU=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 | tr 'A-Z ' 'a-z-')
  GPU=${GPU:-unknown-gpu}; export DEV=CUDA; fi
RESULT=${RESULT:-benchmarks/results/$GPU-$(date +%F).md}
mkdir -p "$(dirname "$RESULT")"
FAILED=0

# step NAME SECONDS COMMAND…: runs it, and notes how it ended with the last lines of what it said
step() {
  local name=$1 limit=$2 begin=$SECONDS log; shift 2
  log=$(mktemp)
  echo "== $name"
  timeout "$limit" "$@" >"$log" 2>&1; local code=$?
  local word=passed
  if [ $code = 124 ]; then word="stopped after $limit s"; elif [ $code != 0 ]; then word="FAILED ($code)"; fi
  [ $code = 0 ] || FAILED=$((FAILED + 1))
  echo "   $word in $((SECONDS - begin)) s"
  { echo; echo "### $name: $word, $((SECONDS - begin)) s"; echo; echo '```'; tail -n 12 "$log"; echo '```'; } >>"$RESULT"
  rm -f "$log"
}

{ echo "# heddle on $GPU, $(date +%F)"; echo
  echo "By \`scripts/gpu_check.sh${DRY:+ $DRY}\`. Python $("$PYTHON" -V | cut -d' ' -f2), torch $("$PYTHON" -c 'import torch; print(torch.__version__)' 2>/dev/null || echo none)"
  [ -n "$DRY" ] || nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv 2>/dev/null | sed 's/^/    /'
} >"$RESULT"

step "device table" 30 "$PYTHON" -m heddle
if [ -n "$DRY" ]; then
  step "matmuls for every architecture" 120 "$PYTHON" -m pytest -q -x -p no:cacheprovider tests/codegen/test_matrix.py -k "spills or unit"
else
  step "conformance, sampled" 90 "$PYTHON" -m pytest -q -p no:cacheprovider tests/tensor tests/renderer -k "CUDA" --maxfail=20
  step "graphs" 40 "$PYTHON" -m pytest -q -p no:cacheprovider tests/engine tests/tensor/test_jit.py -k "CUDA" --maxfail=5
  step "torch tensors without a copy" 30 "$PYTHON" -m benchmarks.gpu_interop
  step "BEAM on two kernels" 50 env BEAM=2 BEAM_BUDGET=20 DEBUG=2 "$PYTHON" -c \
    'from heddle import Tensor; (Tensor.rand(1024, 1024) @ Tensor.rand(1024, 1024)).realize(); Tensor.rand(4096, 4096).softmax().realize()'
fi
step "speed" 220 "$PYTHON" -m benchmarks.gpu $DRY --minutes 3 --out "$RESULT"
echo "$FAILED of the steps failed; result in $RESULT (took $SECONDS s)"
exit $((FAILED > 0))
