#!/usr/bin/env bash
# Measures the index of words beside ripgrep and notmuch on the same texts, in one run: search.sh PATH-OF-SHED
#
# FILES (20000, at least 1800), BYTES (52000), RUNS (5), MAILS (1200: so many of the texts notmuch is given) and TMPDIR can be set; PACKAGES is a folder with the packages that make-texts.py reads, unpacked: without
# it they are downloaded. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C.UTF-8

readonly files=${FILES:-20000} bytes=${BYTES:-52000} runs=${RUNS:-5} mails=${MAILS:-1200}
readonly packages=(
  debian-reference-en debian-reference-de debian-reference-ja installation-guide-amd64 libreoffice-help-en-us libreoffice-help-de libreoffice-help-ja
  manpages manpages-de manpages-ja perl-doc bible-kjv-text fortunes fortunes-de developers-reference developers-reference-de developers-reference-ja
  debian-faq-de debian-faq-ja aptitude-doc-ja)

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ "$files" -ge 1800 ] || { echo "$0: FILES is at least 1800" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  for program in rg notmuch python3; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-search.XXXXXX")")
  daemon=
  trap clean_up EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place" NOTMUCH_CONFIG="$place/notmuch"
  unset XDG_RUNTIME_DIR
  "$shed" -C "$place" new blank Texts --language en --quiet
  "$here/make-texts.py" "$place/Texts" "$files" "$bytes" "${PACKAGES:-$(download)}"
  "$shed" -C "$place/Texts" sync --quiet
  mkdir "$place/mail"
  # Every so many, of all languages alike.
  find "$place/Texts" -name '*.txt' | sort | awk -v some=$((files / mails + 1)) 'NR % some == 1 || some == 1' | xargs cp -t "$place/mail"
  printf '[database]\npath=%s/mail\n' "$place" >"$NOTMUCH_CONFIG"
  # What was written just now is not trusted for two seconds.
  sleep 3
}

download() {
  mkdir "$place/packages" "$place/unpacked"
  (cd "$place/packages" && apt-get download -qq "${packages[@]}" >&2) || fail "the packages cannot be downloaded (apt-get update?)"
  local package
  for package in "$place"/packages/*.deb; do dpkg-deb -x "$package" "$place/unpacked"; done
  echo "$place/unpacked"
}

clean_up() {
  cd /
  if [ -n "$daemon" ]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" 2>/dev/null || true; fi
  rm -rf "$place"
}

clock() { clock_into "$place/out" "$@"; }

# spent COMMAND…: seconds that it took, and seconds of processors.
spent() {
  local TIMEFORMAT='%R %U %S'
  { time "$@" >"$place/out" 2>"$place/errors"; } 2>"$place/spent" || fail "“$*” failed: $(cat "$place/errors")"
  awk '{ print $1, $2 + $3 }' "$place/spent"
}

size_of() { find "$1" -name '*.txt' -printf '%s\n' | awk '{ sum += $1 } END { print sum }'; }

build() {
  local own other of
  read -r own of < <(spent "$shed" -C "$place/Texts" repair --search --quiet)
  read -r other _ < <(spent notmuch new --quiet)
  awk -v a="$own" -v cpu="$of" -v b="$other" -v size="$(size_of "$place/Texts")" -v some="$(size_of "$place/mail")" 'BEGIN {
    printf "%-36s %6.3f × notmuch new for each MB   (%.1f s for %d MB / %.1f s for %d MB)\n", "index", a / size / (b / some), a, size / 1e6, b, some / 1e6
    printf "%-36s %6.0f MB/s, %.0f MB a second of one processor%s\n", "all languages", size / a / 1e6, size / cpu / 1e6, size / a < 50e6 ? "   MISSED, target 50 MB/s" : "   (target 50 MB/s)" }'
  printf '%-36s %6.0f MB, notmuch %.0f MB\n' 'size of the index' "$(cat "$SHED_STATE_DIR"/projects/*/search-*.sqlite | wc -c | awk '{ print $1 / 1e6 }')" "$(du -sb "$place/mail/.notmuch" | awk '{ print $1 / 1e6 }')"
}

# Each language for itself, in a project of its own.
build_languages() {
  local language took of
  for language in English German Japanese; do
    "$shed" -C "$place" new blank "$language" --language en --quiet
    cp -r "$place/Texts/$language"-* "$place/$language/"
    "$shed" -C "$place/$language" sync --quiet
    sleep 3
    read -r took of < <(spent "$shed" -C "$place/$language" repair --search --quiet)
    awk -v a="$took" -v cpu="$of" -v label="$language alone" -v size="$(size_of "$place/$language")" \
      'BEGIN { printf "%-36s %6.0f MB/s, %.0f MB a second of one processor\n", label, size / a / 1e6, size / cpu / 1e6 }'
    rm -rf "${place:?}/$language"
  done
}

# ask LABEL WORDS RIPGREP-PATTERN NOTMUCH-QUERY: by turns, after one round that does not count. What notmuch finds is not compared: it has stems, and fewer texts.
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
  awk -v label="$label ($(wc -l <"$place/out-b") files)" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" -v c="$(median <"$place/c")" -v target="${target-20}" \
    'BEGIN { printf "%-52s %6.1f ms, ripgrep %.1f ms, notmuch %.1f ms%s\n", label, a / 1000, b / 1000, c / 1000, (target == "") ? "" : (a > 20000) ? "   MISSED, target 20 ms" : "   (target 20 ms)" }'
}

# narrow LABEL OPTIONS…: what the others have no counterpart of.
narrow() {
  local label=$1 round
  shift
  : >"$place/a"
  for ((round = 0; round <= runs; round++)); do
    clock "$shed" find "$@" >"$place/last-a"
    [ $round -eq 0 ] || cat "$place/last-a" >>"$place/a"
  done
  awk -v label="$label ($(grep -c '^[^ ]' "$place/out") files)" -v a="$(median <"$place/a")" 'BEGIN { printf "%-52s %6.1f ms%s\n", label, a / 1000, (a > 20000) ? "   MISSED, target 20 ms" : "   (target 20 ms)" }'
}

# A word that only stands in one text is found from the moment on at which it is written; the daemon takes it into the index meanwhile.
fresh() {
  local word=xyzzyword$1 took
  echo "$word" >>"$place/Texts/English-0000/00000.txt"
  took=$(clock "$shed" find --text "$word" -0)
  grep -q 00000.txt "$place/out" || fail "what was saved just now is not found"
  awk -v a="$took" 'BEGIN { printf "%-52s %6.1f ms\n", "from a save to its word found", a / 1000 }'
}

# How long it takes from a save until the daemon has the file in its index as it is now.
taken_in() {
  python3 - "$place/Texts/English-0000/00003.txt" "$SHED_STATE_DIR"/projects/*/search-*.sqlite <<'END' || fail "the daemon does not take a save into the index"
import os, sqlite3, sys, time
path, indexes = sys.argv[1], [sqlite3.connect(f"file:{name}?mode=ro", uri=True) for name in sys.argv[2:]]
took = []
for turn in range(5):
    begun = time.monotonic()
    with open(path, "a", encoding="utf-8") as file: file.write(f"taken in {turn}\n")
    now = os.stat(path)
    asked = ("SELECT count(*) FROM file WHERE inode=? AND changed=? AND size=?", (now.st_ino, now.st_ctime_ns, now.st_size))
    while not any(index.execute(*asked).fetchone()[0] for index in indexes):
        if time.monotonic() - begun > 30: sys.exit(1)
        time.sleep(0.005)
    took.append(1000 * (time.monotonic() - begun))
    time.sleep(1)
middle = sorted(took)[2]
print(f"{'from a save to the index of the daemon':<52} {middle:6.1f} ms, the slowest of five {max(took):.1f} ms" + ("   MISSED, target 1 s" if middle > 1000 else "   (target 1 s)"))
END
}

# Words of English texts alone: of one in ten thousand, of one in a hundred, one that is frequent; two that follow each other; the beginning of a word.
words() {
  python3 - "$place/Texts" <<'END'
import collections, glob, re, sys
counts, pairs, all_files = collections.Counter(), collections.Counter(), sorted(glob.glob(sys.argv[1] + "/English-*/*.txt"))
for path in all_files[::3]:
    with open(path, encoding="utf-8") as file: text = file.read().split("\n\n", 1)[1].lower()
    counts.update(set(re.findall(r"(?<![^\W])[a-z]{7,}(?![^\W])", text)))
    pairs.update(set(re.findall(r"(?<![^\W])[a-z]{5,} [a-z]{5,}(?![^\W])", text)))
total = len(all_files[::3])
def nearest(counter, share): return min(counter, key=lambda word: (abs(counter[word] - max(1, share * total)), word))
rare = nearest(counts, 0.0005)
print(rare, nearest(counts, 0.02), counts.most_common(1)[0][0], nearest(pairs, 0.002).replace(" ", "+"), rare[:6])
END
}

begin "$@"
echo "$files texts of $bytes bytes, $runs rounds; $(nproc) processors, $(rg --version | head -n 1), $(notmuch --version)"
build
build_languages
cd "$place/Texts"
read -r rare middle common phrase start < <(words)
"$shed" find --in English-0001 --type file -0 | "$shed" tag add seen - -0 --create --quiet >/dev/null
readonly edge='[^\p{L}\p{N}\p{M}]'
for with in 'no daemon' 'daemon'; do
  if [ "$with" = daemon ]; then
    "$shed" watch >"$place/shed.log" 2>&1 &
    daemon=$!
    limit=$((SECONDS + 120))
    until "$shed" status --json | grep -q '"running": true'; do [ $SECONDS -lt $limit ] || fail "the daemon does not start"; done
    # It takes in what it has to first.
    sleep 10
  fi
  ask "rare word, $with" "$rare" "(^|$edge)$rare(\$|$edge)" "$rare"
  ask "less rare word, $with" "$middle" "(^|$edge)$middle(\$|$edge)" "$middle"
  ask "phrase, $with" "\"${phrase/+/ }\"" "${phrase/+/ }" "\"${phrase/+/ }\""
  ask "beginning of words, $with" "$start*" "(^|$edge)$start" "$start*"
  narrow "less rare word, --in a folder, $with" --text "$middle" --in English-0001
  narrow "rare word, --not a tag, $with" --text "$rare" --not seen
  narrow "rare word, --untagged, $with" --text "$rare" --untagged
  narrow "rare word, --modified, $with" --text "$rare" --modified 2d
  narrow "one letter in a folder, its ten best, $with" --text "q*" --in English-0002 --limit 10
  narrow "less rare word, its twenty best, $with" --text "$middle" --limit 20
  narrow "frequent word, its twenty best, $with" --text "$common" --limit 20
  # It is in most of the texts, and all of these are read.
  target='' ask "frequent word, $with" "$common" "(^|$edge)$common(\$|$edge)" "$common"
  fresh "${with/ /}"
done
taken_in
