#!/bin/bash
# Fuzzes targets with libFuzzer under the address sanitizer (Documentation/Reliability.md).
#   run.sh SECONDS [TARGET…]   each target for so many seconds; without a name all of them
#   run.sh --minimise [TARGET…]   makes a part of what was found the corpus in Fixtures/fuzz: 40 files a target at most
# SWIFT, FUZZ_BUILD (where it is built) and FUZZ_WORK (where corpora grow, and what ends a target is kept) may be set.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
swift=${SWIFT:-swift}
build=${FUZZ_BUILD:-$root/.build-fuzz}
work=${FUZZ_WORK:-$build/work}
export SHED_FUZZ=1 SWIFT_BACKTRACE=enable=no
# A leak of a process that ends is none; memory that Swift never frees is not looked for.
export ASAN_OPTIONS=detect_leaks=0

[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
seconds=$1
shift

# Not as one module, so that a change is built soon; the C++ parser of TOML is watched as the rest is.
"$swift" build --package-path "$root" --scratch-path "$build" --configuration release --product shed-fuzz ${FUZZ_FLAGS:-} \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -no-whole-module-optimization -Xswiftc -enable-batch-mode \
  -debug-info-format none -Xcxx -fsanitize=fuzzer-no-link,address >&2
program=$build/release/shed-fuzz

targets=("$@")
if [ ${#targets[@]} = 0 ]; then
  read -ra targets <<< "$(SHED_FUZZ_TARGET='' "$program" -runs=0 2>&1 | sed -n 's/.*must name one of: //p' | head -n 1)"
fi
[ ${#targets[@]} -gt 0 ] || { echo "run.sh: the fuzzer names no targets" >&2; exit 1; }

status=0
mkdir -p "$work"
for target in "${targets[@]}"; do
  export SHED_FUZZ_TARGET=$target
  mkdir -p "$work/$target" "$root/Fixtures/fuzz/$target"
  if [ "$seconds" = --minimise ]; then
    SHED_FUZZ_SEEDS=$work/$target "$program" -runs=0 > "$work/$target.seeds" 2>&1 || true
    small=$work/$target.small
    rm -rf "$small" && mkdir "$small"
    "$program" -merge=1 -max_len=1024 "$small" "$root/Fixtures/fuzz/$target" "$work/$target" > "$work/$target.merge" 2>&1 || status=1
    # What once broke something stays whatever it covers. Of the rest 40 files at most, of all lengths, and 24 KiB.
    find "$root/Fixtures/fuzz/$target" -type f ! -name 'crash-*' -delete
    every=$(($(find "$small" -type f | wc -l) / 40 + 1))
    total=0
    while read -r size file; do
      total=$((total + size))
      [ "$total" -le 24576 ] || break
      cp "$small/$file" "$root/Fixtures/fuzz/$target/"
    done < <(find "$small" -type f -printf '%s %f\n' | sort -n | awk -v every="$every" 'NR % every == 0')
    continue
  fi
  SHED_FUZZ_SEEDS=$work/$target "$program" -runs=0 > "$work/$target.seeds" 2>&1 || { status=1; cat "$work/$target.seeds" >&2; continue; }
  log=$work/$target.log
  "$program" -dict="$work/$target.dict" -max_total_time="$seconds" -max_len=4096 -timeout=25 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/$target-" "$work/$target" "$root/Fixtures/fuzz/$target" > "$log" 2>&1 || { status=1; echo "run.sh: $target: ended early, see $log and $work/$target-*" >&2; }
  covered=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1 | tr -dc 0-9)
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  # Of one that ended early there are no figures but the last line's.
  [ -n "$runs" ] || runs=$(grep -o '^#[0-9]*' "$log" | tail -n 1 | tr -d '#')
  printf '| %s | %s | %s | %s |\n' "$target" "${runs:-0}" "${covered:-0}" "$(find "$work/$target" -type f | wc -l)"
done
exit $status
