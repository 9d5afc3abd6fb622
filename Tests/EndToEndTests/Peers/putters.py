"""Clients of xferd's socket that put and change entries until the daemon dies, in rounds.

    putters.py SOCKET

A round begins with a line "SEED FIRST" on standard input: the seed of its random numbers, and the number
of its first put. Whatever the daemon acknowledged is a line, as is what was asked for and may have
happened; "end NEXT" says that the daemon is gone. Content is made of a number and a size, see content().
"""

import array
import json
import os
import random
import socket
import sys
import threading

PATH = sys.argv[1]
NAME = "org.xfer.Pasteboard."
SIZES = [20, 300, 9000, 16384, 16385, 40000, 200000]
lock = threading.Lock()


def content(number, size):
    unit = "%d. " % number
    return (unit * (size // len(unit) + 1))[:size]


def say(*words):
    with lock:
        print(*words, flush=True)


class Client:
    def __init__(self):
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.connect(PATH)
        self.pending = b""

    def call(self, method, parameters, descriptors=()):
        data = json.dumps({"method": NAME + method, "parameters": parameters}).encode() + b"\0"
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        sent = self.line.sendmsg([data], rights if descriptors else [])
        self.line.sendall(data[sent:])
        while b"\0" not in self.pending:
            block = self.line.recv(1 << 16)
            if not block:
                raise ConnectionError
            self.pending += block
        message, self.pending = self.pending.split(b"\0", 1)
        reply = json.loads(message)
        if "error" in reply:
            say("error", message.decode())
            raise ConnectionError
        return reply["parameters"]

    def put(self, text, parameters, as_file):
        representation = {"type": "public.utf8-plain-text"}
        descriptors = []
        if as_file:
            descriptors = [os.memfd_create("content")]
            os.pwrite(descriptors[0], text.encode(), 0)
            representation["descriptor"] = 0
        else:
            representation["text"] = text
        items = [{"representations": [representation]}]
        try:
            return self.call("Put", {"items": items, **parameters}, descriptors)["entry"]
        finally:
            for number in descriptors:
                os.close(number)


class Numbers:
    def __init__(self, first):
        self.next = first

    def take(self):
        with lock:
            self.next += 1
            return self.next - 1


def work(chance, numbers):
    mine = {}
    try:
        client = Client()
        while True:
            if chance.random() < 0.7 or not mine:
                put(client, chance, numbers.take(), mine)
            else:
                change(client, chance, mine)
    except OSError:
        pass


def put(client, chance, number, mine):
    size = 3_000_000 if chance.random() < 0.02 else chance.choice(SIZES)
    board = chance.choice(["work", "other"])
    is_pinned = chance.random() < 0.1
    tags = ["t%d" % chance.randrange(3)] if chance.random() < 0.2 else []
    parameters = {"board": board, "pinned": is_pinned, "tags": tags}
    entry = client.put(content(number, size), parameters, chance.random() < 0.5)
    mine[entry] = is_pinned
    say("put", entry, board, number, size, int(is_pinned), ",".join(tags) or "-")


def change(client, chance, mine):
    entry = chance.choice(list(mine))
    what = chance.choice(["remove", "move", "pin", "tag"])
    say("try", what, entry)
    if what == "remove":
        del mine[entry]
        client.call("Remove", {"entries": [entry]})
    elif what == "move":
        client.call("Move", {"entries": [entry], "to": "third"})
    elif what == "pin":
        client.call("Pin", {"entries": [entry], "pinned": not mine[entry]})
        mine[entry] = not mine[entry]
    else:
        client.call("Tag", {"entries": [entry], "add": ["x"], "remove": []})
    say("did", what, entry)


for line in sys.stdin:
    seed, first = map(int, line.split())
    numbers = Numbers(first)
    threads = [
        threading.Thread(target=work, args=(random.Random(seed + place), numbers)) for place in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    say("end", numbers.next)
