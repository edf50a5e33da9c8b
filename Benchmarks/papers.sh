#!/usr/bin/env bash
# Measures a papers project of 1,000 bundles of 20 pages each: papers.sh PATH-OF-SHED
#
# BUNDLES (1000), PAGES (20), RUNS (5) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly bundles=${BUNDLES:-1000} pages=${PAGES:-20} runs=${RUNS:-5}

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  for program in git qpdf pdfinfo python3; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  shed=$(realpath "$1")
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-papers.XXXXXX")")
  trap 'cd /; rm -rf "$place"' EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  "$shed" -C "$place" new papers Exam --language en --quiet
}

clock() { clock_into "$place/out" "$@"; }

repeat() {
  local round
  for ((round = 0; round < runs; round++)); do clock "$@"; done | median
}

# What qpdf and pdfinfo take by themselves for one bundle and its pages: looking it through, and taking the pages out.
tools() {
  qpdf --check "$place/one.pdf" && pdfinfo -f 1 -l "$pages" "$place/one.pdf"
  rm -rf "$place/split" && mkdir "$place/split" && qpdf --split-pages=1 "$place/one.pdf" "$place/split/%d.pdf"
}

begin "$@"
cd "$place/Exam"
mkdir -p Docs/All
for ((number = 1; number <= bundles; number++)); do
  mkdir "Docs/All/Group $number"
  printf 'Exam %d\tDocs/All/Group %d/Exam %d.pdf\n' "$number" "$number" "$number"
done | "$here/make-pdfs.py" "$pages"
took=$(clock "$shed" sync --quiet)
printf '%-40s %7.1f s (%.0f ms a bundle)\n' "$bundles PDFs dropped into page groups" "$(bc <<<"scale=3; $took / 1000000")" "$(bc <<<"scale=3; $took / 1000 / $bundles")"
[ "$(find Docs -name '*.pdf' | wc -l)" = $((bundles * pages)) ] || fail "not all became pages"

git init -q . && git add -A && git -c user.name=x -c user.email=x@x commit -qm all
rm -rf .git/index.lock
check=$(repeat "$shed" check); status=$(repeat git status --porcelain); sync=$(repeat "$shed" status)
printf '%-40s %7.0f ms (budget 1000; %.2f × git status)\n' "check" "$(bc <<<"scale=3; $check / 1000")" "$(bc <<<"scale=3; $check / $status")"
printf '%-40s %7.0f ms (%.2f × git status)\n' "status" "$(bc <<<"scale=3; $sync / 1000")" "$(bc <<<"scale=3; $sync / $status")"

rm -rf .git
added=0
for ((round = 1; round <= runs; round++)); do
  printf 'New %d\t%s\n' "$round" "$place/one.pdf" | "$here/make-pdfs.py" "$pages"
  own=$(clock tools)
  bundle=$(clock "$shed" bundle add "$place/one.pdf" --name "New $round")
  page=$(clock "$shed" page add "All/New $round" --from "New $round" --pages "1-$pages")
  echo $((bundle + page - own)) >>"$place/added"
done
printf '%-40s %7.0f ms (budget 1000), besides what qpdf and pdfinfo take by themselves\n' "one more bundle and its $pages pages" "$(median <"$place/added" | awk '{ print $1 / 1000 }')"
