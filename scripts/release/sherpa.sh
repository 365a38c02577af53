#!/bin/sh
# Runs a command of this release: bin/sherpa help
root=$(dirname "$(readlink -f "$0")")/..
if ! command -v node >/dev/null; then
  echo "Sherpa needs Node 24 or later on the PATH, and there is none." >&2
  exit 1
fi
if ! node -e 'process.exit(parseInt(process.versions.node) >= 24 ? 0 : 1)'; then
  echo "Sherpa needs Node 24 or later on the PATH, not $(node --version)." >&2
  exit 1
fi
# Bound the memory that is freed but not returned to the system.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec node --max-semi-space-size=16 "$root/apps/server/dist/sherpa.js" "$@"
