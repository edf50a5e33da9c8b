#!/usr/bin/env bash
# Measures what links in documents cost: links.sh PATH-OF-SHED
#
# FILES (1000), LINKS (10) of each, RUNS (7) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-1000} links=${LINKS:-10} runs=${RUNS:-7}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  [ "$files" -ge 100 ] && [ "$links" -ge 1 ] && [ "$runs" -ge 1 ] || { echo "$0: at least 100 FILES, one of LINKS and RUNS" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-links.XXXXXX")")
  trap 'cd /; rm -rf "$place"' EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  "$shed" -C "$place" new poetry Poems --language en --quiet
  cd "$place/Poems"
  # Each leads to others all over the project, with some text around, code in which nothing is a link, and a link by reference.
  awk -v files="$files" -v links="$links" 'BEGIN {
    for (i = 0; i < files; i++) {
      path = sprintf("Draft/Poem %05d.md", i)
      print "# Poem " i "\n" > path
      for (j = 1; j <= links; j++) {
        other = sprintf("Poem %05d.md", (i * 7 + j * 31) % files); url = other; gsub(/ /, "%20", url)
        print "A line before, and [another poem](" url "#top \"a title\") with a line behind it.\n`[no link](" url ")`, but words, and more of them.\n" > path
      }
      close(path)
    }
  }'
  # What changed less than two seconds before it was looked at is looked at once more.
  sleep 3
  "$shed" sync --quiet
  "$shed" check --select broken-link --quiet || fail "a link leads nowhere at the beginning"
}

# Every second file goes to another folder: half of the links break by their target, others by their document.
move() {
  find Draft -name '*[02468].md' -print0 | xargs -0 mv -t Research
  "$shed" sync --quiet
}

sums() { find . -path ./.shed -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; }

report() { awk -v label="$1" -v value="$(median <"$place/$2")" 'BEGIN { printf "%-36s %9.1f ms\n", label, value / 1000 }'; }

begin "$@"
echo "$(nproc) processors, $(df --output=fstype "$place" | tail -n 1), $(uname -sr), shed $("$shed" --version), $files files with $links links each"
echo "Medians of $runs runs after one that does not count."
echo
move
sums >"$place/before"
for ((round = 0; round <= runs; round++)); do
  keep=$place/warm-up-
  [ $round -eq 0 ] || keep=$place/
  clock_into /dev/null grep -rcE --include='*.md' --exclude-dir=.shed '\]\([^)]*\)' . >>"${keep}grep"
  clock_into /dev/null "$shed" find --linking-to "Draft/Poem 00001.md" >>"${keep}find"
  clock_into "$place/foreseen" "$shed" -0 fix-links --dry-run >>"${keep}dry"
  clock_into "$place/mended" "$shed" -0 fix-links --yes >>"${keep}mend"
  tr '\0' '\n' <"$place/mended" | awk 'END { exit NR == 0 }' || fail "nothing was mended"
  clock_into /dev/null "$shed" check --select broken-link >>"${keep}check"
  clock_into /dev/null "$shed" undo --yes --quiet >>"${keep}undo"
  sums >"$place/after"
  cmp "$place/before" "$place/after" || fail "undo gave back other bytes"
done
report "grep -r, all links" grep
report "find --linking-to" find
report "fix-links --dry-run" dry
report "fix-links --yes" mend
report "check --select broken-link, none" check
report "undo, all of it" undo
