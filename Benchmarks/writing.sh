#!/usr/bin/env bash
# Measures what projects for writers do, beside other programs on the same files, in one run: writing.sh PATH-OF-SHED
#
# FILES (10000), SUBMISSIONS (5000), KEPT (1000), RUNS (7) and TMPDIR can be set. Benchmarks/README.md says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-10000} submissions=${SUBMISSIONS:-5000} kept=${KEPT:-1000} runs=${RUNS:-7}
# As the issue has it: 30 chapters of 5 scenes of 2,000 words.
readonly chapters=30 scenes=5 words=2000

# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  command -v git >/dev/null || { echo "$0: git is not installed" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-writing.XXXXXX")")
  trap clean_up EXIT
  # Nobody's own settings take part, and no daemon.
  : >"$place/git.config"
  export SHED_STATE_DIR="$place/state" HOME="$place" GIT_CONFIG_GLOBAL="$place/git.config" GIT_CONFIG_SYSTEM="$place/git.config"
  unset XDG_RUNTIME_DIR
}

clean_up() { cd /; rm -rf "$place"; }

clock() { clock_into "$place/out" "$@"; }

# measure LABEL BUDGET-IN-MS PREPARE NAME-OF-B A-COMMAND -- B-COMMAND
# Runs A and B by turns, after one round that does not count. PREPARE is run before each A, unmeasured; `:` for nothing, as for the budget.
measure() {
  local label=$1 budget=$2 prepare=$3 name=$4
  shift 4
  local -a a=()
  while [ "$1" != -- ]; do a+=("$1"); shift; done
  shift
  : >"$place/a"; : >"$place/b"
  local round
  for ((round = 0; round <= runs; round++)); do
    $prepare
    clock "${a[@]}" >"$place/last-a"
    cp "$place/out" "$place/out-a"
    clock "$@" >"$place/last-b"
    [ $round -eq 0 ] && continue
    cat "$place/last-a" >>"$place/a"; cat "$place/last-b" >>"$place/b"
  done
  awk -v label="$label" -v name="$name" -v budget="$budget" -v a="$(median <"$place/a")" -v b="$(median <"$place/b")" 'BEGIN {
    printf "%-40s %8.1f ms%s   %.2f × %s (%.1f ms)\n", label, a / 1000,
      budget == ":" ? "" : sprintf(" (budget %d%s)", budget, a > budget * 1000 ? ": MISSED" : ""), a / b, name, b / 1000 }'
}

# Prose of WORDS words by a number, the same for the same: paragraphs with emphasis and notes. prose WORDS SEED
prose() {
  awk -v words="$1" -v seed="$2" 'BEGIN {
    srand(seed)
    count = split("the of sea and light a to in was he she that it with his her for had as at on not by but from they which were all an there one so out up into them said would been who when no what more if could then him now time only some very about over its like two other down before after great long little own where came through must any much should made back way", list, " ")
    while (done < words) {
      length_now = 40 + int(rand() * 80); if (length_now > words - done) length_now = words - done
      line = ""
      for (i = 1; i <= length_now; i++) {
        word = list[1 + int(rand() * count)]
        if (i == 1) word = toupper(substr(word, 1, 1)) substr(word, 2)
        if (i == 7) word = "*" word "*"
        if (i == 19) { word = word "[^" ++notes "]" }
        line = line (i > 1 ? " " : "") word
      }
      print line ".\n"
      done += length_now
    }
    for (i = 1; i <= notes; i++) print "[^" i "]: See the log of the ship.\n"
  }'
}

# MARK: A novel

make_novel() {
  "$shed" -C "$place" new novel Tale --language en --quiet
  cd "$place/Tale"
  local chapter scene folder
  for ((chapter = 1; chapter <= chapters; chapter++)); do
    folder=$(printf 'Chapters/%02d The Sea' "$chapter")
    mkdir "$folder"
    for ((scene = 1; scene <= scenes; scene++)); do
      { printf -- '---\nstatus: draft\n---\n\n'; prose $words $((chapter * 100 + scene)); } >"$folder/$scene.md"
    done
  done
  "$shed" sync --quiet
  mapfile -t texts < <(find Chapters -name '*.md' | sort)
}

number=0
change_one() { number=$((number + 1)); echo "It was the night of day $number." >>'Chapters/07 The Sea/3.md'; }
remove_compiled() { rm -f Novel/*; "$shed" sync --quiet; }

compile() {
  make_novel
  local pandoc=(cat "${texts[@]}") name=cat
  if command -v pandoc >/dev/null; then pandoc=(pandoc --from=markdown --to=markdown "${texts[@]}"); name=pandoc; fi
  measure 'compile, 150 texts of 2,000 words' 150 remove_compiled $name "$shed" compile -- "${pandoc[@]}"
  grep -q "^compiled Novel/Tale.md ($chapters chapters, 3" "$place/out-a" || fail "not all was compiled: $(cat "$place/out-a")"
  measure 'compile, one text changed' 50 change_one cat "$shed" compile -- cat "${texts[@]}"
  grep -q "of day $number" Novel/Tale.md || fail 'what changed was not compiled'
  measure 'compile, nothing changed' 50 : cat "$shed" compile -- cat "${texts[@]}"
  measure 'compile to HTML, one text changed' : change_one cat "$shed" compile --to html -- cat "${texts[@]}"
}

# MARK: Ten thousand poems

make_poems() {
  "$shed" -C "$place" new poetry Poems --language en --quiet
  cd "$place/Poems"
  prose 400000 1 | awk -v files="$files" 'NF > 1 { for (i = 1; i <= NF; i++) all[++count] = $i } END {
    for (n = 0; n < files; n++) {
      file = sprintf("Draft/Poem %05d.txt", n); text = ""
      for (i = 0; i < 120; i++) text = text all[1 + (n * 37 + i) % count] (i % 8 == 7 ? "\n" : " ")
      print text >file; close(file)
    } }'
  "$shed" sync --quiet
  # What was written just now is looked at once more by whoever reads it.
  sleep 3
  "$shed" sync --quiet
}

forget_words() { rm -f "$place"/state/projects/*/words; }
order_one() { number=$((number + 1)); poem=$(printf 'Draft/Poem %05d.txt' $((number * 7 % files))); }
order() { "$shed" order "$poem" --first; }
list_plainly() { ls -l Draft; }
count_plainly() { find Draft Submissions -type f -print0 | xargs -0 cat | wc -w; }

poems() {
  make_poems
  measure "stats, $files texts, first" : forget_words 'wc -w' "$shed" stats -- count_plainly
  "$shed" stats >/dev/null
  measure "stats, $files texts, again" 300 : 'wc -w' "$shed" stats -- count_plainly
  measure "ls, a folder of $files" 300 : 'ls -l' "$shed" ls Draft -- list_plainly
  measure "order, one in a folder of $files" 300 order_one 'ls -l' order -- list_plainly
  measure "order, shown" 300 : 'ls -l' "$shed" order Draft -- list_plainly
}

# MARK: Submissions

make_submissions() {
  awk -v count="$submissions" -v files="$files" 'BEGIN {
    split("out accepted rejected withdrawn", status, " ")
    for (n = 0; n < count; n++) {
      folder = sprintf("Submissions/Venue %02d", n % 50)
      if (!(folder in made)) { system("mkdir -p \"" folder "\""); made[folder] = 1 }
      day = sprintf("%d-%02d-%02d", 2000 + n % 26, 1 + n % 12, 1 + n % 28); file = sprintf("%s/%s Poem %05d.md", folder, day, n % files)
      printf "---\npiece: Draft/Poem %05d.txt\nvenue: Venue %02d\nsent: %s\nstatus: %s\nnotes: by post\n---\n", n % files, n % 50, day, status[1 + n % 4] >file
      close(file)
    } }'
  "$shed" sync --quiet
  sleep 3
  "$shed" sync --quiet
}

read_plainly() { find Submissions -name '*.md' -print0 | xargs -0 grep -h '^status:'; }
change_record() { number=$((number + 1)); echo "Note $number." >>"$(find Submissions -name '*.md' | sort | head -1)"; }

submitted() {
  make_submissions
  measure "submissions, $submissions records" 300 : 'grep -r' "$shed" submissions -- read_plainly
  [ "$("$shed" submissions --json | grep -c '"sent"')" = "$submissions" ] || fail 'not all records were listed'
  measure 'submissions, one record changed' 300 change_record 'grep -r' "$shed" submissions -- read_plainly
  measure 'submissions --venue' 300 : 'grep -r' "$shed" submissions --venue 'Venue 07' -- read_plainly
}

# MARK: Snapshots

make_kept() {
  "$shed" -C "$place" new poetry Kept --language en --quiet
  cd "$place/Kept"
  local n
  for ((n = 0; n < kept; n++)); do cp "$place/Poems/Draft/$(printf 'Poem %05d.txt' $((n % files)))" "Draft/Poem $n.txt"; done
  "$shed" sync --quiet
  sleep 3
  "$shed" sync --quiet
  echo '.shed' >.gitignore
}

empty_stores() { rm -rf "$place"/state/projects/*/snapshots "$place/git" .git; git init -q --separate-git-dir "$place/git" .; }
commit() {
  git -c core.fsync=all add -A Draft
  git -c core.fsync=all -c user.name=bench -c user.email=bench@example.org commit -q --allow-empty -m Draft
}
change_poem() { number=$((number + 1)); echo "Line $number" >>'Draft/Poem 7.txt'; }
restic_backup() { RESTIC_PASSWORD=bench restic -q -r "$place/restic" backup Draft; }

snapshots() {
  make_kept
  measure "snapshot, $kept texts, first" : empty_stores 'git add, commit' "$shed" snapshot Draft -- commit
  measure 'snapshot, nothing changed' : : 'git add, commit' "$shed" snapshot Draft -- commit
  measure 'snapshot, one text changed' : change_poem 'git add, commit' "$shed" snapshot Draft -- commit
  if command -v restic >/dev/null; then
    RESTIC_PASSWORD=bench restic -q -r "$place/restic" init
    measure 'snapshot, one text changed' : change_poem restic "$shed" snapshot Draft -- restic_backup
  fi
}

begin "$@"
echo "$files texts, $submissions submissions, $runs rounds"
compile
poems
submitted
snapshots
