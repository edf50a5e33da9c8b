#!/usr/bin/env bash
# Unpacks an archive under shed's daemon and under watchman by turns: storm.sh PATH-OF-SHED
#
# FILES (100000), FOLDERS (1000), STORMS (3) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-100000} folders=${FOLDERS:-1000} storms=${STORMS:-3}
# Seconds after which a watcher is given up.
readonly patience=${PATIENCE:-600}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-storm.XXXXXX")")
  daemon= crawler=
  trap clean_up EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  make_archive
  "$shed" -C "$place" new blank Work --language en --quiet
  "$shed" -C "$place/Work" allow Files both --quiet
  mkdir "$place/other"
}

# Ends what was started here, by its number.
end() { if [ -n "$1" ]; then kill "$1" 2>/dev/null || true; wait "$1" 2>/dev/null || true; fi; }

clean_up() {
  cd /
  end "$daemon"
  end "$crawler"
  rm -rf "$place"
}

make_archive() {
  mkdir "$place/source"
  seq 0 $((folders - 1)) | sed "s|^|$place/source/d|" | xargs mkdir
  seq 0 $((files - 1)) | awk -v folders="$folders" -v place="$place/source" '
    { path = place "/d" $1 % folders "/f" $1 ".txt"; print "file", $1 > path; close(path) }'
  tar -cf "$place/source.tar" -C "$place/source" .
  rm -r "$place/source"
}

now() { echo "${EPOCHREALTIME/./}"; }

# await CONDITION…: until a command succeeds.
await() {
  local limit=$((SECONDS + patience))
  until "$@"; do
    [ $SECONDS -lt $limit ] || fail "gave up waiting: $*"
    sleep 0.02
  done
}

start_shed() {
  "$shed" -C "$place/Work" watch --json >"$place/shed.log" 2>&1 &
  daemon=$!
  await grep -q watching "$place/shed.log"
}

shed_is_done() { "$shed" -C "$place/Work" status --json | grep -qm1 '"clean": true'; }

ask_watchman() { watchman --no-spawn --no-local --sockname="$place/watchman.sock" "$@"; }

# A server of its own, so that one that runs already is left alone.
start_watchman() {
  watchman --foreground --no-save-state --sockname="$place/watchman.sock" --logfile="$place/watchman.log" \
    --pidfile="$place/watchman.pid" --statefile="$place/watchman.state" >/dev/null 2>&1 &
  crawler=$!
  await answers
  ask_watchman watch "$place/other" >/dev/null
  watchman_is_done
}

answers() { ask_watchman version >/dev/null 2>&1; }

# Its clock with a time limit for the cookie: everything before the question has been seen.
watchman_is_done() { ask_watchman -j <<<"[\"clock\", \"$place/other\", {\"sync_timeout\": $((patience * 1000))}]" | grep -q '"clock"'; }

# How many files watchman knows below the folder.
watchman_count() {
  ask_watchman -j <<<"[\"query\", \"$place/other\", {\"expression\": [\"type\", \"f\"], \"fields\": [\"name\"], \"path\": [\"$1\"]}]" | grep -c '\.txt"'
}

shed_count() { "$shed" -C "$place/Work" tree --json "$1" | grep -c '"kind": "file"'; }

# storm DIRECTORY CONDITION: unpacks the archive there; microseconds from the end of tar, and from its start, until done.
storm() {
  local from between to
  from=$(now)
  tar -xf "$place/source.tar" -C "$1"
  between=$(now)
  await "$2"
  to=$(now)
  echo "$((to - between)) $((to - from))"
}

# The proportional set size in kilobytes.
# Of a process and its children: shed's daemon is the child of the process that was started.
size() {
  local process sum=0
  for process in "$1" $(cat "/proc/$1/task/$1/children" 2>/dev/null); do
    sum=$((sum + $(awk '$1 == "Pss:" { print $2 }' "/proc/$process/smaps_rollup")))
  done
  echo "$sum"
}

# line LABEL A B UNIT DIVISOR BUDGET
line() {
  awk -v label="$1" -v a="$2" -v b="$3" -v unit="$4" -v divisor="$5" -v budget="$6" 'BEGIN {
    note = budget == "-" ? "" : sprintf(", budget %s%s", budget, a / b > budget + 0 ? ": MISSED" : "")
    printf "%-34s %6.2f × %-10s (%.1f %s / %.1f %s%s)\n", label, a / b, "watchman", a / divisor, unit, b / divisor, unit, note
  }'
}

weather() {
  local round
  : >"$place/shed.times"
  : >"$place/watchman.times"
  for ((round = 1; round <= storms; round++)); do
    "$shed" -C "$place/Work" add folder "Files/top$round" --quiet
    "$shed" -C "$place/Work" allow "Files/top$round" both --quiet
    mkdir "$place/other/top$round"
    storm "$place/Work/Files/top$round" shed_is_done >>"$place/shed.times"
    [ "$(shed_count "Files/top$round")" = "$files" ] || fail "shed does not know $files files"
    if [ -n "$crawler" ]; then
      storm "$place/other/top$round" watchman_is_done >>"$place/watchman.times"
      [ "$(watchman_count "top$round")" = "$files" ] || fail "watchman does not know $files files"
    fi
    if [ $round -eq 1 ]; then
      # Both have the tree of one storm now, and nothing to do.
      sleep 3
      shed_size=$(size "$daemon")
      [ -z "$crawler" ] || watchman_size=$(size "$crawler")
    fi
  done
}

summary() {
  local done all
  done=$(cut -d ' ' -f 1 "$place/shed.times" | median)
  all=$(cut -d ' ' -f 2 "$place/shed.times" | median)
  if [ -z "$crawler" ]; then
    awk -v d="$done" -v a="$all" -v s="$shed_size" 'BEGIN { printf "storm: %.1f s after tar ended, %.1f s in all; daemon %.1f MB; watchman is not installed\n", d / 1e6, a / 1e6, s / 1024 }'
    return
  fi
  line "storm, after tar ended" "$done" "$(cut -d ' ' -f 1 "$place/watchman.times" | median)" s 1000000 -
  line "storm, tar and all" "$all" "$(cut -d ' ' -f 2 "$place/watchman.times" | median)" s 1000000 -
  line "memory of the daemon (PSS)" "$shed_size" "$watchman_size" MB 1024 1.0
  awk -v d="$done" 'BEGIN { if (d > 2e6) printf "storm: budget 2 s after tar ended: MISSED (%.1f s)\n", d / 1e6 }'
}

begin "$@"
echo "$files files in $folders folders unpacked into a watched folder; medians of $storms storms, by turns."
start_shed
if command -v watchman >/dev/null; then start_watchman; fi
weather
summary
