#!/usr/bin/env python3
"""Writes batches into a project as devices would have in a year: make-batches.py PROJECT COUNT DEVICES

One edit each, of the files that the project's batches name, by turns of the devices, the first of which is this one. Each builds on
the one before. All of them are older than two days.
"""
import glob
import hashlib
import json
import os
import sys
import time

root, count, devices = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ops = os.path.join(root, ".shed", "ops")
project = json.load(open(os.path.join(root, ".shed", "project.json")))["id"]
own = os.listdir(ops)[0]
replicas = [own] + [f"{number:016x}" for number in range(1, devices)]
files = []
sequences = dict.fromkeys(replicas, 0)
for path in glob.glob(os.path.join(ops, own, "*.jsonl")):
    lines = open(path).read().splitlines()
    sequences[own] = max(sequences[own], json.loads(lines[0])["sequence"])
    for line in lines[1:]:
        operation = json.loads(line)
        if operation.get("set", {}).get("type") == "file":
            files.append(operation["id"])


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


year = 365 * 86_400_000
begin = int(time.time() * 1000) - year - 2 * 86_400_000
parents = []
for number in range(count):
    replica = replicas[number % devices]
    sequences[replica] += 1
    stamp = f"{begin + year * number // count << 16:016x}-{replica}"
    if number % 2:
        change = {"tag:" + files[number * 7 % 40]: number % 3 > 0}
    else:
        change = {"details": f"Note {number}"}
    header = {
        "checksum": "0" * 64, "count": 1, "format": 1, "parents": parents, "project": project, "replica": replica,
        "sequence": sequences[replica],
    }
    text = compact(header) + "\n" + compact({"at": stamp, "id": files[number * 31 % len(files)], "set": change}) + "\n"
    checksum = hashlib.sha256(text.encode()).hexdigest()
    os.makedirs(os.path.join(ops, replica), exist_ok=True)
    with open(os.path.join(ops, replica, f"{stamp}-{checksum}.jsonl"), "w") as file:
        file.write(text.replace("0" * 64, checksum, 1))
    parents = [checksum]
