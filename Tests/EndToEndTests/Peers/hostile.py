"""Clients of xferd's socket that behave badly: one story a run, what happened as lines.

    hostile.py SOCKET STORY
"""

import json
import os
import socket
import sys
import tempfile

PATH = sys.argv[1]
NAME = "org.xfer.Pasteboard."


class Client:
    def __init__(self):
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.connect(PATH)
        self.line.settimeout(20)
        self.pending = b""

    def send(self, data, descriptors=()):
        if isinstance(data, str):
            data = data.encode()
        if descriptors:
            sent = socket.send_fds(self.line, [data], list(descriptors))
            data = data[sent:]
        self.line.sendall(data)

    def call(self, method, parameters=None, descriptors=(), **more):
        self.send(json.dumps({"method": NAME + method, "parameters": parameters or {}, **more})
                  + "\0", descriptors)
        return self.reply()

    def reply(self):
        """The next message, or None when the connection was closed."""
        while b"\0" not in self.pending:
            try:
                block = self.line.recv(1 << 20)
            except (ConnectionResetError, BrokenPipeError):
                return None
            if not block:
                return None
            self.pending += block
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def is_served(self):
        reply = self.call("Status")
        return reply is not None and "pid" in reply.get("parameters", {})


def say(*words):
    print(*words, flush=True)


def told(reply):
    if reply is None:
        return "closed"
    return reply["error"].split(".")[-1] if reply.get("error") else "done"


def garbage():
    """What is no JSON closes the connection."""
    for data in [b"hello\0", b"\xff\xfe\0", b"{\0", b"{'a':1}\0", b"GET / HTTP/1.0\r\n\r\n\0",
                 b'{"method":"a"}}\0', b'{"method":"\xff"}\0', b"\0", b'{"a":1,}\0', b"[" * 200000 + b"\0",
                 b'{"a":' * 100000 + b"\0", b'"\\ud800"\0', b"nul\0", b"1e\0"]:
        client = Client()
        try:
            client.send(data)
        except OSError:
            pass
        say(told(client.reply()))


def shapes():
    """JSON of a wrong shape: a typed error each, and the connection lives on."""
    method = NAME + "Put"
    text = {"representations": [{"text": "x"}]}
    wrong = [
        {"method": "nonsense"}, {"method": "org.nobody.Here"}, {"method": NAME + "Nope"},
        {"method": NAME + "Put"}, {"method": NAME + "Put", "parameters": {}},
        {"method": method, "parameters": {"items": {}}},
        {"method": method, "parameters": {"items": [1]}},
        {"method": method, "parameters": {"items": [text], "board": 7}},
        {"method": method, "parameters": {"items": [text], "board": ""}},
        {"method": method, "parameters": {"items": [text], "board": "b" * 256}},
        {"method": method, "parameters": {"items": [text], "pastes": -1}},
        {"method": method, "parameters": {"items": [text], "pastes": 0}},
        {"method": method, "parameters": {"items": [text], "expire": -5}},
        {"method": method, "parameters": {"items": [text], "expire": 1e300}},
        {"method": method, "parameters": {"items": [text], "pastes": 1.5}},
        {"method": method, "parameters": {"items": [text], "pastes": 10 ** 30}},
        {"method": method, "parameters": {"items": [{"representations": []}]}},
        {"method": method, "parameters": {"items": [{"representations": [{"descriptor": -1}]}]}},
        {"method": method, "parameters": {"items": [{"representations": [{"descriptor": 2**63 - 1}]}]}},
        {"method": method, "parameters": {"items": [{"representations": [{"text": "x", "type": "t" * 256}]}]}},
        {"method": method, "parameters": {"items": [{"representations": [
            {"text": "x", "type": "a/t%d" % number} for number in range(1025)]}]}},
        {"method": NAME + "Get", "parameters": {"types": "text"}},
        {"method": NAME + "Get", "parameters": {"types": [], "delivery": "pigeon"}},
        {"method": NAME + "Get", "parameters": {"types": [], "item": -1}},
        {"method": NAME + "Get", "parameters": {"types": [], "timeout": -1}},
        {"method": NAME + "Get", "parameters": {"types": [], "timeout": 2**63 - 1, "board": "nope"}},
        {"method": NAME + "Watch", "parameters": {"boards": []}},
        {"method": "org.varlink.service.GetInterfaceDescription", "parameters": {"interface": "a.b"}},
    ]
    client = Client()
    for message in wrong:
        client.send(json.dumps(message) + "\0")
        reply = client.reply()
        if reply is None:
            say("closed", json.dumps(message)[:80])
            client = Client()
            continue
        say(told(reply), json.dumps(message)[:80])
        if not client.is_served():
            say("dead", json.dumps(message)[:80])
            client = Client()


def roots():
    """JSON that is no object, or an object that is no call: error or end, never more."""
    for data in ["[]", "1", "null", "true", '"x"', "{}", '{"method":1}', '{"method":null}',
                 '{"parameters":{}}', '{"method":"%sStatus","parameters":[]}' % NAME,
                 '{"method":"%sStatus","parameters":7}' % NAME, '{"method":"%sStatus","more":3}' % NAME]:
        client = Client()
        client.send(data + "\0")
        reply = client.reply()
        say("fine" if reply is None or reply.get("error") else "done", data)


def flood():
    """100 MiB without a NUL."""
    client = Client()
    block = b"a" * (1 << 20)
    try:
        for _ in range(100):
            client.send(block)
        say("sent")
    except OSError:
        say("closed")
    client.line.close()


def large():
    """A message of 65 MiB is refused with a typed error and the connection lives on."""
    client = Client()
    text = "x" * (65 << 20)
    reply = client.call("Put", {"items": [{"representations": [{"text": text}]}]})
    say(told(reply))
    say(client.is_served())


def pieces():
    """Messages byte by byte, cut off, and with the writing end closed."""
    client = Client()
    for byte in (json.dumps({"method": NAME + "Status"}) + "\0").encode():
        client.send(bytes([byte]))
    say(told(client.reply()))
    cut = Client()
    cut.send('{"method":"')
    cut.line.close()
    half = Client()
    half.send(json.dumps({"method": NAME + "Status"}) + "\0")
    half.line.shutdown(socket.SHUT_WR)
    say(told(half.reply()))


def pipelined():
    """A thousand calls in one write get a thousand answers."""
    client = Client()
    client.send((json.dumps({"method": NAME + "Status"}) + "\0") * 1000)
    say(sum(told(client.reply()) == "done" for _ in range(1000)))


def crowd():
    """Hundreds of connections that say nothing."""
    clients = [Client() for _ in range(200)]
    say(Client().is_served())
    for client in clients:
        client.line.close()


def put(client, descriptor, count=1):
    representation = {"type": "application/x-hostile", "descriptor": 0}
    items = {"items": [{"representations": [representation]}]}
    return client.call("Put", items, [descriptor] * count)


def descriptors():
    """Descriptors that are no files to read."""
    client = Client()
    with tempfile.TemporaryDirectory() as folder:
        for what, number in [
            ("directory", os.open(folder, os.O_RDONLY)),
            ("writeonly", os.open(folder + "/w", os.O_WRONLY | os.O_CREAT)),
            ("path", os.open(folder, os.O_PATH)),
            ("socket", socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).detach()),
        ]:
            say(what, told(put(client, number)))
    read, write = os.pipe()
    os.write(write, b"all")
    os.close(write)
    say("pipe", told(put(client, read)))
    say("many", told(put(client, os.open("/dev/null", os.O_RDONLY), 253)))
    none = {"items": [{"representations": [{"descriptor": 0}]}]}
    say("none", told(client.call("Put", none)))
    twice = {"items": [{"representations": [
        {"type": "a/a", "descriptor": 0}, {"type": "a/b", "descriptor": 0}]}]}
    say("twice", told(client.call("Put", twice, [os.open("/dev/null", os.O_RDONLY)])))
    say("served", client.is_served())


def endless():
    """A pipe that never ends; stays until stdin is closed."""
    client = Client()
    read, write = os.pipe()
    os.write(write, b"something")
    representation = {"type": "application/x-hostile", "descriptor": 0}
    call = {"method": NAME + "Put", "parameters": {"items": [{"representations": [representation]}]}}
    client.send(json.dumps(call) + "\0", [read])
    say("waiting")
    sys.stdin.read()


def deaf():
    """Asks for much and reads nothing; stays until stdin is closed."""
    client = Client()
    call = json.dumps({"method": NAME + "Get", "parameters": {"types": [], "delivery": "inline"}}) + "\0"
    client.line.settimeout(2)
    try:
        client.send(call * 50)
    except OSError:
        pass
    say("waiting")
    sys.stdin.read()


def encoding():
    """Names that are no UTF-8, or JSON's form of half a character."""
    call = b'{"method":"%sPut","parameters":{"board":"work","%s":%s,"items":[{"representations":[{"text":"x"}]}]}}\0'
    for name, value in [(b"title", b'"\xff\xfe"'), (b"title", b'"\\ud800"'), (b"tags", b'["\xc3"]')]:
        client = Client()
        client.send(call % (NAME.encode(), name, value))
        say(told(client.reply()))


globals()[sys.argv[2]]()
