# shellcheck shell=bash
# What the benchmarks share; each of them sources it. A script sets `place`, a directory of its own, before it measures.

fail() { echo "$0: $*" >&2; exit 1; }

# clock_into FILE COMMAND…: microseconds that a command took, which writes to a file. It must succeed.
clock_into() {
  local file=$1 from to
  shift
  from=${EPOCHREALTIME/./}
  "$@" >"$file" 2>"$place/errors" || fail "“$*” failed: $(cat "$place/errors")"
  to=${EPOCHREALTIME/./}
  echo $((to - from))
}

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }
