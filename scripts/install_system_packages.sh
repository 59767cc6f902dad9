#!/usr/bin/env bash
# Installs what some tests want and pip cannot bring. Goes on without root, without apt, without a network, and when a mirror fails: then
# its last lines say what stays untested and how to get it. It never fails, so that `make test` goes on.
#
# (clang comes with pip, in the ziglang package: that of Debian 12 is too old.)
# HEDDLE_SYSTEM: where the system's files are looked for; for tests.
set -u

# What shows that it is there (a command, or files) | Debian's packages | what is not tested without it
WANTED=(
  "/etc/OpenCL/vendors/*.icd|pocl-opencl-icd ocl-icd-libopencl1|the runtime CL"
  "/usr/share/vulkan/icd.d/*.json|mesa-vulkan-drivers libvulkan1|the runtime WEBGPU"
  "oclgrind|oclgrind|races and accesses out of bounds in kernels of CL"
  "/usr/aarch64-linux-gnu/lib/libc.so.6|qemu-user libc6-arm64-cross|code for AArch64"
  "chromium|chromium|pages in a browser"
  "chromedriver|chromium-driver|pages in a browser"
)

is_there() {
  case "$1" in
    /*) compgen -G "${HEDDLE_SYSTEM:-}$1" >/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

# The entries of WANTED that are not there, a line each.
missing() {
  local entry
  for entry in "${WANTED[@]}"; do
    is_there "${entry%%|*}" || echo "$entry"
  done
}

# A name server or mirror that does not answer costs seconds, not minutes; another apt at work is waited for.
apt() {
  DEBIAN_FRONTEND=noninteractive timeout 600 apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=15 \
    -o Acquire::https::Timeout=15 -o DPkg::Lock::Timeout=60 "$@" >>"$log" 2>&1 </dev/null
}

# Why nothing can be installed; empty if it can.
obstacle() {
  if ! command -v apt-get >/dev/null 2>&1; then echo "there is no apt here"
  elif [ "$(id -u)" -ne 0 ]; then echo "this is no root shell"
  fi
}

# One by one: what cannot be had does not keep the others away.
install_missing() {
  local entry packages
  log=$(mktemp "${TMPDIR:-/tmp}/heddle-apt.XXXXXX")
  apt update || echo "apt-get update failed: trying with the lists that are there" >&2
  while IFS= read -r entry; do
    packages=$(cut -d'|' -f2 <<<"$entry")
    echo "installing system packages: $packages"
    # shellcheck disable=SC2086  (several packages in one entry)
    apt install -y --no-install-recommends $packages || echo "apt-get could not install $packages (see $log)" >&2
  done <<<"$(missing)"
}

report() {
  local entry packages=""
  echo "not everything is tested here${1:+, since $1}:"
  while IFS='|' read -r _ needed what; do
    echo "  $what: $needed"
    packages="$packages $needed"
  done <<<"$(missing)"
  echo "to get it, as root on Debian or Ubuntu: apt-get install$packages"
}

[ -z "$(missing)" ] && exit 0
why=$(obstacle)
[ -z "$why" ] && install_missing
[ -n "$(missing)" ] && report "$why" >&2
exit 0
