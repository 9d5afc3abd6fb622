"""The Python package `asyncvarlink` as a client that passes descriptors.

    asyncvarlink_client.py SOCKET put FILE...   puts the files, a representation each, by descriptor
    asyncvarlink_client.py SOCKET get TYPE      prints the content of the descriptor that comes back
    asyncvarlink_client.py SOCKET info          prints what GetInfo says
"""

import asyncio
import json
import os
import sys

from asyncvarlink import VarlinkClientProtocol, VarlinkMethodCall, connect_unix_varlink
from asyncvarlink.serviceinterface import VarlinkServiceInterface

NAME = "org.xfer.Pasteboard."


def checked(reply):
    if reply.error is not None:
        print("error", reply.error, json.dumps(reply.parameters), file=sys.stderr)
        sys.exit(3)
    return reply.parameters


async def put(protocol, paths):
    numbers = [os.open(path, os.O_RDONLY) for path in paths]
    representations = [
        {"type": f"application/x-file-{index}", "descriptor": index} for index in range(len(paths))
    ]
    call = VarlinkMethodCall(NAME + "Put", {"items": [{"representations": representations}]})
    reply, _ = await protocol.call(call, numbers)
    print(json.dumps(checked(reply)))


async def get(protocol, words):
    done = asyncio.get_running_loop().create_future()
    call = VarlinkMethodCall(NAME + "Get", {"types": words, "delivery": "descriptor"})
    reply, descriptors = await protocol.call(call, None, done)
    parameters = checked(reply)
    with os.fdopen(os.dup(descriptors[parameters["descriptor"]].fileno()), "rb") as file:
        sys.stdout.buffer.write(file.read())
    done.set_result(None)


async def info(protocol, words):
    service = protocol.make_proxy(VarlinkServiceInterface)
    about = await service.GetInfo()
    print(json.dumps(about["interfaces"]))
    description = await service.GetInterfaceDescription(interface="org.xfer.Pasteboard")
    print(description["description"].count("\nmethod "))


async def main():
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, sys.argv[1])
    await globals()[sys.argv[2]](protocol, sys.argv[3:])
    transport.close()


asyncio.run(main())
