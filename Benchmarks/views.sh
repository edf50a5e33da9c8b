#!/usr/bin/env bash
# Measures what the folder All costs: shed in a project whose All is filled, beside the same with `views = false`: views.sh PATH-OF-SHED
#
# FILES (10000), RUNS (21) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-10000} runs=${RUNS:-21}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  [ "$runs" -lt 100 ] && [ "$files" -ge 2100 ] || { echo "$0: at most 99 RUNS, at least 2100 FILES" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-views.XXXXXX")")
  trap 'cd /; rm -rf "$place"' EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  make With true
  make Without false
  # What changed less than two seconds before it was looked at is looked at once more.
  sleep 3
  for project in With Without; do "$shed" -C "$place/$project" sync --quiet; done
  [ "$(find "$place/With/All" -type l | wc -l)" -eq "$files" ] || fail "All is not filled"
  [ "$(find "$place/Without/All" -type l | wc -l)" -eq 0 ] || fail "All is filled"
}

# A project with all files in Draft, that were there for long.
make() {
  "$shed" -C "$place" new poetry "$1" --language en --quiet
  echo "views = $2" >"$place/$1/.shed/settings.toml"
  awk -v files="$files" -v draft="$place/$1/Draft" 'BEGIN {
    for (i = 0; i < files; i++) { path = sprintf("%s/Poem %06d.txt", draft, i); print "Poem " i "\nand its text" > path; close(path) }
  }'
  find "$place/$1/Draft" -type f -print0 | xargs -0 touch -d 2024-01-01T00:00:00Z
  "$shed" -C "$place/$1" sync --quiet
}

clock() { clock_into /dev/null "$@"; }

# report LABEL BUDGET: the medians of both, and their ratio. The budget is that ratio, or what the one with the view may take more, in
# milliseconds, with “ms” behind.
report() {
  awk -v label="$1" -v budget="$2" -v a="$(median <"$place/with")" -v b="$(median <"$place/without")" 'BEGIN {
    missed = budget ~ /ms$/ ? (a - b) / 1000 > budget + 0 : a / b > budget + 0
    printf "%-24s %6.3f   (%.1f ms / %.1f ms, budget %s%s)\n", label, a / b, a / 1000, b / 1000, budget, missed ? ": MISSED" : ""
  }'
}

# compare LABEL BUDGET PREPARE COMMAND…: in both projects by turns, after one round that does not count. In the words of the command
# PROJECT stands for the project, and ROUND for the number of the round. PREPARE is run before, unmeasured, with the same two.
compare() {
  local label=$1 budget=$2 prepare=$3 round number project
  shift 3
  : >"$place/with"; : >"$place/without"
  for ((round = 0; round <= runs; round++)); do
    number=$(printf %02d $round)
    for project in With Without; do
      local -a words=("${@//PROJECT/$place/$project}")
      $prepare "$place/$project" "$number"
      clock "${words[@]//ROUND/$number}" >"$place/last-$project"
    done
    [ $round -eq 0 ] && continue
    cat "$place/last-With" >>"$place/with"; cat "$place/last-Without" >>"$place/without"
  done
  report "$label" "$budget"
}

# A person moves a file to Ready.
move() { mv "$1/Draft/Poem 0020$2.txt" "$1/Ready/"; }

verify() {
  local project name
  for project in With Without; do
    "$shed" -C "$place/$project" status --json | grep -q '"clean": true' || fail "$project is not clean"
    "$shed" -C "$place/$project" check --quiet || fail "check finds something in $project"
  done
  for name in "$place"/With/All/*; do [ -e "$name" ] || fail "$name leads nowhere"; done
}

begin "$@"
echo "$(nproc) processors, $(df --output=fstype "$place" | tail -n 1), $(uname -sr), shed $("$shed" --version), $files files in All"
echo "With the view and without, medians of $runs pairs, run by turns after a warm-up; ratio of medians."
echo
compare "status" 1.05 : "$shed" -C PROJECT status
compare "check" 1.05 : "$shed" -C PROJECT check --quiet
compare "sync, nothing changed" 1.05 : "$shed" -C PROJECT sync --quiet
compare "shed mv" 5ms : "$shed" -C PROJECT mv "Draft/Poem 0010ROUND.txt" Ready --quiet
compare "mv, then sync" 1.05 move "$shed" -C PROJECT sync --quiet
compare "status, after changes" 1.05 : "$shed" -C PROJECT status
compare "check, after changes" 1.05 : "$shed" -C PROJECT check --quiet
verify
