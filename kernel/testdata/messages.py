"""Has the installed kernel named "riffle" send every kind of message there is, in all
circumstances it knows, and checks them all (spec.py). The argument is a JSON file with the cells."""

import contextlib
import copy
import json
import os
import signal
import subprocess
import sys
import time

import zmq
from jupyter_client import KernelManager

import spec

TIMEOUT = 60  # seconds, for anything
CHANNELS = "shell", "control", "stdin", "iopub"


class FrontEnd:
    """A front end that keeps all messages, in both directions."""

    def __init__(self):
        self.record = []
        self.manager = KernelManager(kernel_name="riffle")
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels(hb=False)
        self.sockets = {getattr(self.client, f"{c}_channel").socket: c for c in CHANNELS}
        self.poller = zmq.Poller()
        for s in self.sockets:
            self.poller.register(s, zmq.POLLIN)
        self.until(lambda m: m["header"]["msg_type"] == "iopub_welcome", "welcome")

    def send(self, channel, kind, content, *, buffers=None, parent=None, **header):
        session = self.client.session
        message = session.msg(kind, content, parent=parent)
        message["header"].update(header)
        self.keep(channel, message, sent=True)
        session.send(getattr(self.client, f"{channel}_channel").socket, message, buffers=buffers)
        return message["header"]["msg_id"]

    def keep(self, channel, message, sent):
        parts = {k: message[k] for k in ("header", "parent_header", "metadata", "content")}
        kept = json.loads(json.dumps(parts, default=lambda date: date.isoformat(), allow_nan=False))
        self.record.append({"channel": channel, "sent": sent, **kept})

    def until(self, what, describe):
        """Takes messages until what, a function of one, is true, and returns that one."""
        taken = 0
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            for m in self.record[taken:]:
                if not m["sent"] and what(m):
                    return m
            taken = len(self.record)
            for s, _ in self.poller.poll(1000):
                _, frames = self.client.session.feed_identities(s.recv_multipart(copy=True))
                self.keep(self.sockets[s], self.client.session.deserialize(frames), sent=False)
        raise AssertionError(f"no {describe} within {TIMEOUT} s; the last messages: {self.record[-5:]}")

    def of(self, id, kind, **content):
        """Waits for a message that belongs to a request."""
        return self.until(
            lambda m: m["parent_header"].get("msg_id") == id and m["header"]["msg_type"] == kind
            and all(m["content"].get(k) == v for k, v in content.items()),
            f"{kind} {content} of {id}",
        )

    def idle(self, id):
        self.of(id, "status", execution_state="idle")

    def finish(self, id, kind):
        self.idle(id)
        return self.of(id, kind)["content"]

    def ask(self, channel, kind, content=None, **header):
        return self.finish(self.send(channel, kind, content or {}, **header), kind.replace("_request", "_reply"))

    def begin(self, code, **options):
        request = {
            "code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
            "stop_on_error": True,
        }
        header = {k: options.pop(k) for k in ("subshell_id",) if k in options}
        return self.send("shell", "execute_request", {**request, **options}, **header)

    def cell(self, code, **options):
        return self.finish(self.begin(code, **options), "execute_reply")

    def answer(self, id, content):
        question = self.of(id, "input_request")
        self.send("stdin", "input_reply", content, parent={"header": question["header"]})

    def interrupt(self, channel="control"):
        return self.ask(channel, "interrupt_request")

    def opened(self, name):
        """The comm of the widget that was made last of those of a name."""
        for m in reversed(self.record):
            if m["header"]["msg_type"] == "comm_open" and m["content"]["data"].get("state", {}).get("_model_name") == name:
                return m["content"]["comm_id"]
        raise AssertionError(f"no {name}")

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def child(front):
    """The process of the session."""
    pid = str(front.manager.provisioner.pid)
    (found,) = subprocess.run(["ps", "-o", "pid=", "--ppid", pid], capture_output=True, text=True).stdout.split()
    return int(found)


def want(got, status):
    assert got["status"] == status, (got, status)


# ---- what happens, each a function of a front end

def cells(front, table):
    """All cells of the table, in groups by how they end."""
    ends = {(group, code, front.cell(code)["status"]) for group, list in table.items() for code in list}
    assert not (unlike := [e for e in ends if e[::2] in {("fails", "ok"), ("shows", "error")}]), unlike


def ways(front, _):
    """A cell with each of the options of execute_request."""
    want(front.cell("  \n"), "ok")
    want(front.cell("6 * 7", silent=True), "ok")
    want(front.cell('panic("silent")', silent=True), "error")
    want(front.cell("6 * 7", store_history=False), "ok")
    want(front.cell('panic("not stored")', store_history=False), "error")
    want(front.cell('panic("goes on")', stop_on_error=False), "error")
    got = front.cell("n := 6", user_expressions={"six": "n", "none": "nope", "panics": "[]int{}[n]", "html": 'display.HTML("<b>")'})
    assert [got["user_expressions"][k]["status"] for k in ("six", "none", "panics", "html")] == ["ok", "error", "error", "ok"], got
    for help in "fmt.Println?", "?NewLottery", "??shuffle.Riffle", "nothing?", "?":
        assert front.cell(help)["payload"][0]["source"] == "page", help
    want(front.cell("fmt.Println?", silent=True), "ok")


def aborts(front, _):
    """Cells behind one that fails don't run, however far they had come."""
    for first in 'time.Sleep(300 * time.Millisecond); panic("first")', 'panic("first")', "nope":
        ids = [front.begin(c) for c in (first, "1 + 1", 'fmt.Println("no")')]
        got = [front.finish(id, "execute_reply")["status"] for id in ids]
        assert got[0] == "error", got
    ids = [front.begin(c) for c in ("for { }", "1 + 1")]
    front.of(ids[0], "execute_input")
    front.interrupt()
    want(front.finish(ids[0], "execute_reply"), "error")
    front.idle(ids[1])
    assert any(m["content"] == {"status": "aborted"} for m in front.record), "nothing was aborted"


def interrupts(front, _):
    for code in "for { }", "time.Sleep(time.Hour)", "var never chan int; <-never; go func() { for { } }()", "trials.Run(1e12, func(rng PRNG) bool { return rng.Uint64()%2 == 0 })":
        id = front.begin(code)
        front.of(id, "execute_input")
        time.sleep(0.1)  # some of it
        front.interrupt()
        front.finish(id, "execute_reply")
    front.interrupt()  # with nothing to interrupt
    front.interrupt("shell")


def questions(front, _):
    ask = 'var s string; n, err := fmt.Scan(&s); fmt.Println(n, s, err)'
    id = front.begin(ask, allow_stdin=True)
    front.answer(id, {"value": "ada", "status": "ok"})
    want(front.finish(id, "execute_reply"), "ok")
    id = front.begin('display.Password("key: ")', allow_stdin=True)
    front.answer(id, {"value": "secret"})
    front.finish(id, "execute_reply")
    id = front.begin(ask, allow_stdin=True)
    front.answer(id, {"status": "error", "ename": "Closed", "evalue": "no keyboard", "traceback": []})
    front.finish(id, "execute_reply")
    id = front.begin(ask, allow_stdin=True)
    front.of(id, "input_request")
    front.interrupt()
    front.finish(id, "execute_reply")
    front.cell(ask)


def requests(front, _):
    """What needs no cell."""
    for channel in "shell", "control":
        want(front.ask(channel, "kernel_info_request"), "ok")
        for history in (
            {"hist_access_type": "tail", "n": 3, "output": True, "raw": True},
            {"hist_access_type": "range", "session": 0, "start": 1, "stop": 4, "output": False, "raw": True},
            {"hist_access_type": "search", "pattern": "*6*", "n": 2, "unique": True, "output": True, "raw": False},
        ):
            want(front.ask(channel, "history_request", history), "ok")
        want(front.ask(channel, "comm_info_request"), "ok")
        want(front.ask(channel, "comm_info_request", {"target_name": "jupyter.widget"}), "ok")
    for code in "fmt.Pri", "", "NewLottery(40).", "♠ := strings.", "%re", "nope.x", "s := `", "import (":
        for pos in 0, len(code), 99, -1:
            want(front.ask("shell", "complete_request", {"code": code, "cursor_pos": pos}), "ok")
            for detail in 0, 1:
                want(front.ask("shell", "inspect_request", {"code": code, "cursor_pos": pos, "detail_level": detail}), "ok")
    for code in "fmt.Println", "shuffle.Riffle", "n", "range", "%who", "fair":
        front.ask("shell", "inspect_request", {"code": code, "cursor_pos": len(code), "detail_level": 1})
    states = {front.ask("shell", "is_complete_request", {"code": c})["status"] for c in ("1 + 1", "for {", "x := = 1", "", "%who")}
    assert {"complete", "incomplete", "invalid"} <= states, states


def wrong(front, _):
    """Requests of kinds that don't exist, without what they need, and with something else."""
    kinds = {
        "shell": ["execute", "complete", "inspect", "is_complete", "history", "comm_info", "kernel_info", "connect", "nonsense"],
        "control": ["kernel_info", "comm_info", "history", "debug", "delete_subshell", "create_subshell", "nonsense", "execute"],
    }
    seven = ["code", "cursor_pos", "detail_level", "hist_access_type", "target_name", "subshell_id", "command", "user_expressions", "n"]
    for channel, list in kinds.items():
        for kind in list:
            for content in {}, {k: [7] for k in seven}, {k: None for k in seven}:
                front.ask(channel, f"{kind}_request", content)
    want(front.ask("shell", "execute_request", {"code": "1"}, subshell_id="none"), "error")
    front.idle(front.send("shell", "nonsense", {}))
    for content in {}, {"comm_id": 7}, {"comm_id": "none", "data": {}}, {"comm_id": "none", "data": None}:
        for kind in "comm_open", "comm_msg", "comm_close":
            front.idle(front.send("shell", kind, content))


def subshells(front, _):
    ids = [front.ask("control", "create_subshell_request")["subshell_id"] for _ in range(2)]
    assert set(ids) <= set(front.ask("control", "list_subshell_request")["subshell_id"])
    want(front.cell("6 * 7", subshell_id=ids[0]), "ok")
    want(front.cell('panic("in a subshell")', subshell_id=ids[0]), "error")
    id = front.begin("for { }")
    front.of(id, "execute_input")
    want(front.ask("shell", "complete_request", {"code": "fmt.Pri", "cursor_pos": 7}, subshell_id=ids[1]), "ok")
    front.interrupt()
    front.finish(id, "execute_reply")
    for id in ids:
        want(front.ask("control", "delete_subshell_request", {"subshell_id": id}), "ok")
    want(front.ask("control", "delete_subshell_request", {"subshell_id": ids[0]}), "error")


def widgets(front, _):
    want(front.cell('n := widget.IntSlider("n", 0, 10); n.Observe(func(v int) { fmt.Println("now", v) }); n'), "ok")
    slider = front.opened("IntSliderModel")

    def say(data, comm=slider, kind="comm_msg", **content):
        id = front.send("shell", kind, {"comm_id": comm, "data": data, **content})
        front.idle(id)
        return id

    say({"method": "update", "state": {"value": 7}, "buffer_paths": []})
    say({"method": "update", "state": {"value": "seven"}})
    say({"method": "nonsense"})
    say({}, comm="tab", kind="comm_open", target_name="jupyter.widget.control")
    say({"method": "request_states"}, comm="tab")
    say({}, comm="other", kind="comm_open", target_name="no.such.target")
    say({}, comm="tab", kind="comm_close")
    want(front.cell('b := widget.Button("b"); b.OnClick(func() { panic("clicked") }); b'), "ok")
    say({"method": "custom", "content": {"event": "click"}}, comm=front.opened("ButtonModel"))
    want(front.cell("Interact(func(n int) int { return 10 / n }, widget.Range(0, 10))"), "ok")
    say({"method": "update", "state": {"value": 0}}, comm=front.opened("IntSliderModel"))
    want(front.cell('e := widget.Button("e"); e.OnClick(func() { fmt.Println("endless"); for { } }); e'), "ok")
    id = front.send("shell", "comm_msg", {"comm_id": front.opened("ButtonModel"), "data": {"method": "custom", "content": {"event": "click"}}})
    front.until(lambda m: m["content"].get("text") == "endless\n", "output of the button")
    front.interrupt()
    front.idle(id)


def debugger(front, _):
    seq = 0

    def ask(command, **arguments):
        nonlocal seq
        seq += 1
        return front.ask("control", "debug_request", {"type": "request", "seq": seq, "command": command, "arguments": arguments})

    code = "total := 0\nfor i := range 3 {\n\ttotal += i\n}\ntotal"
    ask("debugInfo")
    ask("stackTrace", threadId=1)  # not attached
    ask("initialize", clientID="test", linesStartAt1=True)
    ask("attach")
    path = ask("dumpCell", code=code)["body"]["sourcePath"]
    ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 3}])
    ask("setBreakpoints", source={"path": "nowhere"}, breakpoints=[{"line": 3}])
    ask("setExceptionBreakpoints", filters=[])
    ask("configurationDone")
    id = front.begin(code)
    stopped = front.until(lambda m: m["content"].get("event") == "stopped", "stop")
    thread = stopped["content"]["body"]["threadId"]
    frame = ask("stackTrace", threadId=thread)["body"]["stackFrames"][0]["id"]
    for scope in ask("scopes", frameId=frame)["body"]["scopes"]:
        ask("variables", variablesReference=scope["variablesReference"])
    for command, arguments in [
        ("threads", {}), ("source", {"source": {"path": path}}), ("source", {"source": {"path": "nowhere"}}),
        ("evaluate", {"expression": "total", "frameId": frame}), ("variables", {"variablesReference": 999}), ("inspectVariables", {}),
        ("richInspectVariables", {"variableName": "total", "frameId": frame}), ("copyToGlobals", {"srcVariableName": "total", "dstVariableName": "t", "srcFrameId": frame}),
        ("modules", {}), ("nonsense", {}), ("next", {"threadId": thread}), ("continue", {"threadId": 99}),
    ]:
        ask(command, **arguments)
    ask("continue", threadId=thread)
    front.until(lambda m: m is not stopped and m["content"].get("event") == "stopped" and m["header"]["date"] > stopped["header"]["date"], "second stop")
    os.kill(child(front), signal.SIGKILL)  # takes the debugger with it
    want(front.finish(id, "execute_reply"), "error")
    front.until(lambda m: m["content"].get("event") == "terminated", "end of the debugger")
    ask("attach")
    ask("disconnect", restart=False, terminateDebuggee=False)


def deaths(front, _):
    """The process of the session ends, in all the ways that it can."""
    for code in "os.Exit(3)", "os.Exit(0)", "func f(n int) int { return f(n+1) + 1 }\nf(0)", "runtime.Goexit()", "%reset hard", "%restart":
        front.cell(code)
        want(front.cell("1 + 1"), "ok")
    id = front.begin('fmt.Println("on"); for { }')
    front.of(id, "stream")
    waiting = [front.begin("1 + 1") for _ in range(2)]
    os.kill(child(front), signal.SIGKILL)
    want(front.finish(id, "execute_reply"), "error")
    for id in waiting:
        front.finish(id, "execute_reply")
    want(front.cell("1 + 1"), "ok")
    os.kill(child(front), signal.SIGKILL)  # while nothing runs, which the next cell may tell
    front.cell("1 + 1")
    want(front.cell('widget.Button("b")'), "ok")


def end(front, _):
    front.ask("control", "shutdown_request", {"restart": True})
    front.of(front.record[-1]["parent_header"]["msg_id"], "shutdown_reply")


# Every kind of message to a front end, and each of the statuses of an execute_reply.
KINDS = """
iopub: clear_output comm_close comm_msg comm_open debug_event display_data error execute_input execute_result
iopub: iopub_welcome shutdown_reply status stream update_display_data
shell: comm_info_reply complete_reply connect_reply execute_reply execute_reply/aborted execute_reply/error history_reply inspect_reply
shell: interrupt_reply is_complete_reply kernel_info_reply
control: comm_info_reply create_subshell_reply debug_reply delete_subshell_reply history_reply interrupt_reply kernel_info_reply
control: list_subshell_reply shutdown_reply
stdin: input_request
"""


def unseen(records):
    """The kinds of messages that never came."""
    seen = {(m["channel"], m["header"]["msg_type"] + s) for m in records if not m["sent"] for s in ("", f"/{m['content'].get('status')}")}
    wanted = {(channel, kind) for line in KINDS.strip().splitlines() for channel, kinds in [line.split(": ")] for kind in kinds.split()}
    return sorted(wanted - seen)


def blind(record):
    """Faults that the checks don't see when they are there."""
    for kind in spec.OUTPUTS | {"update_display_data", "execute_reply", "status"}:
        m = copy.deepcopy(next(m for m in record if m["header"]["msg_type"] == kind and m["content"].get("status") in {None, "ok"}))
        m["content"]["more"] = 1
        if not spec.fault(m) or kind in spec.OUTPUTS and not spec.stored([m]):
            yield f"the checks let a field too many pass in {kind}"


with open(sys.argv[1], encoding="utf-8") as f:
    table = json.load(f)
found, everything = [], []
for part in [cells, ways, aborts, interrupts, questions], [requests, wrong, subshells, widgets], [debugger, deaths, end]:
    front = FrontEnd()
    with contextlib.closing(front):
        for scene in part:
            try:
                scene(front, table)
            except AssertionError as e:
                found.append(f"{scene.__name__}: {e}")
    found += spec.check(front.record) + spec.stored(front.record)
    everything += front.record
found += blind(everything)
found += [f"no {kind} on {channel}" for channel, kind in unseen(everything)]
print(len(everything), "messages")
print(*found, sep="\n")
sys.exit(bool(found))
