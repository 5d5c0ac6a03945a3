# shellcheck shell=bash
# Sourced by scripts/demo and scripts/test: system packages and the environment in .venv.
# Everything it says goes to stderr, so that a script's own output stays clean.

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# As root, installs the Debian packages that are named; elsewhere does nothing and lets the caller see what is missing.
system_packages() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
  printf 'installing %s\n' "$*" >&2
  if ! DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null 2>&1; then
    # A bare image carries no package lists.
    apt-get update -qq </dev/null >/dev/null 2>&1 || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null ||
      printf 'could not install %s\n' "$*" >&2
  fi
}

# Prints the first Python of PATH that is new enough.
find_python() {
  local name
  for name in "${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

# make_venv EXTRA: .venv with the package and the extra ("" for none), only when something that decides it has changed.
make_venv() {
  local extra=$1 python wanted
  if ! [ -x .venv/bin/python ] || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    python=$(find_python) || die "needs Python 3.11 or newer (Debian: apt install python3 python3-venv); set PYTHON to name one"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
      # Debian ships ensurepip in a package of its own, named after the version.
      system_packages "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
      "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die "$python cannot make a virtual environment; run: sudo apt install python3-venv"
    fi
    "$python" -m venv --clear .venv
  fi
  # An environment with the extra also serves who asks for none.
  wanted="$(cksum <pyproject.toml) $PWD $(.venv/bin/python -V)"
  case "$(cat .venv/.installed 2>/dev/null)" in
    "$wanted [dev]" | "$wanted [$extra]") return 0 ;;
  esac
  printf 'installing claimdiff into .venv (once, and again when pyproject.toml changes)\n' >&2
  .venv/bin/python -m pip install -qq --disable-pip-version-check --editable ".${extra:+[$extra]}" </dev/null >&2
  printf '%s' "$wanted [$extra]" >.venv/.installed
}

need_git() {
  command -v git >/dev/null || system_packages git
  command -v git >/dev/null || die "needs git; run: sudo apt install git"
}
