#!/usr/bin/env bash
# Measures how much space a bundle and its pages take on the disk: disk-use.sh PATH-OF-SHED
#
# MEGABYTES (100), PAGES (50) and TMPDIR can be set. Needs root, for file systems of its own, and loop devices; what cannot be
# mounted is said and left out. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly megabytes=${MEGABYTES:-100} pages=${PAGES:-50}

fail() { echo "$0: $*" >&2; exit 1; }

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  for program in qpdf pdfinfo python3 mount losetup; do command -v $program >/dev/null || { echo "$0: $program is not installed" >&2; exit 2; }; done
  shed=$(realpath "$1")
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-disk-use.XXXXXX")")
  trap 'cd /; umount "$place/disk" 2>/dev/null || true; rm -rf "$place"' EXIT
  export HOME="$place"
  unset XDG_RUNTIME_DIR XDG_STATE_HOME
  mkdir "$place/disk"
}

# A PDF of so many pages, with an attached file of random bytes, which no page needs and nothing can make smaller.
make_pdf() {
  printf 'Disk\t%s\n' "$place/plain.pdf" | "$here/make-pdfs.py" "$pages"
  head -c "${megabytes}M" /dev/urandom >"$place/noise"
  qpdf "$place/plain.pdf" --add-attachment "$place/noise" -- "$place/large.pdf"
  rm "$place/noise"
  size=$(stat -c %s "$place/large.pdf")
}

# In bytes, of the whole file system, after all was written out.
used() {
  sync -f "$place/disk"
  df --output=used -B1 "$place/disk" | tail -1 | tr -d ' '
}

# NAME, the program that makes the file system, its options, SETTINGS of the project, BUDGET
measure() {
  local name=$1 maker=$2 settings=$4 budget=$5 before after files
  command -v "$maker" >/dev/null || { printf '%-28s left out: %s is not installed\n' "$name" "$maker"; return; }
  rm -f "$place/image"
  truncate -s $((megabytes * 8 + 256))M "$place/image"
  # shellcheck disable=SC2086
  "$maker" -q $3 "$place/image" >"$place/errors" 2>&1 || fail "$maker failed: $(cat "$place/errors")"
  if ! mount -o loop "$place/image" "$place/disk" 2>"$place/errors"; then
    printf '%-28s left out: it cannot be mounted here: %s\n' "$name" "$(head -1 "$place/errors")"
    return
  fi
  export SHED_STATE_DIR="$place/state-$RANDOM"
  "$shed" -C "$place/disk" new papers Exam --language en --quiet
  printf '%s' "$settings" >"$place/disk/Exam/.shed/settings.toml"
  before=$(used)
  (
    cd "$place/disk/Exam"
    "$shed" bundle add "$place/large.pdf" --name Large --quiet
    "$shed" doc new Finals --quiet
    "$shed" page add Finals/All --from Large --pages "1-$pages" --quiet
    [ "$(find Docs -name '*.pdf' | wc -l)" = "$pages" ] || fail "not all pages were made"
    "$shed" check --quiet || fail "check found something"
    cmp "$place/large.pdf" Bundles/Large/display.pdf
    "$shed" sync --quiet
  )
  after=$(used)
  # As much as their blocks take.
  files=$(find "$place/disk/Exam/Docs" -name '*.pdf' -printf '%b\n' | awk '{ sum += $1 * 512 } END { print sum }')
  awk -v used=$((after - before)) -v files="$files" -v size="$size" -v budget="$budget" -v name="$name" -v pages="$pages" 'BEGIN {
    ratio = (used - files) / size
    printf "%-28s %5.2f × (budget %s)%s   %.1f MB for a bundle of %.1f MB, besides %d page files of %.2f MB together\n", name, ratio, budget,
      ratio < budget ? "" : " MISSED", (used - files) / 1e6, size / 1e6, pages, files / 1e6 }'
  umount "$place/disk"
}

begin "$@"
make_pdf
measure "Btrfs, with reflinks" mkfs.btrfs "" "" 1.2
measure "XFS, with reflinks" mkfs.xfs "" "" 1.2
measure "ext4, without" mkfs.ext4 "" "" 2.2
measure "ext4, protect = \"none\"" mkfs.ext4 "" $'[papers]\nprotect = "none"\n' 1.2
