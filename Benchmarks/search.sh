#!/usr/bin/env bash
# Measures the index of words beside ripgrep and notmuch on the same texts, in one run: search.sh PATH-OF-SHED
#
# FILES (20000), BYTES (52000), RUNS (5) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C.UTF-8

readonly files=${FILES:-20000} bytes=${BYTES:-52000} runs=${RUNS:-5}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  for program in rg notmuch python3; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  for list in american-english ngerman; do [ -r "/usr/share/dict/$list" ] || { echo "$0: /usr/share/dict/$list is not there" >&2; exit 2; }; done
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-search.XXXXXX")")
  daemon=
  trap clean_up EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place" NOTMUCH_CONFIG="$place/notmuch"
  unset XDG_RUNTIME_DIR
  "$shed" -C "$place" new blank Texts --language en --quiet
  "$here/make-texts.py" "$place/Texts" "$files" "$bytes"
  "$shed" -C "$place/Texts" sync --quiet
  printf '[database]\npath=%s/Texts\n[new]\nignore=.shed\n' "$place" >"$NOTMUCH_CONFIG"
  # What was written just now is not trusted for two seconds.
  sleep 3
}

clean_up() {
  cd /
  if [ -n "$daemon" ]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" 2>/dev/null || true; fi
  rm -rf "$place"
}

clock() { clock_into "$place/out" "$@"; }

build() {
  local size own other
  size=$(find "$place/Texts" -name '*.txt' -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
  own=$(clock "$shed" -C "$place/Texts" repair --search --quiet)
  other=$(clock notmuch new --quiet)
  awk -v a="$own" -v b="$other" -v size="$size" 'BEGIN {
    printf "%-28s %6.2f × notmuch new   (%.1f s / %.1f s; %.0f MB/s%s)\n", "index of " int(size / 1e6) " MB", a / b, a / 1e6, b / 1e6, size / a, size / a < 50 ? ": MISSED, target 50" : ", target 50" }'
  printf '%-28s %6.0f MB, notmuch %.0f MB\n' 'size of the index' "$(cat "$SHED_STATE_DIR"/projects/*/search-*.sqlite | wc -c | awk '{ print $1 / 1e6 }')" "$(du -sb "$place/Texts/.notmuch" | awk '{ print $1 / 1e6 }')"
}

# ask LABEL WORDS RIPGREP-PATTERN NOTMUCH-QUERY: by turns, after one round that does not count.
ask() {
  local label=$1 words=$2 pattern=$3 query=$4 round
  : >"$place/a"; : >"$place/b"; : >"$place/c"
  for ((round = 0; round <= runs; round++)); do
    clock "$shed" find --text "$words" >"$place/last-a"; cp "$place/out" "$place/out-a"
    clock rg -li "$pattern" . >"$place/last-b"; cp "$place/out" "$place/out-b"
    clock notmuch search --output=files "$query" >"$place/last-c"
    [ $round -eq 0 ] && continue
    for one in a b c; do cat "$place/last-$one" >>"$place/$one"; done
  done
  [ "$(grep -c '^[^ ]' "$place/out-a")" = "$(wc -l <"$place/out-b")" ] || fail "$label: shed and ripgrep found different numbers of files"
  awk -v label="$label ($(wc -l <"$place/out-b") files)" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" -v c="$(median <"$place/c")" \
    'BEGIN { printf "%-36s %6.1f ms, ripgrep %.1f ms, notmuch %.1f ms\n", label, a / 1000, b / 1000, c / 1000 }'
}

# A word that only stands in one text is found from the moment on at which it is written; the daemon takes it into the index meanwhile.
fresh() {
  echo 'xyzzyword' >>"$place/Texts/0000/00000.txt"
  local took
  took=$(clock "$shed" find --text xyzzyword -0)
  grep -q 00000.txt "$place/out" || fail "what was saved just now is not found"
  awk -v a="$took" 'BEGIN { printf "%-36s %6.1f ms\n", "a word saved just before", a / 1000 }'
}

# The rarest word that stands in so many texts, one that is frequent, and three of one text.
words() {
  python3 - "$place/Texts" <<'END'
import collections, glob, re, sys
counts = collections.Counter()
for path in sorted(glob.glob(sys.argv[1] + "/*/*.txt"))[:3000:3]:
    with open(path, encoding="utf-8") as file: counts.update(set(re.findall(r"[a-z]{5,}", file.read().split("\n\n", 1)[1])))
ranked = [word for word, _ in counts.most_common()]
print(ranked[len(ranked) * 9 // 10], ranked[len(ranked) // 3], ranked[40])
END
}

begin "$@"
echo "$files texts of $bytes bytes, $runs rounds"
build
cd "$place/Texts"
read -r rare middle common < <(words)
for with in 'no daemon' 'daemon'; do
  if [ "$with" = daemon ]; then
    "$shed" watch >"$place/shed.log" 2>&1 &
    daemon=$!
    limit=$((SECONDS + 120))
    until "$shed" status --json | grep -q '"running": true'; do [ $SECONDS -lt $limit ] || fail "the daemon does not start"; done
  fi
  ask "rare word, $with" "$rare" "\\b$rare\\b" "$rare"
  ask "less rare word, $with" "$middle" "\\b$middle\\b" "$middle"
  ask "frequent word, $with" "$common" "\\b$common\\b" "$common"
  fresh
done
