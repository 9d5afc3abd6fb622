"""Runs a program with its standard output (and input) on a pseudo-terminal.

    terminal.py [--errors] WORD...

What the terminal gets goes to stdout as it is, without the line discipline's own changes; standard
error stays as it is, or is the terminal too with --errors. Exits as the program does.
"""

import os
import pty
import sys
import tty

words = sys.argv[1:]
errors = words[0] == "--errors"
if errors:
    words = words[1:]
master, slave = pty.openpty()
tty.setraw(slave)
child = os.fork()
if child == 0:
    os.setsid()
    os.dup2(slave, 0)
    os.dup2(slave, 1)
    if errors:
        os.dup2(slave, 2)
    os.close(master)
    os.close(slave)
    os.execvp(words[0], words)
os.close(slave)
while True:
    try:
        block = os.read(master, 65536)
    except OSError:
        break
    if not block:
        break
    os.write(1, block)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
