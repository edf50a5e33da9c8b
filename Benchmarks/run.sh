#!/usr/bin/env bash
# Measures shed beside git and find on one tree, in one run: run.sh PATH-OF-SHED
#
# FILES (100000), FOLDERS (5000), RUNS (11), ADOPT_RUNS (5) and TMPDIR can be set. Benchmarks/README.md says what is
# measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-100000} folders=${FOLDERS:-5000} runs=${RUNS:-11} adopt_runs=${ADOPT_RUNS:-5}
readonly git_status='git status --porcelain'
readonly find_newer="find . ( -name .git -o -name .shed ) -prune -o -newer .git/HEAD -print"

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  shed=$(realpath "$1")
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-bench.XXXXXX")")
  crawler=
  trap clean_up EXIT
  tree="$place/My Poems"
  # Nobody's own settings take part.
  : >"$place/git.config"
  export SHED_STATE_DIR="$place/state" HOME="$place" GIT_CONFIG_GLOBAL="$place/git.config" GIT_CONFIG_SYSTEM="$place/git.config"

  echo "Making $files files in $folders folders."
  "$here/make-tree.sh" "$tree" "$files" "$folders"
  cd "$tree"
  git init -q
  git config user.name bench
  git config user.email bench@example.org
  git config gc.auto 0
  git config maintenance.auto false
  # What All holds follows from the rest; git is not to count it.
  printf '.shed\n/All\n' >>.git/info/exclude
  git add -A
  git commit -q -m 'The tree'
}

clean_up() {
  cd /
  if [ -n "$crawler" ]; then
    kill "$crawler" 2>/dev/null || true
    wait "$crawler" 2>/dev/null || true
  fi
  rm -rf "$place"
}

clock() { clock_into /dev/null "$@"; }

# compare LABEL BUDGET NAME-OF-B RUNS PREPARE A-COMMAND -- B-COMMAND
# Runs A and B by turns after one unmeasured round. PREPARE is run before each A, unmeasured; `:` for nothing.
compare() {
  local label=$1 budget=$2 name=$3 count=$4 prepare=$5
  shift 5
  local -a a=() b=()
  while [ "$1" != -- ]; do a+=("$1"); shift; done
  shift
  b=("$@")
  : >"$place/a"
  : >"$place/b"
  local round
  for ((round = 0; round <= count; round++)); do
    $prepare
    clock "${a[@]}" >"$place/last-a"
    clock "${b[@]}" >"$place/last-b"
    [ $round -eq 0 ] && continue
    cat "$place/last-a" >>"$place/a"
    cat "$place/last-b" >>"$place/b"
  done
  awk -v label="$label" -v name="$name" -v budget="$budget" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" 'BEGIN {
    note = budget == "-" ? "" : sprintf(", budget %s%s", budget, a / b > budget + 0 ? ": MISSED" : "")
    printf "%-22s %6.2f × %-24s (%.0f ms / %.0f ms%s)\n", label, a / b, name, a / 1000, b / 1000, note
  }'
}

forget() { rm -rf .shed "$SHED_STATE_DIR"; }

forget_index() { rm -rf "$place/nowhere"; }

measure_adoption() {
  local adopt=("$shed" adopt . --kind poetry --language en --yes --quiet)
  compare adopt - "git status --porcelain" "$adopt_runs" forget "${adopt[@]}" -- $git_status
  compare adopt - "find -newer" "$adopt_runs" forget "${adopt[@]}" -- $find_newer
  if ! command -v watchman >/dev/null; then
    echo "adopt: watchman is not installed, so its first crawl is not measured (budget 1.0)"
    return
  fi
  start_watchman
  compare adopt 1.0 "watchman's first crawl" "$adopt_runs" forget_both "${adopt[@]}" -- first_crawl
  kill "$crawler"
  wait "$crawler" 2>/dev/null || true
  crawler=
}

# A server of its own, so that one that runs already is left alone.
start_watchman() {
  local turn
  watchman --foreground --no-save-state --sockname="$place/watchman.sock" --logfile="$place/watchman.log" \
    --pidfile="$place/watchman.pid" --statefile="$place/watchman.state" >/dev/null 2>&1 &
  crawler=$!
  for ((turn = 0; turn < 100; turn++)); do
    ask_watchman version >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "watchman does not answer: $(cat "$place/watchman.log")"
}

ask_watchman() { watchman --no-spawn --no-local --sockname="$place/watchman.sock" "$@"; }

# While shed is measured, watchman watches nothing.
forget_both() {
  forget
  ask_watchman watch-del "$tree" >/dev/null 2>&1 || true
}

# Asking for the clock waits until the crawl is done.
first_crawl() { ask_watchman watch "$tree" && ask_watchman clock "$tree"; }

# What is measured must be the right work: everything known, nothing changed, nothing found.
verify() {
  "$shed" status --json | grep -q '"clean": true' || fail "the tree is not clean after its adoption"
  "$shed" check >/dev/null || fail "the tree has findings"
  [ -z "$($git_status)" ] || fail "git sees changes"
  local known
  known=$("$shed" adopt . --kind poetry --dry-run 2>&1 || true)
  [[ $known == *"is a project already"* ]] || fail "the tree was not adopted"
}

measure_looking() {
  local check=("$shed" check --quiet) structure=("$shed" check --quiet --ignore hard-linked-file) status=("$shed" status --json)
  # The structure rules are all that need no look at every file.
  compare "check, structure rules" 0.5 "git status --porcelain" "$runs" : "${structure[@]}" -- $git_status
  compare "check, structure rules" - "find -newer" "$runs" : "${structure[@]}" -- $find_newer
  compare "check, every rule" 0.8 "git status --porcelain" "$runs" : "${check[@]}" -- $git_status
  compare "status, unchanged" 0.8 "git status --porcelain" "$runs" : "${status[@]}" -- $git_status
  compare "status, unchanged" - "find -newer" "$runs" : "${status[@]}" -- $find_newer
  compare "check, no index" - "git status --porcelain" "$adopt_runs" forget_index \
    env SHED_STATE_DIR="$place/nowhere" "${check[@]}" -- $git_status
}

# Gives a tenth of the files a name that a rule complains of, and measures check again: at most twice as long as without.
measure_findings() {
  local count=$((files / 10)) found
  find Draft Ready Collections Submissions Magazines -name '*.txt' | sort | awk -v count="$count" 'NR <= count' | while IFS= read -r path; do
    mv "$path" "${path%.txt}?.txt"
  done
  "$shed" sync --quiet >/dev/null || fail "the renamed files were not taken in"
  git add -A
  git commit -q -m 'A tenth has a name that Windows cannot hold'
  $git_status >/dev/null
  found=$("$shed" check --json --exit-zero | grep -c '"rule": "reserved-character"') || true
  compare "check, $found findings" 1.0 "git status --porcelain" "$runs" : "$shed" check --quiet --exit-zero --ignore hard-linked-file -- $git_status
  compare "  with every rule" 1.6 "git status --porcelain" "$runs" : "$shed" check --quiet --exit-zero -- $git_status
  peak "check, $found findings" "$shed" check --quiet --exit-zero
}

# peak LABEL COMMAND…: the most memory that it had resident.
peak() {
  local label=$1 kilobytes
  shift
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -o "$place/peak" -f %M "$@" >/dev/null 2>&1 || true
    kilobytes=$(tail -n 1 "$place/peak")
  elif command -v python3 >/dev/null; then
    kilobytes=$(python3 -c 'import resource, subprocess, sys
subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@")
  else
    echo "memory of $label: neither /usr/bin/time nor python3 is installed"
    return
  fi
  printf 'memory of %-28s %6.1f MB\n' "$label" "$(awk -v k="$kilobytes" 'BEGIN { print k / 1024 }')"
}

measure_memory() {
  peak "check" "$shed" check --quiet
  peak "status, unchanged" "$shed" status --json
  peak "git status --porcelain" $git_status
  forget
  peak "adopt" "$shed" adopt . --kind poetry --language en --yes --quiet
}

begin "$@"
echo "$(nproc) processors, $(df --output=fstype . | tail -n 1), $(uname -sr), $(git --version), shed $("$shed" --version)"
echo "Medians of $runs pairs (adopt and no index: $adopt_runs), run by turns after a warm-up; ratio of medians."
echo
measure_adoption
verify
measure_looking
echo
measure_memory
echo
measure_findings
echo "sidecar: $(du -sk .shed | cut -f 1) KB, state: $(du -sk "$SHED_STATE_DIR" | cut -f 1) KB"
echo
FILES=$files "$here/storm.sh" "$shed"
