#!/usr/bin/env bash
# Makes a poetry project's tree without its sidecar: make-tree.sh DIR FILES FOLDERS
#
# The 13 folders of the template count among the FOLDERS; the others are folders that a person could have made, spread
# over the six template folders that accept folders. All folders that may hold files hold the same number, the last of
# them fewer. The same arguments make the same tree: names, contents and modification times.
set -euo pipefail

[ $# -eq 3 ] && [ "$2" -gt 0 ] && [ "$3" -ge 14 ] || { echo "usage: $0 DIR FILES FOLDERS (14 folders at least)" >&2; exit 2; }
readonly directory=$1 files=$2 folders=$3

mkdir -p "$directory"
cd "$directory"
[ -z "$(ls -A)" ] || { echo "$0: $directory is not empty" >&2; exit 2; }
mkdir All Draft Ready "Set Aside" Published Collections Submissions Research Magazines Competitions Commissions Other Trash

# The folders that hold files, one a line.
leaves() {
  printf '%s\n' Draft Ready "Set Aside" Published Research
  awk -v count=$((folders - 13)) 'BEGIN {
    split("Collections Submissions Magazines Competitions Commissions Other", parents, " ")
    for (i = 0; i < count; i++) printf "%s/%s %04d\n", parents[i % 6 + 1], "Folder", i + 1
  }'
}

leaves | tr '\n' '\0' | xargs -0 mkdir -p
leaves | awk -v files="$files" -v leaves=$((folders - 8)) '
  BEGIN {
    each = int((files + leaves - 1) / leaves)
    split("wind leaf stone river lamp crow ash tide root salt moon thread", words, " ")
  }
  {
    for (i = 0; i < each && made < files; i++) {
      made++
      path = sprintf("%s/Poem %06d.txt", $0, made)
      printf "Poem %06d\n\n", made > path
      lines = 6 + made % 24
      for (line = 0; line < lines; line++)
        printf "The %s and the %s of the %s\n", words[(made + line) % 12 + 1], words[(made * 7 + line) % 12 + 1], words[(made * 5 + line * 3) % 12 + 1] > path
      close(path)
    }
  }'

# Old enough that no program has to mistrust the time of a file.
find . -depth -print0 | xargs -0 touch -d 2024-01-01T00:00:00Z
