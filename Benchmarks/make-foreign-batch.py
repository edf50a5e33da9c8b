#!/usr/bin/env python3
"""Writes one batch as another device that has all of a project's batches: make-foreign-batch.py PROJECT

It sets a note of a file, and builds on the batch with the latest stamp, as the one that builds on all others.
"""
import hashlib
import json
import os
import sys
import time

root = sys.argv[1]
ops = os.path.join(root, ".shed", "ops")
project = json.load(open(os.path.join(root, ".shed", "project.json")))["id"]
newest, own = max((max(os.listdir(os.path.join(ops, replica))), replica) for replica in os.listdir(ops))
replica = "f" * 15 + "1"
first = open(os.path.join(ops, own, min(os.listdir(os.path.join(ops, own)))))
files = [operation["id"] for operation in map(json.loads, first.read().splitlines()[1:]) if operation.get("id")]


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


stamp = f"{int(time.time() * 1000) << 16:016x}-{replica}"
header = {
    "checksum": "0" * 64, "count": 1, "format": 1, "parents": [newest[34:98]], "project": project, "replica": replica,
    "sequence": int(time.time() * 1000),
}
text = compact(header) + "\n" + compact({"at": stamp, "id": files[-1], "set": {"details": f"Note {stamp}"}}) + "\n"
checksum = hashlib.sha256(text.encode()).hexdigest()
os.makedirs(os.path.join(ops, replica), exist_ok=True)
with open(os.path.join(ops, replica, f"{stamp}-{checksum}.jsonl"), "w") as file:
    file.write(text.replace("0" * 64, checksum, 1))
