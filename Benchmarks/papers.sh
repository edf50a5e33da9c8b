#!/usr/bin/env bash
# Measures a papers project of 1,000 bundles of 20 pages each: papers.sh PATH-OF-SHED
#
# BUNDLES (1000), PAGES (20), RUNS (5) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly bundles=${BUNDLES:-1000} pages=${PAGES:-20} runs=${RUNS:-5}

fail() { echo "$0: $*" >&2; exit 1; }

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  for program in git qpdf pdfinfo python3; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-papers.XXXXXX")")
  trap 'cd /; rm -rf "$place"' EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR
  "$shed" -C "$place" new papers Exam --language en --quiet
}

# Microseconds that a command took. It must succeed.
clock() {
  local from=${EPOCHREALTIME/./} to
  "$@" >"$place/out" 2>"$place/errors" || fail "“$*” failed: $(cat "$place/errors")"
  to=${EPOCHREALTIME/./}
  echo $((to - from))
}

median() { sort -n | awk '{ value[NR] = $1 } END { print (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2 }'; }

repeat() {
  local round
  for ((round = 0; round < runs; round++)); do clock "$@"; done | median
}

# PDFs of so many pages that say a name and their numbers; a line of standard input each: the name, a tab, the path.
make_pdfs() {
  python3 - "$1" 3<&0 <<'END'
import os, sys
count = int(sys.argv[1])
for line in os.fdopen(3):
    name, path = line.rstrip("\n").split("\t")
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count %d/Kids[%s]>>" % (count, " ".join("%d 0 R" % (4 + 2 * i) for i in range(count))),
               "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    for page in range(count):
        text = "BT /F 24 Tf 60 760 Td (%s page %d) Tj ET" % (name, page + 1)
        objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>" % (len(objects) + 2))
        objects.append("<</Length %d>>stream\n%s\nendstream" % (len(text), text))
    body, offsets = "%PDF-1.4\n", []
    for number, value in enumerate(objects):
        offsets.append(len(body)); body += "%d 0 obj\n%s\nendobj\n" % (number + 1, value)
    start = len(body)
    body += "xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + "".join("%010d 00000 n \n" % offset for offset in offsets)
    open(path, "w").write(body + "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
END
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
done | make_pdfs "$pages"
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
  printf 'New %d\t%s\n' "$round" "$place/one.pdf" | make_pdfs "$pages"
  own=$(clock tools)
  bundle=$(clock "$shed" bundle add "$place/one.pdf" --name "New $round")
  page=$(clock "$shed" page add "All/New $round" --from "New $round" --pages "1-$pages")
  echo $((bundle + page - own)) >>"$place/added"
done
printf '%-40s %7.0f ms (budget 1000), besides what qpdf and pdfinfo take by themselves\n' "one more bundle and its $pages pages" "$(median <"$place/added" | awk '{ print $1 / 1000 }')"
