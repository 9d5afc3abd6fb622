"""Calls xferd's socket and prints what comes of it; run as another user by the tests.

    stranger.py SOCKET
"""

import socket
import sys

line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
line.settimeout(5)
try:
    line.connect(sys.argv[1])
    line.sendall(b'{"method":"org.xfer.Pasteboard.Status","parameters":{}}\0')
    answer = line.recv(65536)
    print("closed" if not answer else "answer " + answer.decode("utf-8", "replace"))
except OSError as error:
    print("refused", type(error).__name__)
