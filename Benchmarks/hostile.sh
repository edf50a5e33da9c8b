#!/usr/bin/env bash
# Watches nine hostile projects and a good one, and measures the good one: hostile.sh PATH-OF-SHED
#
# VERBS (500), CHANGES (50), SCALE (100, per cent of the hostile projects' size) and TMPDIR can be set. Benchmarks/README.md says
# what is measured and how.
set -euo pipefail
export LC_ALL=C

readonly verbs=${VERBS:-500} changes=${CHANGES:-50} scale=${SCALE:-100}

fail() { echo "$0: $*" >&2; exit 1; }

begin() {
  [ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: $0 PATH-OF-SHED" >&2; exit 2; }
  command -v python3 >/dev/null || { echo "$0: needs python3" >&2; exit 2; }
  shed=$(realpath "$1")
  place=$(realpath "$(mktemp -d "${TMPDIR:-/tmp}/shed-hostile.XXXXXX")")
  daemon= workers=()
  trap clean_up EXIT
  export SHED_STATE_DIR="$place/state" HOME="$place"
  unset XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS
}

# Ends what was started here, by its number.
clean_up() {
  cd /
  for process in $daemon "${workers[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in $daemon "${workers[@]}"; do wait "$process" 2>/dev/null || true; done
  chmod -R u+rwx "$place"
  rm -rf "$place"
}

of() { echo $(($1 * scale / 100)); }

# make KIND NAME
make() { "$shed" -C "$place" new "$1" "$2" --language en --quiet; }

make_projects() {
  make blank Good
  for n in $(seq 200); do echo "$n" >"$place/Good/Files/$n.txt"; done
  make blank Deep
  python3 - "$place/Deep/Files" "$(of 1800)" <<'END'
import os, sys
os.chdir(sys.argv[1])
for _ in range(int(sys.argv[2])):
    os.mkdir("d")
    os.chdir("d")
END
  make blank Wide
  seq "$(of 30000)" | sed "s|^|$place/Wide/Files/w|" | xargs mkdir
  make blank Patterns
  seq "$(of 5000)" | awk '{ print "**/*a*" $1 "*b*/**/c*[!x]*" }' >"$place/Patterns/.shedignore"
  seq "$(of 10000)" | awk -v at="$place/Patterns/Files" '{ path = at "/aaaaaaaaaaaaaaaaaaaaaaaa" $1; print $1 > path; close(path) }'
  make blank Batches
  local batch
  batch=$(find "$place/Batches/.shed/ops" -name '*.jsonl' | head -1)
  for n in $(seq "$(of 5000)"); do cp "$batch" "${batch%.jsonl}-copy$n.jsonl"; done
  make blank Names
  python3 - "$place/Names/Files" "$(of 10000)" <<'END'
import os, sys
for number in range(int(sys.argv[2])):
    os.close(os.open(os.fsencode(sys.argv[1]) + b"/\n\x1b\xff" + str(number).encode() + b"e\xcc\x81" * 40, os.O_CREAT, 0o644))
END
  make blank Settings
  head -c $((16 << 20)) /dev/zero | tr '\0' '[' >"$place/Settings/.shed/settings.toml"
  make papers Documents
  for n in 1 2 3; do { echo '%PDF-1.7'; head -c $(($(of 30) << 20)) /dev/urandom; echo '%%EOF'; } >"$place/Documents/Bundles/$n.pdf"; done
  make blank Written
  make blank Moved
}

# Two projects in which something happens without end.
keep_busy() {
  (while :; do for n in $(seq 100); do echo x >>"$place/Written/Files/$n.txt"; done; done) &
  workers+=($!)
  (while :; do mkdir -p "$place/Moved/Files/a/b/c/d/e" && mv "$place/Moved/Files/a" "$place/Moved/Files/z" && rm -r "$place/Moved/Files/z"; done) 2>/dev/null &
  workers+=($!)
}

start() {
  "$shed" watch --json >"$place/shed.log" 2>&1 &
  daemon=$!
  local limit=$((SECONDS + 120))
  until grep -q '"watching".*/Good"' "$place/shed.log"; do
    [ $SECONDS -lt $limit ] || fail "the good project is not watched after two minutes"
    kill -0 "$daemon" || fail "the daemon ended: $(tail -3 "$place/shed.log")"
    sleep 0.02
  done
}

measure() {
  python3 - "$shed" "$place/Good" "$verbs" "$changes" "$daemon" <<'END'
import json, os, subprocess, sys, time
shed, good, verbs, changes, daemon = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]

def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]

def memory():
    sum = 0
    for process in [daemon] + open(f"/proc/{daemon}/task/{daemon}/children").read().split():
        for line in open(f"/proc/{process}/smaps_rollup"):
            if line.startswith("Pss:"):
                sum += int(line.split()[1])
    return sum / 1024

def batches():
    return sum(len(files) for _, _, files in os.walk(good + "/.shed/ops"))

def tell(what, value, unit, budget):
    print(f"{what:<36} {value:8.1f} {unit} (budget {budget}{'' if value < budget else ': MISSED'})")

times, asked, most = [], 0, 0
for number in range(verbs):
    began = time.monotonic()
    words = ["status", "--json"] if number % 2 else ["ls", "--json"]
    result = subprocess.run([shed, "-C", good] + words, capture_output=True)
    times.append((time.monotonic() - began) * 1000)
    if result.returncode not in (0, 1):
        sys.exit(f"a verb ended with {result.returncode}: {result.stderr.decode(errors='replace')}")
    if number % 2:
        asked += json.loads(result.stdout)["daemon"]["drift"] is not None
    if number % 25 == 0:
        most = max(most, memory())
durable = []
for number in range(changes):
    before = batches()
    began = time.monotonic()
    with open(f"{good}/Files/new{number}.txt", "w") as file:
        file.write("new\n")
    while batches() == before:
        if time.monotonic() - began > 30:
            sys.exit("a change of the good project was not taken in within half a minute")
        time.sleep(0.002)
    durable.append((time.monotonic() - began) * 1000)
    most = max(most, memory())
print(f"{verbs} verbs in the good project, of {verbs // 2} that tell the daemon answered {asked}")
tell("a verb, 95th percentile", percentile(times, 0.95), "ms", 50)
tell("a verb, median", percentile(times, 0.5), "ms", 50)
tell("a change is durable, 95th percentile", percentile(durable, 0.95), "ms", 300)
tell("memory of the daemon (PSS), most", most, "MB", 600)
END
}

finish() {
  local began=${EPOCHREALTIME/./}
  kill -TERM "$daemon"
  wait "$daemon" || true
  daemon=
  awk -v us=$((${EPOCHREALTIME/./} - began)) 'BEGIN { printf "%-36s %8.1f ms (budget 2000%s)\n", "SIGTERM is obeyed", us / 1000, us < 2e6 ? "" : ": MISSED" }'
}

begin "$@"
make_projects
keep_busy
start
measure
finish
