#!/usr/bin/env bash
# Installs what some tests want and pip cannot bring. Each line below: a command that shows that it is there, and the Debian packages.
# Without root or apt it says what is missing and goes on: those tests are skipped, and say so.
set -u

WANTED=(
  "chromium:chromium"          # tests of the page of `heddle view`
  "chromedriver:chromium-driver"
)

missing=()
for entry in "${WANTED[@]}"; do
  command -v "${entry%%:*}" >/dev/null 2>&1 || missing+=("${entry#*:}")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "not installed, and this is no root shell with apt: ${missing[*]}. Tests that need them are skipped." >&2
  exit 0
fi
echo "installing system packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >/tmp/heddle-apt.log 2>&1; then
  echo "apt could not install ${missing[*]} (see /tmp/heddle-apt.log). Tests that need them are skipped." >&2
fi
exit 0
