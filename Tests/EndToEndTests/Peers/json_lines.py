"""Checks that stdin is one JSON object a line, each of schema 1, and prints the values at some paths.

    json_lines.py PATH...           a path is keys and indexes with dots between; `null` if missing
"""

import json
import sys


def find(value, path):
    for part in path.split("."):
        try:
            value = value[int(part)] if isinstance(value, list) else value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), "a key twice"
    return dict(pairs)


for line in sys.stdin.buffer:
    value = json.loads(line.decode("utf-8"), object_pairs_hook=once)
    assert isinstance(value, dict), "no object"
    assert value.get("schema") == 1, "no schema 1"
    print("\t".join(json.dumps(find(value, path), sort_keys=True) for path in sys.argv[1:]))
