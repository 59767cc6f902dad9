#!/usr/bin/env bash
# Installs what some tests want and pip cannot bring. Each line below: a command, or files, that show that it is there, and the Debian
# packages. Without root or apt it says what is missing and goes on: those tests are skipped, and the last lines of the test run name
# the runtimes that were not exercised.
set -u

WANTED=(
  "chromium:chromium"          # tests of the page of `heddle view`
  "chromedriver:chromium-driver"
  "/etc/OpenCL/vendors/*.icd:pocl-opencl-icd ocl-icd-libopencl1"  # the runtime CL, on the CPU
  "/usr/share/vulkan/icd.d/*.json:mesa-vulkan-drivers libvulkan1"  # the runtime WEBGPU, on the CPU where there is no GPU
  "oclgrind:oclgrind"          # looks for races and accesses out of bounds in kernels of CL
)

is_there() {
  case "$1" in
    /*) compgen -G "$1" >/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

missing=()
for entry in "${WANTED[@]}"; do
  is_there "${entry%%:*}" || missing+=("${entry#*:}")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "not installed, and this is no root shell with apt: ${missing[*]}. Tests that need them are skipped." >&2
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp /tmp/heddle-apt.XXXXXX)
apt-get update -qq >"$log" 2>&1
# one by one: what cannot be had does not keep the others away
for packages in "${missing[@]}"; do
  echo "installing system packages: $packages"
  # shellcheck disable=SC2086  (several packages in one entry)
  if ! apt-get install -y -qq --no-install-recommends $packages >>"$log" 2>&1; then
    echo "apt could not install $packages (see $log). Tests that need them are skipped." >&2
  fi
done
exit 0
