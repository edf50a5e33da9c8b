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
batches = [(name, replica) for replica in os.listdir(ops) for name in os.listdir(os.path.join(ops, replica)) if not name.startswith(".")]
newest, own = max(batches)
replica = "f" * 15 + "1"
# Of files that any batch names; where bases hold most of them, the one of the newest will do.
files = []
for name, writer in sorted(batches):
    with open(os.path.join(ops, writer, name)) as batch:
        files += [operation["id"] for operation in map(json.loads, batch.read().splitlines()[1:]) if operation.get("id")]
    if len(files) > 1000:
        break


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
