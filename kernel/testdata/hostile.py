"""Surrounds a front end of the installed kernel named "riffle" with clients that
never read, that take its identity, send junk, repeat what it sent or connect and
do nothing. All of the front end's cells must end as if they weren't there."""

import socket
import time

import zmq
from jupyter_client.manager import start_new_kernel
from jupyter_client.session import Session

manager, client = start_new_kernel(kernel_name="riffle")
context = zmq.Context()
ports = [manager.shell_port, manager.control_port, manager.iopub_port, manager.stdin_port, manager.hb_port]


def connect(kind, port, **options):
    s = context.socket(kind)
    s.linger = 0
    for name, value in options.items():
        setattr(s, name, value)
    s.connect(f"tcp://127.0.0.1:{port}")
    return s


def cell(code, **options):
    texts = []
    reply = client.execute_interactive(
        code, timeout=25, output_hook=lambda m: texts.append(m["content"].get("text", "")), **options
    )
    assert reply["content"]["status"] == "ok", reply
    return "".join(texts), reply["content"]["execution_count"]


try:
    # Subscribers that never read, and a client that reads no replies.
    deaf = [connect(zmq.SUB, manager.iopub_port, rcvhwm=1) for _ in range(3)]
    for s in deaf:
        s.subscribe(b"")
    unread = connect(zmq.DEALER, manager.shell_port, rcvhwm=1)
    time.sleep(0.5)  # ZeroMQ doesn't say when a subscription has arrived
    session = Session(key=client.session.key)
    for _ in range(500):
        session.send(unread, session.msg("kernel_info_request"))
    # More than their queues hold, by cells that each print less than a notebook's limit.
    n, line = 150_000, "x" * 92
    for _ in range(6):
        got, _ = cell(f'for i := 0; i < {n}; i++ {{ fmt.Printf("%06d %s\\n", i, "{line}") }}')
        assert got == "".join(f"{i:06} {line}\n" for i in range(n)), f"{len(got)} bytes, want {100 * n}"

    # Clients that take the front end's identity get none of its questions.
    thieves = [
        connect(zmq.DEALER, port, identity=client.session.bsession) for port in (manager.shell_port, manager.stdin_port)
    ]
    for s in thieves:
        s.send_multipart([b"junk"])
    time.sleep(0.5)  # junk has no answer that could be waited for
    ask = 'sc := bufio.NewScanner(os.Stdin); sc.Scan(); fmt.Println("got", sc.Text())'
    got, _ = cell(ask, stdin_hook=lambda m: client.input("bob"))
    assert "got bob\n" in got, got
    assert not any(s.poll(100) for s in thieves), "a thief got a message"

    # A repeated request runs once.
    _, before = cell("0")
    repeated = session.serialize(session.msg("execute_request", {"code": "repeated := 1"}))
    replayer = connect(zmq.DEALER, manager.shell_port)
    for _ in range(3):
        replayer.send_multipart(repeated)
    assert replayer.poll(10_000)
    for _ in range(1000):
        replayer.send_multipart([b"<IDS|MSG>", b"junk", b"{}", b"{}", b"{}", b"{}"])
    replayer.send_multipart(repeated)
    _, after = cell("0")
    assert after == before + 2, (before, after)

    # More idle connections than there are places.
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(200) for port in ports]
    assert cell("fmt.Println(1)")[0] == "1\n"
    fresh = manager.client()
    fresh.start_channels()
    fresh.wait_for_ready(timeout=20)
    assert fresh.execute_interactive("1", timeout=20)["content"]["status"] == "ok"
    fresh.stop_channels()
finally:
    client.stop_channels()
    manager.shutdown_kernel()
    context.destroy(linger=0)
assert not manager.is_alive()
