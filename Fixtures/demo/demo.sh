#!/usr/bin/env bash
# Shows shed at work on real files: demo.sh PATH-OF-SHED
#
# Makes a poetry project in a temporary place, watches it, and lets ordinary programs change it. After each step it
# waits until the daemon has said what it must say, and holds the IDs against those from before: the demo fails where
# shed loses one. Needs no terminal and no rights; stops and removes all that it made.
set -euo pipefail

# How long to wait for the daemon at most, in tenths of a second.
readonly patience=300

fail() {
  printf '\nThe demo failed: %s\n' "$*" >&2
  [ -s "${log:-}" ] && { printf 'The daemon had said:\n' >&2; cat "$log" >&2; }
  exit 1
}

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  local binary poems_source
  binary=$(realpath "$1")
  poems_source=$(cd "$(dirname "${BASH_SOURCE[0]}")/poems" && pwd)

  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-demo.XXXXXX")")
  log=$place/watch.log
  watch=
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  mkdir "$place/bin" "$place/state" "$place/backup"
  ln -s "$binary" "$place/bin/shed"
  cp -r "$poems_source" "$place/poems"
  export PATH="$place/bin:$PATH" SHED_STATE_DIR="$place/state" LC_ALL=C.UTF-8 NO_COLOR=1
  cd "$place"
}

clean_up() {
  stop_watch
  cd /
  rm -rf "$place"
}

stop_watch() {
  [ -n "$watch" ] || return 0
  kill -TERM "$watch" 2>/dev/null || true
  wait "$watch" 2>/dev/null || true
  watch=
}

heading() { printf '\n== %s\n\n' "$*"; }

say() { printf '   %s\n' "$*"; }

# Shows a command as it would be typed, and runs it.
run() {
  printf '$ %s\n' "$1"
  eval "$1"
}

said() { wc -c <"$log"; }

# Prints what the daemon has said since `mark`, once every given text is in it.
expect() {
  local text rest turn=0
  for text in "$@"; do
    until rest=$(tail -c "+$((mark + 1))" "$log") && [[ $rest == *"$text"* ]]; do
      kill -0 "$watch" 2>/dev/null || fail "the daemon ended"
      [ $((turn += 1)) -le $patience ] || fail "waited for “$text”"
      sleep 0.1
    done
  done
  tail -c "+$((mark + 1))" "$log" | sed 's/^/   shed watch | /'
}

# Runs a command, then waits for what the daemon must say about it.
step() {
  mark=$(said)
  run "$1"
  shift
  expect "$@"
}

id() { shed show --json "$1" | sed -n 's/^  "id": "\(.*\)",$/\1/p'; }

# same OLD-ID PATH: the file at PATH must still be the node that it was.
same() {
  local now
  now=$(id "$2")
  [ "$now" = "$1" ] || fail "$2 was $1 and is now ${now:-nothing}"
  say "same ID as before: $1  $2"
}

other() {
  local now
  now=$(id "$2")
  [ -n "$now" ] && [ "$now" != "$1" ] || fail "$2 should have got an ID of its own"
  say "an ID of its own:  $now  $2"
}

there() { [ -e "$1" ] || fail "$1 is not there"; }

make_project() {
  heading "A new project"
  run 'shed new poetry "My Poems"'
  run 'cd "My Poems"'
  run 'ls'
  heading "The daemon, in the background"
  printf '$ shed watch --verbose &\n'
  : >"$log"
  # Its own notes on what waits to be judged go where they are not in the way.
  shed watch --verbose >"$log" 2>"$place/notes.log" &
  watch=$!
  mark=0
  expect "watching "
}

write_poems() {
  heading "Four poems are copied into Draft"
  step 'cp ../poems/*.txt Draft/' "Draft/Hope.txt" "Draft/The Eagle.txt" "Draft/The Sick Rose.txt" "Draft/The Wind.txt"
  eagle=$(id "Draft/The Eagle.txt") hope=$(id Draft/Hope.txt) rose=$(id "Draft/The Sick Rose.txt") wind=$(id "Draft/The Wind.txt")
}

edit() {
  heading "An editor saves a poem (a new file takes the old one's name)"
  local editor
  if editor=$(command -v vim || command -v vi) && "$editor" --version 2>/dev/null | grep -q '^VIM'; then
    step "${editor##*/} -es -u NONE -c 'set backupcopy=no' -c '%s/Ring.d/Ringed/' -c wq 'Draft/The Eagle.txt' </dev/null" \
      "Draft/The Eagle.txt"
  else
    say "(vim is not installed: the shell does what it would do)"
    step "sed \"s/Ring'd/Ringed/\" 'Draft/The Eagle.txt' >Draft/.eagle.swp && mv Draft/.eagle.swp 'Draft/The Eagle.txt'" \
      "Draft/The Eagle.txt"
  fi
  same "$eagle" "Draft/The Eagle.txt"
}

move() {
  heading "A poem is ready: it moves from Draft to Ready"
  step "mv 'Draft/The Eagle.txt' Ready/" "Draft/The Eagle.txt → Ready/The Eagle.txt"
  same "$eagle" "Ready/The Eagle.txt"
}

collect() {
  heading "A collection, and a copy in it"
  step "mkdir Collections/Spring && cp -a Draft/Hope.txt Collections/Spring/" "Collections/Spring/Hope.txt"
  same "$hope" Draft/Hope.txt
  other "$hope" Collections/Spring/Hope.txt
  local folder copy
  folder=$(id Collections/Spring) copy=$(id Collections/Spring/Hope.txt)

  heading "The collection gets another name"
  step "mv Collections/Spring 'Collections/Early Poems'" "Collections/Spring/ → Collections/Early Poems/"
  same "$folder" "Collections/Early Poems"
  same "$copy" "Collections/Early Poems/Hope.txt"

  heading "sed -i changes the copy"
  step "sed -i 's/^Hope\$/Hope (1891)/' 'Collections/Early Poems/Hope.txt'" "modified Collections/Early Poems/Hope.txt"
  same "$copy" "Collections/Early Poems/Hope.txt"
}

restore() {
  heading "A poem is deleted, and comes back from a backup"
  run "cp -a 'Draft/The Wind.txt' ../backup/"
  step "rm 'Draft/The Wind.txt'" "removed  Draft/The Wind.txt"
  step "cp -a '../backup/The Wind.txt' Draft/" "Draft/The Wind.txt"
  same "$wind" "Draft/The Wind.txt"
}

refuse() {
  heading "What is not allowed: a folder in Draft, with a poem moved into it"
  say "(refused things are judged once all has been quiet for two seconds)"
  step "mkdir Draft/Love && mv 'Draft/The Sick Rose.txt' Draft/Love/" \
    "put back Draft/Love/The Sick Rose.txt" "rejected Draft/Love"
  same "$rose" "Draft/The Sick Rose.txt"
  there Rejected/Love

  heading "What is not allowed: a file at the project's root, a new file in Ready"
  step "echo 'milk, eggs' >shopping.txt; echo 'not a draft' >Ready/new.txt" \
    "rejected shopping.txt" "rejected Ready/new.txt"
  there Rejected/shopping.txt
  there Rejected/new.txt
}

without_daemon() {
  heading "The daemon stops; files change all the same"
  printf '$ kill %%1\n'
  stop_watch
  run "mv 'Ready/The Eagle.txt' Published/"
  run 'shed status --verbose'
  run 'shed sync --verbose'
  same "$eagle" "Published/The Eagle.txt"
}

look() {
  heading "The project now"
  run 'shed tree --verbose'
  printf '\n'
  run 'shed status'
  printf '\n'
  printf '$ shed check\n'
  local code=0
  shed check || code=$?
  [ $code -eq 0 ] || fail "“shed check” ended with $code"
  say "Exit code 0: no error and no warning. Notes, such as what waits in Rejected, never count;"
  say "1 would mean findings, 2 that shed could not check."
}

begin "$@"
make_project
write_poems
edit
move
collect
restore
refuse
without_daemon
look
heading "Done: every ID is the one it was, and nothing was lost"
