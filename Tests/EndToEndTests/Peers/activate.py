"""Starts a program as a service manager's socket unit does: a listening socket on descriptor 3.

    activate.py SOCKET WORD...
"""

import os
import socket
import sys

path = sys.argv[1]
os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listening.bind(path)
os.chmod(path, 0o600)
listening.listen()
if listening.fileno() != 3:
    os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ["LISTEN_FDS"] = "1"
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.argv[2], sys.argv[2:])
