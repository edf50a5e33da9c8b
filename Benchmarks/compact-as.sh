#!/usr/bin/env bash
# Puts each device's batches together, as they do in time: compact-as.sh PATH-OF-SHED PROJECT RECORD LIBRARY REPLICA…
#
# RECORD is what this machine keeps of the project (record.json), LIBRARY is later.c, built: the files for which two bases stand go when
# these have stood for two weeks, so each device runs a second time, 16 days later by its clock.
set -euo pipefail

readonly shed=$1 project=$2 record=$3 library=$4
shift 4
own=$(grep -o '"replica": "[0-9a-f]*"' "$record" | grep -o '[0-9a-f]\{16\}')

become() {
  sed -i "s/\"replica\": \"[0-9a-f]*\"/\"replica\": \"$1\"/" "$record"
  # Without the note of what it wrote last, what bears the ID is this machine's; with it somebody else's under its ID, and it takes another.
  rm -f "$(dirname "$record")/written"
}

for replica in "$@"; do
  become "$replica"
  "$shed" -C "$project" repair --compact --quiet
  CLOCK_SHIFT=$((16 * 86400)) LD_PRELOAD=$library "$shed" -C "$project" repair --compact --quiet
done
become "$own"
