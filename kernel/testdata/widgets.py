"""Plays a front end with widgets to the installed kernel named "riffle", by the protocol
of ipywidgets 8, and has nbclient store a notebook's widgets. The argument isn't used."""

import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

TIMEOUT = 30  # seconds, for anything
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


def collect(parent):
    """The messages on iopub until the request's status idle."""
    messages = []
    while True:
        m = client.get_iopub_msg(timeout=TIMEOUT)
        messages.append(m)
        if m["parent_header"].get("msg_id") == parent and m["content"].get("execution_state") == "idle":
            return [m for m in messages if m["msg_type"] != "status"]


def run(code):
    parent = client.execute(code)
    messages = collect(parent)
    reply = client.get_shell_msg(timeout=TIMEOUT)
    assert reply["content"]["status"] == "ok", reply
    return parent, messages


def send(kind, comm, data, metadata=None, **content):
    m = client.session.msg(kind, {"comm_id": comm, "data": data, **content}, metadata=metadata)
    client.shell_channel.send(m)
    return m["msg_id"]


def comm(kind, comm, data, **content):
    parent = send(kind, comm, data, **content)
    return parent, collect(parent)


def of(messages, kind):
    return [m for m in messages if m["msg_type"] == kind]


def opens(messages):
    states = {}
    for m in of(messages, "comm_open"):
        content = m["content"]
        assert content["target_name"] == "jupyter.widget" and m["metadata"]["version"] == "2.1.0", m
        for value in content["data"]["state"].values():  # parts come before what refers to them
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, str) and part.startswith("IPY_MODEL_"):
                    assert part.removeprefix("IPY_MODEL_") in states, part
        states[content["comm_id"]] = content["data"]["state"]
    return states


def model(states, name):
    (found,) = [id for id, state in states.items() if state["_model_name"] == name + "Model"]
    return found


manager, client = start_new_kernel(kernel_name="riffle")
try:
    parent, messages = run('n := widget.IntSlider("n", 0, 10); n.Observe(func(v int) { fmt.Println("now", v) }); n')
    slider = model(opens(messages), "IntSlider")
    (result,) = of(messages, "execute_result")
    data = result["content"]["data"]
    assert data[VIEW] == {"version_major": 2, "version_minor": 0, "model_id": slider}, data
    assert data["text/plain"] == "n: 0" and "n: 0" in data["text/html"], data

    # A move is echoed to its sender before its function prints, in the slider's cell.
    moved, messages = comm("comm_msg", slider, {"method": "update", "state": {"value": 7}, "buffer_paths": []})
    (echo,) = of(messages, "comm_msg")
    assert echo["content"]["data"]["method"] == "echo_update", echo
    assert echo["content"]["data"]["state"] == {"value": 7} and echo["parent_header"]["msg_id"] == moved, echo
    (printed,) = of(messages, "stream")
    assert printed["content"]["text"] == "now 7\n" and printed["parent_header"]["msg_id"] == parent, printed
    assert messages.index(echo) < messages.index(printed), messages

    # Code moves it, and a value of a wrong type doesn't.
    _, messages = run("n.Set(3)")
    assert of(messages, "comm_msg")[0]["content"]["data"]["state"] == {"value": 3}, messages
    _, messages = comm("comm_msg", slider, {"method": "update", "state": {"value": "x"}})
    assert of(messages, "comm_msg")[0]["content"]["data"]["state"] == {"value": 3}, messages

    # A page that comes later asks for everything.
    comm("comm_open", "tab", {}, target_name="jupyter.widget.control")
    _, messages = comm("comm_msg", "tab", {"method": "request_states"})
    (states,) = of(messages, "comm_msg")
    states = states["content"]["data"]["states"]
    assert states[slider]["model_name"] == "IntSliderModel" and states[slider]["state"]["value"] == 3, states

    # A slider moved a thousand times while a cell runs calls its function once.
    subshell = client.session.msg("create_subshell_request", {})
    client.control_channel.send(subshell)
    subshell = client.get_control_msg(timeout=TIMEOUT)["content"]["subshell_id"]
    cell = client.execute('fmt.Println("runs"); for n.Value() != 10 { }')
    while True:
        m = client.get_iopub_msg(timeout=TIMEOUT)
        if m["msg_type"] == "stream":
            break
    for i in range(1000):
        m = client.session.msg(
            "comm_msg", {"comm_id": slider, "data": {"method": "update", "state": {"value": i % 10 if i < 999 else 10}}}
        )
        m["header"]["subshell_id"] = subshell
        client.shell_channel.send(m)
    last = m["msg_id"]
    messages = []
    while not (of(messages, "stream") and of(messages, "comm_msg")[-1]["parent_header"]["msg_id"] == last):
        messages.append(client.get_iopub_msg(timeout=TIMEOUT))
    assert client.get_shell_msg(timeout=TIMEOUT)["content"]["status"] == "ok"
    _, more = run("1")
    printed = [m["content"]["text"] for m in of(messages + more, "stream")]
    assert printed == ["now 10\n"], printed

    # A function without an end is ended by an interrupt.
    _, messages = run('b := widget.Button("b"); b.OnClick(func() { fmt.Println("endless"); for { } }); b')
    button = model(opens(messages), "Button")
    parent = send("comm_msg", button, {"method": "custom", "content": {"event": "click"}})
    while client.get_iopub_msg(timeout=TIMEOUT)["content"].get("text") != "endless\n":
        pass
    client.control_channel.send(client.session.msg("interrupt_request", {}))
    messages = collect(parent)
    assert "interrupted" in of(messages, "stream")[0]["content"]["text"], messages
    assert client.get_control_msg(timeout=TIMEOUT)["content"]["status"] == "ok"

    # What is unknown is closed, and so is everything when the session is gone.
    _, messages = comm("comm_msg", "nothing", {"method": "update", "state": {}})
    assert of(messages, "comm_close")[0]["content"]["comm_id"] == "nothing", messages
    _, messages = comm("comm_open", "other", {}, target_name="no.such.target")
    assert of(messages, "comm_close")[0]["content"]["comm_id"] == "other", messages
    _, messages = run("%reset hard")
    closed = {m["content"]["comm_id"] for m in of(messages, "comm_close")}
    assert {slider, button} <= closed, messages
    _, messages = run("1+1")
    assert of(messages, "execute_result")[0]["content"]["data"]["text/plain"] == "2", messages
finally:
    client.stop_channels()
    manager.shutdown_kernel()

notebook = nbformat.v4.new_notebook(
    cells=[nbformat.v4.new_code_cell("Interact(func(n int) int { return n * n }, widget.Range(0, 10))")],
    metadata={"kernelspec": {"name": "riffle", "display_name": "riffle", "language": "go"}},
)
NotebookClient(notebook, timeout=TIMEOUT, kernel_name="riffle").execute()
nbformat.validate(notebook)
stored = notebook.metadata.widgets[STATE]["state"]
kinds = {state["model_name"]: state["state"] for state in stored.values()}
assert notebook.cells[0].outputs[0].data[VIEW]["model_id"] in stored, stored
assert kinds["IntSliderModel"]["value"] == 5 and kinds["IntSliderModel"]["description"] == "n", kinds
assert kinds["OutputModel"]["outputs"][0]["data"]["text/plain"] == "25", kinds
