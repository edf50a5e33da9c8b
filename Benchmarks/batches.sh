#!/usr/bin/env bash
# Measures what batches cost: a year of daily use on several devices, and many more: batches.sh PATH-OF-SHED
#
# FILES (3000), YEAR (20000), MANY (100000), DEVICES (3), RUNS (9), TREE (100000), TAGS (20) and TMPDIR can be set. Benchmarks/README.md
# says what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly files=${FILES:-3000} few=10 year=${YEAR:-20000} many=${MANY:-100000} devices=${DEVICES:-3} runs=${RUNS:-9} tree=${TREE:-100000}
readonly tags=${TAGS:-20}
readonly here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# shellcheck source=common.sh
source "$here/common.sh"

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  [ -n "${EPOCHREALTIME:-}" ] || { echo "$0: needs bash 5 or newer" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-batches.XXXXXX")")
  watchers=()
  trap clean_up EXIT
  : >"$place/git.config"
  export SHED_STATE_DIR="$place/state" HOME="$place" GIT_CONFIG_GLOBAL="$place/git.config" GIT_CONFIG_SYSTEM="$place/git.config"
  unset XDG_RUNTIME_DIR
  local compiler
  compiler=$(command -v clang || command -v cc) || fail "needs a C compiler (clang)"
  "$compiler" -shared -fPIC -O1 -o "$place/later.so" "$here/later.c" -ldl
}

clean_up() {
  cd /
  local watcher
  for watcher in "${watchers[@]}"; do
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
  done
  rm -rf "$place"
}

clock() { clock_into /dev/null "$@"; }

# make COUNT: a project with so many batches, put together as devices do in time, and folded.
make() {
  local project="$place/P$1" record
  "$shed" -C "$place" new poetry "P$1" --language en --quiet
  awk -v files="$files" -v draft="$project/Draft" 'BEGIN {
    for (i = 0; i < files; i++) { path = sprintf("%s/Poem %06d.txt", draft, i); print "Poem " i > path; close(path) }
  }'
  find "$project/Draft" -type f -print0 | xargs -0 touch -d 2024-01-01T00:00:00Z
  "$shed" -C "$project" sync --quiet
  record=$(grep -l "\"$(printf %s "$project" | od -An -tx1 -v | tr -d ' \n')\"" "$SHED_STATE_DIR"/projects/*/record.json)
  size_of "$project" >"$place/new-$1"
  python3 "$here/make-batches.py" "$project" "$1" "$devices" "$here/compact-as.sh" "$shed" "$project" "$record" "$place/later.so"
  rm -f "$(dirname "$record")/written"
  "$shed" -C "$project" sync --quiet || [ $? -eq 1 ]
  "$shed" -C "$project" repair --compact --quiet
  "$shed" -C "$project" tag add seen "Draft/Poem 000001.txt" --create --quiet
  git -C "$project" init --quiet
  git -C "$project" add Draft
}

# size_of PROJECT: bytes that its sidecar takes on a disk, as on one to which it was carried: directories that were large stay so.
size_of() {
  cp -a "$1/.shed" "$place/carried"
  du -sB1 "$place/carried" | cut -f 1
  rm -rf "$place/carried"
}

# turns COUNT A B: two functions by turns, after one round that does not count. Their medians go into $a and $b, in microseconds.
turns() {
  local round count=$1
  : >"$place/a"; : >"$place/b"
  for ((round = 0; round <= count; round++)); do
    "$2" >"$place/last-a"; "$3" >"$place/last-b"
    [ $round -eq 0 ] && continue
    cat "$place/last-a" >>"$place/a"; cat "$place/last-b" >>"$place/b"
  done
  a=$(median <"$place/a"); b=$(median <"$place/b")
}

# line LABEL TEXT VALUE BAR: what was measured, and whether the bar is kept.
line() {
  awk -v label="$1" -v text="$2" -v value="$3" -v bar="$4" \
    'BEGIN { printf "%-44s %s%s\n", label, text, bar == "" ? "" : (value + 0 <= bar + 0 ? "" : "  MISSED") }'
}

of() { awk "BEGIN { printf \"$1\", $2 }"; }

# ratio LABEL NAMES BAR: $a by $b.
ratio() { line "$1" "$(of '%5.2f x %s   (%.1f ms / %.1f ms, bar %s)' "$a / $b, \"$2\", $a / 1000, $b / 1000, \"$3\"")" "$(of %.4f "$a / $b")" "$3"; }

in_many() { clock "$shed" -C "$place/P$many" "${verb[@]}"; }
in_year() { clock "$shed" -C "$place/P$year" "${verb[@]}"; }
in_few() { clock "$shed" -C "$place/P$few" "${verb[@]}"; }
git_status() { clock git -C "$place/P$year" status --porcelain -- Draft; }

# Verbs that change something take it back the next time.
toggled() {
  local name=$1 project=$2 mark="$place/toggled-$1-$2"
  local one two
  if [ "$name" = tag ]; then
    one=(tag add seen "Draft/Poem 000002.txt"); two=(tag remove seen "Draft/Poem 000002.txt")
  else
    one=(mv "Draft/Poem 000003.txt" "Set Aside/Poem 000003.txt"); two=(mv "Set Aside/Poem 000003.txt" "Draft/Poem 000003.txt")
  fi
  if [ -e "$mark" ]; then rm "$mark"; clock "$shed" -C "$place/$project" "${two[@]}" --quiet; else : >"$mark"; clock "$shed" -C "$place/$project" "${one[@]}" --quiet; fi
}
tag_many() { toggled tag "P$many"; }
tag_few() { toggled tag "P$few"; }
mv_many() { toggled mv "P$many"; }
mv_few() { toggled mv "P$few"; }

measure_year() {
  local size new
  size=$(size_of "$place/P$year"); new=$(cat "$place/new-$year")
  line "a year: $year batches, $devices devices" "$(of '%5.2f MB on disk (bar 10)' "$size / 1e6")" "$(of %.4f "$size / 1e6")" 10
  line "  a file, before any edit" "$(of '%5.0f bytes' "$new / $files")" 0 ""
  line "  an edit, those of two weeks in files each" "$(of '%5.0f bytes' "($size - $new) / $year")" 0 ""
  local bases bytes
  bytes=$(cat "$place/P$many"/.shed/base/*.jsonl | wc -c)
  bases=$(grep -ho '"subsumes":[0-9]*' "$place/P$many"/.shed/base/*.jsonl | cut -d : -f 2 | awk '{ sum += $1 } END { print sum / 2 }')
  line "  an edit in two bases" "$(of '%5.0f bytes' "$bytes / $bases")" 0 ""
  verb=(status)
  turns $((2 * runs)) in_year in_few
  line "  status, beside $few batches" "$(of '%+5.1f ms   (%.1f ms / %.1f ms, bar 5)' "($a - $b) / 1000, $a / 1000, $b / 1000")" "$(of %.4f "($a - $b) / 1000")" 5
  turns "$runs" in_year git_status
  ratio "  status" "git status" ""
}

measure_growth() {
  echo
  echo "From $few to $many batches"
  for verb in status "status --json" "check --quiet" ls "show|Draft/Poem 000007.txt" "find|Poem 000007" tree "sync --quiet"; do
    local label=${verb%%|*}
    if [[ $verb == *"|"* ]]; then verb=("${verb%%|*}" "${verb#*|}"); else read -ra verb <<<"$verb"; fi
    turns "$runs" in_many in_few
    ratio "$label" "$few batches" 2
  done
  turns "$runs" tag_many tag_few
  ratio "tag add, tag remove" "$few batches" 2
  turns "$runs" mv_many mv_few
  ratio mv "$few batches" 2
  # Each status folds it, since it writes nothing.
  python3 "$here/make-foreign-batch.py" "$place/P$many"
  python3 "$here/make-foreign-batch.py" "$place/P$few"
  verb=(status)
  turns "$runs" in_many in_few
  ratio "status, one batch from another device" "$few batches" 2
}

in_half() { clock "$shed" -C "$place/Half" status; }
in_whole() { clock "$shed" -C "$place/Whole" status; }

# However many files a batch of another device puts to one path. Each status folds it, since it writes nothing.
measure_one_path() {
  local name count
  for name in Half Whole; do
    count=$([ $name = Half ] && echo $((files / 2)) || echo "$files")
    "$shed" -C "$place" new blank $name --language en --quiet
    seq "$count" | sed "s|^|$place/$name/Files/|" | xargs touch -d 2024-01-01T00:00:00Z
    "$shed" -C "$place/$name" sync --quiet
    python3 "$here/make-foreign-batch.py" "$place/$name" "$count"
  done
  turns "$runs" in_whole in_half
  ratio "status, $files files put to one path" "$((files / 2))" 2.4
}

without_index() { SHED_STATE_DIR="$place/none" clock "$shed" -C "$place/T" check --quiet; }
with_index() { clock "$shed" -C "$place/T" check --quiet; }
git_of_tree() { clock git -C "$place/T" status --porcelain; }

measure_fold() {
  echo
  "$here/make-tree.sh" "$place/T" "$tree" 5000
  git -C "$place/T" init --quiet
  printf '.shed\n/All\n' >>"$place/T/.git/info/exclude"
  git -C "$place/T" add -A
  "$shed" adopt "$place/T" --kind poetry --language en --yes --quiet
  sleep 3
  "$shed" -C "$place/T" sync --quiet
  turns "$runs" without_index git_of_tree
  ratio "check of $tree nodes without an index" "git status" 2
  turns "$runs" without_index with_index
  line "  more than with one: folding them" "$(of '%5.0f ms   (bar 250)' "($a - $b) / 1000")" "$(of %.4f "($a - $b) / 1000")" 250
}

# watch NAME: a daemon of its own.
watch() {
  SHED_STATE_DIR="$place/state-$1" HOME="$place/home-$1" "$shed" watch "$place/$1" >"$place/watch-$1" 2>&1 &
  watchers+=($!)
  local waited=0
  until as "$1" status --json | grep -q '"pid"'; do
    waited=$((waited + 1))
    [ $waited -lt 100 ] || fail "the daemon of $1 does not watch: $(cat "$place/watch-$1")"
    sleep 0.1
  done
}

as() { local name=$1; shift; SHED_STATE_DIR="$place/state-$name" HOME="$place/home-$name" "$shed" -C "$place/$name" "$@"; }

# carry: brings what is new in A's sidecar to B, as Syncthing does it: under a name of its own, then renamed.
carry() {
  local batch
  for batch in $(cd "$place/A/.shed/ops" && find . -name '*.jsonl' -newer "$place/carried" | sort); do
    mkdir -p "$place/B/.shed/ops/$(dirname "$batch")"
    cp -p "$place/A/.shed/ops/$batch" "$place/B/.shed/ops/$(dirname "$batch")/.carried"
    mv "$place/B/.shed/ops/$(dirname "$batch")/.carried" "$place/B/.shed/ops/$batch"
  done
}

batches_of_a() { find "$place/A/.shed/ops" -name '*.jsonl' | wc -l; }

since() { echo $((${EPOCHREALTIME/./} - $1)); }

measure_carrying() {
  local name number start known
  for name in A B; do
    mkdir -p "$place/home-$name"
    cp -a "$place/P$year" "$place/$name"
    rm -rf "$place/$name/.git"
    as "$name" trust . >/dev/null 2>&1 || true
    as "$name" sync --quiet || [ $? -eq 1 ]
  done
  watch A
  watch B
  for name in a-tag b-tag a-save b-save; do : >"$place/$name"; done
  for ((number = 0; number < tags; number++)); do
    touch "$place/carried"; sleep 0.02
    start=${EPOCHREALTIME/./}
    as A tag add "carried$number" "Draft/Poem 000005.txt" --create --quiet
    since "$start" >>"$place/a-tag"
    carry
    start=${EPOCHREALTIME/./}
    until as B show --json "Draft/Poem 000005.txt" | grep -q "carried$number\""; do :; done
    since "$start" >>"$place/b-tag"
    # A poem that is saved: its file and its batch are carried.
    touch "$place/carried"; sleep 0.02
    known=$(batches_of_a)
    echo "Poem $number" >"$place/A/.saved"
    start=${EPOCHREALTIME/./}
    mv "$place/A/.saved" "$place/A/Draft/Saved $number.txt"
    until [ "$(batches_of_a)" -gt "$known" ]; do :; done
    since "$start" >>"$place/a-save"
    cp -p "$place/A/Draft/Saved $number.txt" "$place/B/Draft/.saved"
    mv "$place/B/Draft/.saved" "$place/B/Draft/Saved $number.txt"
    carry
    start=${EPOCHREALTIME/./}
    known=$(as A show --json "Draft/Saved $number.txt" | grep -m 1 '"id"')
    start=${EPOCHREALTIME/./}
    until as B show --json "Draft/Saved $number.txt" 2>/dev/null | grep -qF "$known"; do :; done
    since "$start" >>"$place/b-save"
  done
  echo
  echo "From A to B, with a daemon on each, medians of $tags"
  line "a tag: A's tag add; B, once it is carried" "$(of '%5.1f ms; %.1f ms' "$(median <"$place/a-tag") / 1000, $(median <"$place/b-tag") / 1000")" 0 ""
  line "a save: A's batch; B's ID, once both are carried" "$(of '%5.1f ms; %.1f ms' "$(median <"$place/a-save") / 1000, $(median <"$place/b-save") / 1000")" 0 ""
}

begin "$@"
echo "$(nproc) processors, $(df --output=fstype "$place" | tail -n 1), $(uname -sr), load $(cut -d ' ' -f 1 /proc/loadavg), shed $("$shed" --version), $files files, $devices devices"
echo "Medians of $runs pairs, run by turns after a warm-up."
echo
for count in "$few" "$year" "$many"; do make "$count"; done
# What was written in the last two seconds is looked at again by each verb, until one that writes has seen it older.
sleep 3
for count in "$few" "$year" "$many"; do "$shed" -C "$place/P$count" sync --quiet || [ $? -eq 1 ]; done
measure_year
measure_growth
measure_one_path
measure_fold
measure_carrying
