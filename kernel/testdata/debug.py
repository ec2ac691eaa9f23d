"""Debugs a cell of the installed kernel named "riffle" as JupyterLab does: the debug
adapter protocol on the control channel, its events on iopub. The argument is a JSON
file that isn't read."""

import os
import signal
import subprocess
import time

from jupyter_client.manager import start_new_kernel

FUNCTION = """func double(n int) int {
	m := 2 * n
	return m
}"""
CELL = """total := 0
for i := range 3 {
	total += double(i)
}
total"""


def children(pid):
    """The processes that a process has started."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(p) for p in listed.split()]


manager, client = start_new_kernel(kernel_name="riffle")
seq = 0


def ask(command, **arguments):
    global seq
    seq += 1
    request = {"type": "request", "seq": seq, "command": command, "arguments": arguments}
    message = client.session.msg("debug_request", request)
    client.control_channel.send(message)
    while True:
        reply = client.get_control_msg(timeout=10)
        if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
            assert reply["msg_type"] == "debug_reply", reply
            assert reply["content"]["request_seq"] == seq, reply
            return reply["content"]


def body(command, **arguments):
    reply = ask(command, **arguments)
    assert reply["success"], reply
    return reply.get("body")


def event(name):
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        message = client.get_iopub_msg(timeout=10)
        if message["msg_type"] == "debug_event" and message["content"]["event"] == name:
            return message["content"].get("body")
    raise AssertionError(f"no event {name}")


def locals_of(frame):
    scopes = body("scopes", frameId=frame)["scopes"]
    assert [s["name"] for s in scopes] == ["Locals", "Globals"], scopes
    found = body("variables", variablesReference=scopes[0]["variablesReference"])["variables"]
    return {v["name"]: (v["type"], v["value"]) for v in found}


def stack(thread):
    return [(f["name"], f["source"]["path"], f["line"], f["id"]) for f in body("stackTrace", threadId=thread)["stackFrames"]]


try:
    info = client.kernel_info(reply=True, timeout=10)["content"]
    assert info["debugger"] and "debugger" in info["supported_features"], info
    assert client.execute_interactive(FUNCTION, timeout=10)["content"]["status"] == "ok"
    state = body("debugInfo")
    assert not state["isStarted"] and state["hashMethod"] == "Murmur2", state
    body("initialize", clientID="test", linesStartAt1=True)
    body("attach")
    function, cell = body("dumpCell", code=FUNCTION)["sourcePath"], body("dumpCell", code=CELL)["sourcePath"]
    assert cell.startswith(state["tmpFilePrefix"]) and cell.endswith(state["tmpFileSuffix"]), cell
    assert body("setBreakpoints", source={"path": function}, breakpoints=[{"line": 3}])["breakpoints"][0]["verified"]
    body("configurationDone")
    assert body("debugInfo")["breakpoints"] == [{"source": function, "breakpoints": [{"line": 3}]}]

    executed = client.execute(CELL)
    thread = event("stopped")["threadId"]
    frames = stack(thread)
    assert [f[:3] for f in frames] == [("double", function, 3), ("the cell", cell, 3)], frames
    assert locals_of(frames[0][3]) == {"n": ("int", "0"), "m": ("int", "0")}
    assert locals_of(frames[1][3]) == {"total": ("int", "0"), "i": ("int", "0")}
    assert body("debugInfo")["stoppedThreads"] == [thread]
    assert body("source", source={"path": function})["content"] == FUNCTION
    body("next", threadId=thread)
    thread = event("stopped")["threadId"]
    assert stack(thread)[0][1:3] == (cell, 2), stack(thread)
    body("continue", threadId=thread)
    frames = stack(event("stopped")["threadId"])
    assert locals_of(frames[0][3]) == {"n": ("int", "1"), "m": ("int", "2")}

    # who disconnects lets the cell go on
    body("disconnect", restart=False, terminateDebuggee=False)
    reply = client.get_shell_msg(timeout=10)
    assert reply["parent_header"]["msg_id"] == executed and reply["content"]["status"] == "ok", reply
    refused = ask("stackTrace", threadId=thread)
    assert not refused["success"] and "not attached" in refused["message"], refused

    # an interrupt ends a cell that stands still
    body("attach")
    body("setBreakpoints", source={"path": cell}, breakpoints=[{"line": 1}])
    client.execute(CELL)
    event("stopped")
    manager.interrupt_kernel()
    assert client.get_shell_msg(timeout=10)["content"]["status"] == "error"
    assert client.execute_interactive("1+1", timeout=10)["content"]["status"] == "ok"

    # a process that dies while a cell stands still takes the debugger with it
    body("setBreakpoints", source={"path": cell}, breakpoints=[{"line": 1}])
    client.execute(CELL)
    event("stopped")
    [child] = children(manager.provisioner.pid)
    os.kill(child, signal.SIGKILL)
    event("continued")
    event("terminated")
    assert client.get_shell_msg(timeout=10)["content"]["status"] == "error"
    assert not body("debugInfo")["isStarted"]

    # and one that dies while nothing runs
    body("attach")
    event("initialized")
    assert client.execute_interactive("1+1", timeout=10)["content"]["status"] == "ok"
    [child] = children(manager.provisioner.pid)
    os.kill(child, signal.SIGKILL)
    event("terminated")
finally:
    client.stop_channels()
    manager.shutdown_kernel()
