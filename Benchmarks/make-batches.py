#!/usr/bin/env python3
"""Writes batches into a project as devices would have in a year: make-batches.py PROJECT COUNT DEVICES [COMMAND…]

One edit each, of the files that the project's batches name. The devices take turns, SESSION (18) edits each, as who uses each of three
once a day; the first is this one. Each batch builds on the one before. All are older than two days. COMMAND is run once those that are
older than 15 days are written, with the devices' IDs behind it: it may put them together, as the devices would have by now.
"""
import glob
import hashlib
import json
import os
import subprocess
import sys
import time

root, count, devices, command = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
ops = os.path.join(root, ".shed", "ops")
project = json.load(open(os.path.join(root, ".shed", "project.json")))["id"]
own = os.listdir(ops)[0]
replicas = [own] + [f"{number:016x}" for number in range(1, devices)]
session = min(int(os.environ.get("SESSION", "18")), max(count // devices, 1))
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


day = 86_400_000
year = 365 * day
now = int(time.time() * 1000)
begin = now - year - 2 * day
parents = []
isOld = True
for replica in replicas:
    os.makedirs(os.path.join(ops, replica), exist_ok=True)
for number in range(count):
    at = begin + year * number // count
    if isOld and at > now - 15 * day:
        isOld = False
        if command:
            subprocess.run(command + replicas, check=True)
    replica = replicas[number // session % devices]
    sequences[replica] += 1
    stamp = f"{at << 16:016x}-{replica}"
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
    with open(os.path.join(ops, replica, f"{stamp}-{checksum}.jsonl"), "w") as file:
        file.write(text.replace("0" * 64, checksum, 1))
    parents = [checksum]
