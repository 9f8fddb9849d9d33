#!/usr/bin/env bash
# Prepares the checkout: `setup.sh core` for what builds the site, `setup.sh dev` for what tests it too,
# `setup.sh formats` for the validators of the published formats.
# The Makefile calls this only when a lock file changed.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { echo "setup: $*"; }

fail() {
  echo "setup: $*" >&2
  exit 1
}

# Installs Debian packages; without the rights to, says which ones are missing.
debian() {
  local as_root=() log
  if ! command -v apt-get >/dev/null; then
    fail "missing: $* (these are Debian's names). Install them, then run make again."
  elif [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || fail "missing: $*. Run 'sudo apt-get install $*', then make again."
    as_root=(sudo -n)
  fi
  say "installing $* with apt-get"
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update \
    && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
    >"$log" 2>&1 </dev/null; then
    tail -n 15 "$log" >&2
    fail "apt-get could not install: $*"
  fi
  rm -f "$log"
}

pip() { .venv/bin/python -m pip --disable-pip-version-check --no-input "$@"; }

make_venv() {
  .venv/bin/python -m pip --version >/dev/null 2>&1 && return
  command -v "$PYTHON" >/dev/null || fail "$PYTHON not found. Name a Python: make PYTHON=/path/to/python3.11"
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
    || fail "needs Python 3.11 or newer, found $("$PYTHON" --version). Name another: make PYTHON=/path/to/python3.11"
  "$PYTHON" -c 'import ensurepip' 2>/dev/null || debian python3-venv
  say "creating .venv with $("$PYTHON" --version)"
  "$PYTHON" -m venv --clear .venv
}

install_packages() {
  local disagreement
  say "installing the locked packages of requirements/$1.txt"
  pip -qq install --require-hashes -r "requirements/$1.txt"
  pip -qq install --no-deps --no-build-isolation -e .
  disagreement=$(pip check 2>&1) \
    || fail "the packages disagree: ${disagreement%%$'\n'*} Mend the lock with make lock, or remove .venv."
}

# An environment of its own for programs that only look at files; nothing is installed twice.
apart() {
  local place=".venv-$1" stamp
  stamp="$place/.stamp-$(sha256sum "requirements/$1.txt" | cut -c1-16)"
  [ -e "$stamp" ] && return
  say "installing the locked packages of requirements/$1.txt into $place"
  .venv/bin/python -m venv --clear "$place"
  "$place/bin/python" -m pip --disable-pip-version-check --no-input -qq install --require-hashes -r "requirements/$1.txt"
  touch "$stamp"
}

if [ "$1" = formats ]; then
  apart formats
  apart citation
  exit
fi

PYTHON=${PYTHON:-python3}
rm -f .venv/.stamp-*
make_venv
install_packages "$1"
# CairoSVG draws with the system's cairo library.
.venv/bin/python -c 'import cairocffi' 2>/dev/null || debian libcairo2
if [ "$1" = dev ]; then
  command -v chromium >/dev/null || debian chromium
  # Playwright's own driver is linked with libatomic.
  .venv/bin/playwright --version >/dev/null 2>&1 || debian libatomic1
  command -v npm >/dev/null || debian nodejs npm
  # The Nu checker runs on Java.
  command -v java >/dev/null || debian default-jre-headless
  say "installing the page checkers of package-lock.json"
  npm ci --ignore-scripts --silent
fi
