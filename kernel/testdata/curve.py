"""Drives the installed kernel named "riffle" over encrypted sockets. The
argument is a JSON file with the snippets loop, expr, ask and asked."""

import json
import sys
import tempfile
import time

import zmq
from jupyter_client.manager import KernelManager

with open(sys.argv[1], encoding="utf-8") as f:
    s = json.load(f)


def bare(port, socket_type, patience=300, **options):
    """What a socket without a Jupyter client above it gets back within so many ms."""
    socket = zmq.Context.instance().socket(socket_type)
    socket.linger, socket.rcvtimeo = 0, patience
    for name, value in options.items():
        setattr(socket, name, value)
    socket.connect(f"tcp://127.0.0.1:{port}")
    try:
        if socket_type == zmq.SUB:
            socket.subscribe(b"")
        else:
            socket.send(b"ping")
        return socket.recv()
    except zmq.Again:
        return None
    finally:
        socket.close()


def text(client, code, **options):
    out = []
    client.execute_interactive(code, timeout=10, output_hook=out.append, **options)
    return "".join(m["content"].get("text", "") for m in out if m["msg_type"] == "stream")


log = tempfile.TemporaryFile()
manager = KernelManager(kernel_name="riffle", transport_encryption="required")
manager.start_kernel(stderr=log)
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=20)
    with open(manager.connection_file, encoding="utf-8") as f:
        info = json.load(f)
    assert len(info["curve_publickey"]) == 40 and len(info["curve_secretkey"]) == 40, info

    assert client.execute_interactive(s["expr"], timeout=10)["content"]["status"] == "ok"
    got = text(client, s["ask"], stdin_hook=lambda m: client.input("bob"))
    assert got == s["asked"], got
    long = text(client, 'fmt.Print(strings.Repeat("0123456789", 1_000_000))')
    assert len(long) == 10_000_000, len(long)

    parent = client.execute(s["loop"])
    while client.get_iopub_msg(timeout=10)["msg_type"] != "execute_input":
        pass
    manager.interrupt_kernel()
    reply = client.get_shell_msg(timeout=10)
    assert reply["parent_header"]["msg_id"] == parent and reply["content"]["status"] == "error", reply

    time.sleep(2)
    assert client.hb_channel.is_beating(), "the heartbeat stopped"
    public, secret = zmq.curve_keypair()
    mine = {"curve_publickey": public, "curve_secretkey": secret}
    known = {"curve_serverkey": info["curve_publickey"].encode(), **mine}
    assert bare(info["hb_port"], zmq.REQ, 10_000, **known) == b"ping", "a client with keys of its own is let in"
    wrong = {"curve_serverkey": public, **mine}
    for port in ("hb_port", "shell_port", "control_port", "stdin_port", "iopub_port"):
        kind = {"hb_port": zmq.REQ, "iopub_port": zmq.SUB}.get(port, zmq.DEALER)
        assert bare(info[port], kind) is None, f"{port} answers a client that doesn't encrypt"
        assert bare(info[port], kind, **wrong) is None, f"{port} answers a client with a wrong key"

    manager.restart_kernel()
    client.wait_for_ready(timeout=20)
    reply = client.execute_interactive(s["expr"], timeout=10)
    assert reply["content"]["execution_count"] == 1, reply
finally:
    client.stop_channels()
    manager.shutdown_kernel()
log.seek(0)
said = log.read().decode()
for reason in ("the client doesn't encrypt", "the client's key for this server is wrong"):
    assert reason in said, said

# Without encryption the same kernelspec serves as ever, and the file names no keys.
manager = KernelManager(kernel_name="riffle")
manager.start_kernel()
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=20)
    with open(manager.connection_file, encoding="utf-8") as f:
        assert "curve_publickey" not in json.load(f)
    assert client.execute_interactive(s["expr"], timeout=10)["content"]["status"] == "ok"
finally:
    client.stop_channels()
    manager.shutdown_kernel()
