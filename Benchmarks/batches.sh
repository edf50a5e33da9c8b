#!/usr/bin/env bash
# Measures what batches cost: years of daily use on several devices, beside git status of the same tree: batches.sh PATH-OF-SHED
#
# FILES (3000), COUNTS (10 1000 20000 100000), DEVICES (3), RUNS (11), STILL (130) and TMPDIR can be set. Benchmarks/README.md says what
# is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-3000} counts=${COUNTS:-10 1000 20000 100000} devices=${DEVICES:-3} runs=${RUNS:-11} still=${STILL:-130}
readonly here=$(dirname "${BASH_SOURCE[0]}")

# shellcheck source=common.sh
source "$here/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-batches.XXXXXX")")
  trap 'cd /; rm -rf "$place"' EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
}

# make COUNT: a project with so many batches, of which all are folded and which has stood still for as long as its directories' times
# need to be believed.
make() {
  project="$place/P$1"
  "$shed" -C "$place" new poetry "P$1" --language en --quiet
  awk -v files="$files" -v draft="$project/Draft" 'BEGIN {
    for (i = 0; i < files; i++) { path = sprintf("%s/Poem %06d.txt", draft, i); print "Poem " i > path; close(path) }
  }'
  find "$project/Draft" -type f -print0 | xargs -0 touch -d 2024-01-01T00:00:00Z
  "$shed" -C "$project" sync --quiet
  python3 "$here/make-batches.py" "$project" "$1" "$devices"
  # Without the note of what it wrote last, a third of them is this machine's; with it somebody else's under its ID, and it takes another.
  rm "$SHED_STATE_DIR"/projects/*/written
  git -C "$project" init --quiet
  git -C "$project" add Draft
  sleep 3
  # One edit of its own, so that the index says that nothing came or went in the others' directories.
  "$shed" -C "$project" sync --quiet || [ $? -eq 1 ]
  sleep 3
  "$shed" -C "$project" tag add seen "Draft/Poem 000001.txt" --create --quiet
}

clock() { clock_into /dev/null "$@"; }

# turns COMMAND…: both by turns, after one round that does not count.
turns() {
  local round
  : >"$place/a"; : >"$place/b"
  for ((round = 0; round <= runs; round++)); do
    "$@" >"$place/last-a"; clock git -C "$project" status --porcelain -- Draft >"$place/last-b"
    [ $round -eq 0 ] && continue
    cat "$place/last-a" >>"$place/a"; cat "$place/last-b" >>"$place/b"
  done
}

report() {
  awk -v label="$1" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" \
    'BEGIN { printf "%-38s %7.2f x git status   (%.1f ms / %.1f ms)\n", label, a / b, a / 1000, b / 1000 }'
}

status() { clock "$shed" -C "$project" status; }

# Without what this machine knows: all is folded, as in CI.
anew() { SHED_STATE_DIR="$place/none" clock "$shed" -C "$project" check --quiet; }

bytes() { du -sB1 "$1" | cut -f 1; }

begin "$@"
echo "$(nproc) processors, $(df --output=fstype "$place" | tail -n 1), $(uname -sr), shed $("$shed" --version), $files files, $devices devices"
echo "Medians of $runs pairs, run by turns after a warm-up."
echo
for count in $counts; do
  make "$count"
  sleep "$still"
  turns status
  report "status, $count batches"
  python3 "$here/make-foreign-batch.py" "$project"
  turns status
  report "and one from another device"
done
turns anew
report "check without an index, $count batches"
# What a year of daily use takes.
for count in $counts; do
  project="$place/P$count"
  before=$(bytes "$project/.shed")
  own=$(find "$project/.shed/ops" -mindepth 2 -name '*.jsonl' | wc -l)
  "$shed" -C "$project" repair --compact --json >"$place/compacted"
  written=$(grep -o '"written": *[0-9]*' "$place/compacted" | grep -o '[0-9]*$')
  batches=$(grep -o '"batches": *[0-9]*' "$place/compacted" | grep -o '[0-9]*$')
  awk -v count="$own" -v before="$before" -v written="$written" -v batches="$batches" -v files="$files" 'BEGIN {
    printf "%d batches: %.1f MB, %.0f bytes a file; ", count, before / 1e6, before / files
    if (batches > 0) printf "%d in two bases: %.0f bytes an edit", batches, written / batches
    printf "\n"
  }'
done
