"""Drives the installed kernel named "riffle" as an interactive front end does:
interrupt and restart through the manager, input through the stdin channel.
The argument is a JSON file with the snippets loop, expr, ask and asked, and
maybe secret and told."""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel

with open(sys.argv[1], encoding="utf-8") as f:
    s = json.load(f)


def running(client, parent):
    while True:
        message = client.get_iopub_msg(timeout=10)
        if message["parent_header"].get("msg_id") == parent and message["msg_type"] == "execute_input":
            return


def text(client, code, **options):
    out = []
    client.execute_interactive(code, timeout=10, output_hook=out.append, **options)
    return "".join(m["content"].get("text", "") for m in out if m["msg_type"] == "stream")


manager, client = start_new_kernel(kernel_name="riffle")
try:
    for _ in range(3):
        parent = client.execute(s["loop"])
        running(client, parent)
        start = time.monotonic()
        manager.interrupt_kernel()
        reply = client.get_shell_msg(timeout=10)
        assert reply["parent_header"]["msg_id"] == parent, reply
        assert reply["content"]["status"] == "error", reply
        assert time.monotonic() - start < 5

    assert client.execute_interactive(s["expr"], timeout=10)["content"]["status"] == "ok"
    got = text(client, s["ask"], stdin_hook=lambda m: client.input("bob"))
    assert got == s["asked"], got

    if "secret" in s:
        asked = []
        got = text(client, s["secret"], stdin_hook=lambda m: (asked.append(m["content"]), client.input("s3cret")))
        assert asked == [{"prompt": "key: ", "password": True}], asked
        assert got == s["told"], got

    manager.restart_kernel()
    client.wait_for_ready(timeout=10)
    reply = client.execute_interactive(s["expr"], timeout=10)
    assert reply["content"]["execution_count"] == 1, reply
    assert manager.is_alive()
finally:
    client.stop_channels()
    manager.shutdown_kernel()
assert not manager.is_alive()
