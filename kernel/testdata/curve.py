"""Drives the installed kernel named "riffle" over encrypted sockets. The
argument is a JSON file with the snippets loop, expr, ask and asked."""

import json
import os
import sys
import threading
import time

import zmq
from jupyter_client.manager import KernelManager
from zmq.utils.monitor import recv_monitor_message

with open(sys.argv[1], encoding="utf-8") as f:
    s = json.load(f)

TIMEOUT = 60  # seconds, for what comes at once unless the machine is very busy
TURNED_AWAY = zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL


def bare(port, socket_type, **options):
    """A socket without a Jupyter client above it that has said something, and its monitor."""
    socket = zmq.Context.instance().socket(socket_type)
    socket.linger, socket.rcvtimeo = 0, TIMEOUT * 1000
    for name, value in options.items():
        setattr(socket, name, value)
    monitor = socket.get_monitor_socket(TURNED_AWAY)
    monitor.rcvtimeo = TIMEOUT * 1000
    socket.connect(f"tcp://127.0.0.1:{port}")
    if socket_type == zmq.SUB:
        socket.subscribe(b"")
    else:
        try:  # one that is turned away before that has nobody to send to, for ever
            socket.send(b"ping", zmq.NOBLOCK)
        except zmq.Again:
            pass
    return socket, monitor


def turned_away(port, socket_type, **options):
    """A socket that the kernel doesn't let in, and which goes on trying."""
    socket, monitor = bare(port, socket_type, **options)
    recv_monitor_message(monitor)
    assert not socket.poll(0), f"port {port} answers"
    return socket


class Log:
    """What the kernel says on stderr."""

    def __init__(self):
        self.text, self.more = "", threading.Condition()
        out, self.end = os.pipe()
        threading.Thread(target=self.read, args=(out,), daemon=True).start()

    def read(self, out):
        while said := os.read(out, 4096):
            with self.more:
                self.text += said.decode()
                self.more.notify_all()

    def wait(self, words):
        with self.more:
            assert self.more.wait_for(lambda: words in self.text, TIMEOUT), (words, self.text)


def text(client, code, **options):
    out = []
    client.execute_interactive(code, timeout=TIMEOUT, output_hook=out.append, **options)
    return "".join(m["content"].get("text", "") for m in out if m["msg_type"] == "stream")


log = Log()
manager = KernelManager(kernel_name="riffle", transport_encryption="required")
manager.start_kernel(stderr=log.end)
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=TIMEOUT)
    with open(manager.connection_file, encoding="utf-8") as f:
        info = json.load(f)
    assert len(info["curve_publickey"]) == 40 and len(info["curve_secretkey"]) == 40, info

    assert client.execute_interactive(s["expr"], timeout=TIMEOUT)["content"]["status"] == "ok"
    got = text(client, s["ask"], stdin_hook=lambda m: client.input("bob"))
    assert got == s["asked"], got
    long = text(client, 'fmt.Print(strings.Repeat("0123456789", 1_000_000))')
    assert len(long) == 10_000_000, len(long)

    parent = client.execute(s["loop"])
    while client.get_iopub_msg(timeout=TIMEOUT)["msg_type"] != "execute_input":
        pass
    manager.interrupt_kernel()
    reply = client.get_shell_msg(timeout=TIMEOUT)
    assert reply["parent_header"]["msg_id"] == parent and reply["content"]["status"] == "error", reply

    client.hb_channel._beating = False  # until it hears of the kernel again
    began = time.monotonic()
    while not client.hb_channel.is_beating():
        assert time.monotonic() < began + TIMEOUT, "the heartbeat stopped"
        time.sleep(0.01)
    public, secret = zmq.curve_keypair()
    mine = {"curve_publickey": public, "curve_secretkey": secret}
    known = {"curve_serverkey": info["curve_publickey"].encode(), **mine}
    friend, _ = bare(info["hb_port"], zmq.REQ, **known)
    assert friend.recv() == b"ping", "a client with keys of its own is let in"
    wrong = {"curve_serverkey": public, **mine}
    strangers = []
    for port in ("hb_port", "shell_port", "control_port", "stdin_port", "iopub_port"):
        kind = {"hb_port": zmq.REQ, "iopub_port": zmq.SUB}.get(port, zmq.DEALER)
        strangers += [turned_away(info[port], kind), turned_away(info[port], kind, **wrong)]
    log.wait("the client doesn't encrypt")
    log.wait("the client's key for this server is wrong")
    for socket in [friend, *strangers]:
        socket.disable_monitor()
        socket.close()

    manager.restart_kernel()
    client.wait_for_ready(timeout=TIMEOUT)
    reply = client.execute_interactive(s["expr"], timeout=TIMEOUT)
    assert reply["content"]["execution_count"] == 1, reply
finally:
    client.stop_channels()
    manager.shutdown_kernel()
# Without encryption the same kernelspec serves as ever, and the file names no keys.
manager = KernelManager(kernel_name="riffle")
manager.start_kernel()
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=TIMEOUT)
    with open(manager.connection_file, encoding="utf-8") as f:
        assert "curve_publickey" not in json.load(f)
    assert client.execute_interactive(s["expr"], timeout=TIMEOUT)["content"]["status"] == "ok"
finally:
    client.stop_channels()
    manager.shutdown_kernel()
