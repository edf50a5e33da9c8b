#!/usr/bin/env python3
"""Writes one batch as another device that has all of a project's batches: make-foreign-batch.py PROJECT [COUNT]

It sets a note of a file, or puts so many files to one path, and builds on the batch with the latest stamp, as the one that builds on all
others.
"""
import hashlib
import itertools
import json
import os
import sys
import time

root = sys.argv[1]
count = int(sys.argv[2]) if len(sys.argv) > 2 else 0
ops = os.path.join(root, ".shed", "ops")
project = json.load(open(os.path.join(root, ".shed", "project.json")))["id"]
batches = [(name, replica) for replica in os.listdir(ops) for name in os.listdir(os.path.join(ops, replica)) if not name.startswith(".")]
newest, own = max(batches)
replica = "f" * 15 + "1"
# Of files that any batch names; where bases hold most of them, the one of the newest will do.
files = []
places = {}
for name, writer in sorted(batches):
    with open(os.path.join(ops, writer, name)) as batch:
        for operation in map(json.loads, batch.read().splitlines()[1:]):
            if operation.get("id"):
                files.append(operation["id"])
                if operation.get("set", {}).get("type") == "file":
                    places[operation["id"]] = operation["set"]["place"]
    if len(files) > 1000 and not count:
        break


def compact(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


stamps = (f"{(int(time.time() * 1000) << 16) + position:016x}-{replica}" for position in itertools.count())
if count:
    place = next(iter(places.values()))
    operations = [{"at": next(stamps), "id": file, "set": {"place": place}} for file in list(places)[:count]]
else:
    operations = [{"at": next(stamps), "id": files[-1], "set": {"details": f"Note {time.time_ns()}"}}]
stamp = operations[-1]["at"]
header = {
    "checksum": "0" * 64, "count": len(operations), "format": 1, "parents": [newest[34:98]], "project": project, "replica": replica,
    "sequence": int(time.time() * 1000),
}
text = "".join(compact(line) + "\n" for line in [header] + operations)
checksum = hashlib.sha256(text.encode()).hexdigest()
os.makedirs(os.path.join(ops, replica), exist_ok=True)
with open(os.path.join(ops, replica, f"{stamp}-{checksum}.jsonl"), "w") as file:
    file.write(text.replace("0" * 64, checksum, 1))
