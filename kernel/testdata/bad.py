"""Feeds a table of bad cells to the installed kernel named "riffle", all to one
kernel, and looks at what a front end would show. The argument is a JSON file
with the paths of the table and of the known cases, and whether to print all
that is shown. bad_test.go beside main.go says what a case holds."""

import json
import os
import re
import signal
import sys
import time

from jupyter_client.manager import start_new_kernel

TIMEOUT = 30  # seconds, for anything
SOON = 1  # second, for a new session


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


options = load(sys.argv[1])
table, known = load(options["table"]), load(options["known"])


class Shown:
    """What a cell shows: its streams, its value or its error without colours."""

    def __init__(self):
        self.text = self.value = ""
        self.number = 0
        self.failed = False

    def add(self, message):
        kind, content = message["msg_type"], message["content"]
        if kind == "execute_input":
            self.number = content["execution_count"]
        elif kind == "stream":
            self.text += content["text"]
        elif kind == "execute_result":
            self.value = content["data"]["text/plain"]
            self.text += self.value + "\n"
        elif kind == "error":
            self.failed = True
            whole = "\n".join([content["ename"], content["evalue"], *content["traceback"]])
            self.text += re.sub(r"\x1b\[[0-9;]*m", "", whole) + "\n"


def run(source, interrupt=None):
    """Runs a cell and, once it says that it is ready, interrupts it."""
    shown = Shown()
    parent = client.execute(source, stop_on_error=False)
    while True:
        message = client.get_iopub_msg(timeout=TIMEOUT)
        if message["parent_header"].get("msg_id") != parent:
            continue
        shown.add(message)
        if interrupt and "ready\n" in shown.text:
            interrupt()
            interrupt = None
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            break
    reply = client.get_shell_msg(timeout=TIMEOUT)
    assert reply["parent_header"]["msg_id"] == parent, reply
    assert (reply["content"]["status"] == "error") == shown.failed, reply
    return shown


def by_message():
    client.control_channel.send(client.session.msg("interrupt_request", {}))
    reply = client.get_control_msg(timeout=TIMEOUT)
    assert reply["content"]["status"] == "ok", reply


def by_signal():
    os.kill(manager.provisioner.process.pid, signal.SIGINT)


def source(case):
    """The cell as text; a byte that is no UTF-8 becomes a surrogate, which the
    client sends as that byte."""
    text = case["cell"]
    for s, n in case.get("repeat", {}).items():
        text = text.replace(s, s * n)
    if case.get("bytes"):
        text = text.encode("latin-1").decode("utf-8", "surrogateescape")
    return text


def prepare():
    for cell in ("x := 41", "x++"):
        shown = run(cell)
        assert not shown.failed, shown.text


def faults(case, interrupt=None):
    """What is wrong with how riffle takes a case."""
    shown = run(source(case), interrupt)
    if options["verbose"]:
        print(f"--- {case['name']}:\n{shown.text[:2000]}")
    if shown.failed == case.get("fine", False):
        yield f"failed is {shown.failed}"
    for want in case.get("want", []):
        if want.replace("cell N", f"cell {shown.number}") not in shown.text:
            yield f"does not show {want!r}"
    for never in table["never"] + case.get("never", []):
        if found := re.search(never, shown.text):
            yield f"shows {found[0][:80]!r}"
    if case.get("lost"):
        begin = time.monotonic()
        if (again := run("1+1")).value != "2":
            yield f"afterwards 1+1 shows {again.text!r}"
        if (took := time.monotonic() - begin) > SOON:
            yield f"afterwards 1+1 takes {took:.1f} s"
        prepare()
    elif (kept := run("x")).value != "42":
        yield f"afterwards x shows {kept.text!r}"
        prepare()


def ways(case):
    """How a case is interrupted, each way in a run of its own."""
    return (by_message, by_signal) if case.get("interrupt") else (None,)


def cases(table):
    return [case for case in table if case.get("only") != "prompt"]


manager, client = start_new_kernel(kernel_name="riffle")
failed = False
try:
    prepare()
    for case in cases(table["cases"]):
        for way in ways(case):
            for fault in faults(case, way):
                failed = True
                print(f"{case['name']}: {fault}")
    for case in cases(known):
        if not any([fault for way in ways(case) for fault in faults(case, way)]):
            failed = True
            print(f"{case['name']}: is known to fail and does not; move it to bad.json")
finally:
    client.stop_channels()
    manager.shutdown_kernel()
sys.exit(failed)
