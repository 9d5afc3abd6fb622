"""A client that asks xferd's socket for text as soon as it is there, and prints it or the error.

    early.py SOCKET
"""

import json
import socket
import sys
import time

deadline = time.monotonic() + 15
while time.monotonic() < deadline:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        line.connect(sys.argv[1])
        break
    except OSError:
        line.close()
call = {"method": "org.xfer.Pasteboard.Get",
        "parameters": {"board": "work", "types": [], "delivery": "inline"}}
line.sendall(json.dumps(call).encode() + b"\0")
answer = b""
while not answer.endswith(b"\0"):
    block = line.recv(1 << 16)
    if not block:
        break
    answer += block
reply = json.loads(answer[:-1]) if answer else {"error": "closed"}
print(reply.get("error") or reply["parameters"]["text"])
