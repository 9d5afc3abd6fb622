"""The Python package `varlink` as a client: one story a run, results as lines `NAME VALUE`.

    varlink_client.py SOCKET STORY
"""

import base64
import json
import sys

import varlink

NAME = "org.xfer.Pasteboard"


def say(name, value):
    print(name, value if isinstance(value, str) else json.dumps(value, sort_keys=True), flush=True)


def introspect(client, xfer):
    info = client.get_interface("org.varlink.service")
    say("service", info.name)
    with client.open("org.varlink.service") as service:
        about = service.GetInfo()
        say("product", about["product"])
        say("interfaces", sorted(about["interfaces"]))
    interface = client.get_interface(NAME)
    say("methods", sorted(m for m in dir(xfer) if m[0].isupper()))
    say("description", interface.description.split("interface ")[1].split("\n")[0])


def round_trip(client, xfer):
    put = xfer.Put(items=[{"representations": [{"text": "from python\n"}]}])
    say("board", put["board"])
    got = xfer.Get(types=[], delivery="inline")
    say("text", got["text"])
    data = base64.b64encode(bytes(range(256))).decode()
    xfer.Put(items=[{"representations": [{"type": "application/x-python", "data": data}]}])
    got = xfer.Get(types=["application/x-python"], delivery="inline")
    say("same", got.get("data") == data)
    say("complete", got["complete"])
    types = xfer.Types()["types"]
    say("mime", [one.get("mimeType") for one in types])
    say("size", types[0]["size"])


def errors(client, xfer):
    def fails(what, call):
        try:
            call()
            say(what, "no error")
        except varlink.VarlinkError as error:
            say(what, error.error())
            say(what + "-parameters", error.parameters())

    xfer.Clear()
    fails("empty", lambda: xfer.Get(types=[], delivery="inline"))
    xfer.Put(items=[{"representations": [{"text": "x"}]}])
    fails("type", lambda: xfer.Get(types=["public.png"], delivery="inline"))
    fails("board", lambda: xfer.Get(board="nowhere", types=[], delivery="inline"))
    fails("items", lambda: xfer.Put(items=[]))
    both = {"text": "x", "data": "eA=="}
    fails("both", lambda: xfer.Put(items=[{"representations": [both]}]))
    fails("none", lambda: xfer.Put(items=[{"representations": [{}]}]))
    bad = {"type": "public.utf8-plain-text", "data": base64.b64encode(b"\xff").decode()}
    fails("payload", lambda: xfer.Put(items=[{"representations": [bad]}]))
    fails("base64", lambda: xfer.Put(items=[{"representations": [{"data": "*"}]}]))
    fails("index", lambda: xfer.Put(items=[{"representations": [{"descriptor": 7}]}]))
    fails("path", lambda: xfer.Put(items=[{"representations": [{"path": "/nonexistent"}]}]))
    say("alive", xfer.Get(types=[], delivery="inline")["text"])


def watch(client, xfer):
    with client.open(NAME) as other:
        other.Put(items=[{"representations": [{"text": "before"}]}])
        # A generator calls only when it is asked; what was before says that the stream is there.
        stream = xfer.Watch(boards=["clipboard"], since=0, _more=True)
        next(stream)
        for number in range(3):
            other.Put(items=[{"representations": [{"text": str(number)}]}])
            change = next(stream)["change"]
            say("change", [change["board"], change["holder"], change["types"][0]["type"]])


def status(client, xfer):
    found = xfer.Status()
    say("pid", found["pid"])
    say("bridged", found["bridged"])
    say("boards", sorted(board["board"] for board in found["boards"]))


with varlink.Client("unix:" + sys.argv[1]) as client:
    with client.open(NAME) as xfer:
        globals()[sys.argv[2]](client, xfer)
