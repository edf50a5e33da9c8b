#!/usr/bin/env bash
# Measures collections of records beside GNU recutils and sqlite3 on the same data, in one run: records.sh PATH-OF-SHED
#
# RECORDS (100000), RUNS (5) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly records=${RECORDS:-100000} runs=${RUNS:-5}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  for program in recsel sqlite3 python3; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-records.XXXXXX")")
  daemon=
  trap clean_up EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  awk -v records="$records" 'BEGIN {
    srand(1); split("Borges Woolf Kafka Calvino Lispector Pessoa", authors, " ")
    print "Title,Author,Year,Price,Shelf,Note"
    for (i = 0; i < records; i++)
      printf "Book %06d,%s,%d,%.2f,S%d,\"a note, with %d\"\n", i, authors[1 + int(rand() * 6)], 1800 + int(rand() * 225), 1 + rand() * 99, rand() * 100, rand() * 1000000000
  }' >"$place/books.csv"
  "$shed" -C "$place" new records Library --language en --quiet
}

clean_up() {
  cd /
  if [ -n "$daemon" ]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" 2>/dev/null || true; fi
  rm -rf "$place"
}

clock() { clock_into "$place/out" "$@"; }

# compare LABEL NAME-OF-B A-COMMAND -- B-COMMAND: by turns, after one round that does not count.
compare() {
  local label=$1 name=$2
  shift 2
  local -a a=() b=()
  while [ "$1" != -- ]; do a+=("$1"); shift; done
  shift
  b=("$@")
  : >"$place/a"; : >"$place/b"
  local round
  for ((round = 0; round <= runs; round++)); do
    clock "${a[@]}" >"$place/last-a"; cp "$place/out" "$place/out-a"
    clock "${b[@]}" >"$place/last-b"; cp "$place/out" "$place/out-b"
    [ $round -eq 0 ] && continue
    cat "$place/last-a" >>"$place/a"; cat "$place/last-b" >>"$place/b"
  done
  awk -v label="$label" -v name="$name" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" \
    'BEGIN { printf "%-28s %6.2f × %s   (%.0f ms / %.0f ms)\n", label, a / b, name, a / 1000, b / 1000 }'
}

sqlite_import() { rm -f "$place/books.db"; sqlite3 "$place/books.db" -cmd '.mode csv' ".import $place/books.csv Books"; }
shed_import() { "$shed" -C "$place/Library" import "$place/books.csv" --name Books --json; }

import() {
  local took
  took=$(clock shed_import)
  [ "$("$shed" -C "$place/Library" collection list --json | python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["records"])')" = "$records" ] || fail "not all was imported"
  local other; other=$(clock sqlite_import)
  awk -v a="$took" -v b="$other" -v n="$records" 'BEGIN {
    printf "%-28s %6.2f × sqlite3 .import   (%.0f ms / %.0f ms; %.0f records a second%s)\n", "import from CSV", a / b, a / 1000, b / 1000, n / a * 1e6, n / a * 1e6 < 10000 ? ": MISSED, budget 10000" : ", budget 10000" }'
  if [ -x /usr/bin/time ]; then
    "$shed" -C "$place" new records Second --language en --quiet
    /usr/bin/time -f '%M' -o "$place/memory" "$shed" -C "$place/Second" import "$place/books.csv" --name Books --quiet
    awk '{ printf "%-28s %6.0f MB (budget 300)\n", "memory of the import", $1 / 1024 }' "$place/memory"
    "$shed" -C "$place/Second" export Books --format recfile --output "$place/books.rec" --quiet
  else
    "$shed" -C "$place/Library" export Books --format recfile --output "$place/books.rec" --quiet
  fi
}

find_records() {
  "$shed" watch >"$place/shed.log" 2>&1 &
  daemon=$!
  local limit=$((SECONDS + 120))
  until "$shed" -C "$place/Library" status --json | grep -q '"running": true'; do [ $SECONDS -lt $limit ] || fail "the daemon does not start"; done
  # Whatever it reads when nothing happens is read before anything is measured.
  "$shed" -C "$place/Library" record find Books 'Year > 1800' --format json >"$place/all.json"
  cd "$place/Library"
  compare 'find, typed, 37 of 100000' 'recsel' "$shed" record find Books 'Year > 2020 and Author ~ "woolf" and Price < 2' -0 -- recsel -e "Year > 2020 && Author ~ 'Woolf' && Price < 2" -P Title "$place/books.rec"
  compare 'the same beside' 'sqlite3' "$shed" record find Books 'Year > 2020 and Author ~ "woolf" and Price < 2' -0 -- sqlite3 "$place/books.db" "SELECT Title FROM Books WHERE CAST(Year AS INTEGER) > 2020 AND Author LIKE '%woolf%' AND CAST(Price AS REAL) < 2"
  [ "$(tr '\0' '\n' <"$place/out-a" | wc -l)" = "$(wc -l <"$place/out-b")" ] || fail "shed and sqlite3 found different numbers of records"
  compare 'full text' 'grep -r' "$shed" record find --text 12345 -0 -- grep -rlF 12345 Books
  kill "$daemon"; wait "$daemon" || true; daemon=
  compare 'find, no daemon' 'recsel' "$shed" record find Books 'Year > 2020 and Author ~ "woolf" and Price < 2' -0 -- recsel -e "Year > 2020 && Author ~ 'Woolf' && Price < 2" -P Title "$place/books.rec"
  compare 'export to CSV' 'sqlite3 .mode csv' "$shed" export Books --format csv --output - -- sqlite3 -csv "$place/books.db" 'SELECT * FROM Books'
}

begin "$@"
echo "$records records, $runs rounds"
import
find_records
