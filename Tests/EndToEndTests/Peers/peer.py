"""The line protocol that every toolkit peer speaks.

One command a line on stdin, its words separated by tabs; one answer a line on stdout:
`ok` and words, `none` if the toolkit got nothing, or `error` and a reason.

    own SELECTION TARGET=PATH...   offer the content of files
    own-text SELECTION PATH        offer a file's text through the toolkit's own text function
    offer SELECTION TARGET=PATH... offer as the toolkit's programs do, hand-over at the end included
    offer-image SELECTION PATH     offer a picture so, in every format that the toolkit writes
    get SELECTION TARGET PATH      ask for a target and write what came into a file
    get-text SELECTION PATH        the same through the toolkit's own text function
    own-uris SELECTION PATH        offer a file's lines through the toolkit's own function for URIs
    get-uris SELECTION PATH        ask so, and write a line for each into a file
    targets SELECTION              what is on offer
    clear SELECTION                give the selection up
    store SELECTION                leave the content to the clipboard manager; answers milliseconds
    run SECONDS WORD...            run a program to its end while the toolkit's loop stands still
    quit
"""

import os
import subprocess
import sys
import time


class Peer:
    """What a toolkit fills in; every method may raise, and `get` may return None."""

    def own(self, selection, contents):
        raise NotImplementedError

    def own_text(self, selection, text):
        raise NotImplementedError

    def offer(self, selection, contents):
        self.own(selection, contents)

    def offer_image(self, selection, path):
        raise NotImplementedError

    def get(self, selection, target):
        raise NotImplementedError

    def get_text(self, selection):
        raise NotImplementedError

    def own_uris(self, selection, uris):
        raise NotImplementedError

    def get_uris(self, selection):
        raise NotImplementedError

    def targets(self, selection):
        raise NotImplementedError

    def clear(self, selection):
        raise NotImplementedError

    def leave(self, selection):
        raise NotImplementedError

    def quit(self):
        raise NotImplementedError

    # Everything below is the protocol.

    def __init__(self):
        self.pending = b""

    def readable(self):
        """Takes what is on stdin; False when it has ended."""
        block = os.read(0, 65536)
        if not block:
            self.quit()
            return False
        self.pending += block
        while b"\n" in self.pending:
            line, self.pending = self.pending.split(b"\n", 1)
            self.answer(line.decode("utf-8"))
        return True

    def answer(self, line):
        words = line.split("\t")
        try:
            reply = self.perform(words[0], words[1:])
        except Exception as failure:
            reply = ["error", type(failure).__name__ + " " + str(failure)]
        words = [word.replace("\t", " ").replace("\n", " ") for word in reply]
        sys.stdout.write("\t".join(words) + "\n")
        sys.stdout.flush()

    def perform(self, verb, words):
        if verb in ("own", "offer"):
            contents = {}
            for pair in words[1:]:
                target, path = pair.rsplit("=", 1)
                contents[target] = read(path)
            (self.own if verb == "own" else self.offer)(words[0], contents)
            return ["ok"]
        if verb == "offer-image":
            self.offer_image(words[0], words[1])
            return ["ok"]
        if verb == "own-text":
            self.own_text(words[0], read(words[1]).decode("utf-8"))
            return ["ok"]
        if verb == "get":
            return self.write(self.get(words[0], words[1]), words[2])
        if verb == "get-text":
            text = self.get_text(words[0])
            return self.write(None if text is None else text.encode("utf-8"), words[1])
        if verb == "own-uris":
            self.own_uris(words[0], read(words[1]).decode("ascii").splitlines())
            return ["ok"]
        if verb == "get-uris":
            uris = self.get_uris(words[0])
            return self.write(None if uris is None else "\n".join(uris).encode("ascii"), words[1])
        if verb == "targets":
            return ["ok"] + list(self.targets(words[0]))
        if verb == "clear":
            self.clear(words[0])
            return ["ok"]
        if verb == "store":
            begin = time.monotonic()
            self.leave(words[0])
            return ["ok", str(int((time.monotonic() - begin) * 1000))]
        if verb == "run":
            return self.run(float(words[0]), words[1:])
        if verb == "quit":
            self.quit()
            return ["ok"]
        return ["error", "no such command: " + verb]

    @staticmethod
    def write(data, path):
        if data is None:
            return ["none"]
        with open(path, "wb") as file:
            file.write(data)
        return ["ok", str(len(data))]

    @staticmethod
    def run(seconds, words):
        begin = time.monotonic()
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=seconds)
            status = str(done.returncode)
        except subprocess.TimeoutExpired:
            status = "timeout"
        return ["ok", status, str(int((time.monotonic() - begin) * 1000))]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def ready():
    sys.stdout.write("ready\n")
    sys.stdout.flush()
