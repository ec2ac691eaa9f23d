"""What the Jupyter messaging protocol and the notebook format allow. check says what is wrong
with the messages of a session, stored what is wrong with a notebook that a front end makes of
them, and file what is wrong with a notebook in a file.

A record is a list of messages in the order in which they came: objects with the four parts of a
message and "channel", and "sent" for those of the front end. As a script it checks the notebook
or the record that it is given; a record has a message a line."""

import copy
import datetime
import json
import re
import sys

import nbformat
import nbformat.v4
from jupyter_kernel_test import msgspec_v5
from jsonschema import ValidationError
from nbformat.validator import get_validator

TEXT, OBJECT, COUNT = {"type": "string"}, {"type": "object"}, {"type": "integer", "minimum": 0}
EMPTY = {"properties": {}}
COMM = {"properties": {"comm_id": TEXT, "data": OBJECT}}

# The kinds of messages that jupyter_kernel_test has no schema for, or, in the case of
# input_request, one that says something else than the protocol.
msgspec_v5.schema_fragments |= {
    "comm_open": {"properties": {"comm_id": TEXT, "target_name": TEXT, "data": OBJECT}},
    "comm_msg": COMM,
    "comm_close": COMM,
    "debug_event": {
        "properties": {"seq": COUNT, "type": {"enum": ["event"]}, "event": TEXT, "body": OBJECT},
        "required": ["seq", "type", "event"],
    },
    "debug_reply": {
        "properties": {
            "seq": COUNT, "type": {"enum": ["response"]}, "request_seq": COUNT, "success": {"type": "boolean"},
            "command": TEXT, "message": TEXT, "body": OBJECT,
        },
        "required": ["seq", "type", "request_seq", "success", "command"],
    },
    "create_subshell_reply": {"properties": {"status": {"enum": ["ok"]}, "subshell_id": TEXT}},
    "delete_subshell_reply": {"properties": {"status": {"enum": ["ok"]}}},
    "list_subshell_reply": {"properties": {"status": {"enum": ["ok"]}, "subshell_id": {"type": "array", "items": TEXT}}},
    "input_request": {"properties": {"prompt": TEXT, "password": {"type": "boolean"}}},
    "iopub_welcome": {"properties": {"subscription": TEXT}},
}
msgspec_v5.reply_msgs_using_status |= {kind for kind in msgspec_v5.schema_fragments if kind.endswith("_subshell_reply")}

# What may be in a message since version 5.1, the last that the schemas forbid anything in.
LATER = {
    ("kernel_info_reply", "ok"): {"supported_features", "debugger", "implementation_version", "help_links"},
    ("execute_reply", "error"): {"execution_count", "user_expressions", "payload"},
}
# Requests that the schemas know no answer to: it can only be that of a failure.
ERROR = msgspec_v5.get_error_reply_validator(1)

MIMETYPE = re.compile(r"[\w.+-]+/[\w.+-]+(;.*)?")
OUTPUTS = {"stream", "display_data", "execute_result", "error"}


def fault(message):
    """What is wrong with a message by itself; None for nothing."""
    kind, content = message["header"]["msg_type"], message["content"]
    status = content.get("status")
    strict = copy.deepcopy(message)
    for key in "channel", "sent":
        strict.pop(key, None)
    strict["header"].pop("subshell_id", None)
    for key in LATER.get((kind, status), ()):
        strict["content"].pop(key, None)
    version, strict["header"]["version"] = strict["header"]["version"], "5.1"
    try:
        if version != "5.5":
            return f"version {version}"
        date = datetime.datetime.fromisoformat(message["header"]["date"].replace("Z", "+00:00"))
        if date.tzinfo is None:
            return "a date without a zone"
        if status == "aborted":
            return None if content == {"status": "aborted"} else "more than an abort"
        if kind.endswith("_reply") and status == "error":
            ERROR.validate(strict["content"])
        msgspec_v5.msg_structure_validator.validate(strict)
        if kind in msgspec_v5.schema_fragments:
            msgspec_v5.validate_message(strict)
        elif not (kind.endswith("_reply") and status == "error"):
            return "an unknown kind"
        return bundles(message)
    except (ValidationError, ValueError) as e:
        return str(getattr(e, "message", e))


def bundles(message):
    """What is wrong with the values in a message."""
    kind, content = message["header"]["msg_type"], message["content"]
    if content.get("status") == "error":
        return None
    if kind in {"display_data", "update_display_data", "execute_result", "inspect_reply"}:
        return bundle(content)
    if kind == "execute_reply":
        for page in (p for p in content["payload"] if p["source"] == "page"):
            if wrong := bundle(page):
                return wrong
        for answer in content["user_expressions"].values():
            if answer["status"] == "error":
                ERROR.validate(answer)
            elif answer["status"] != "ok" or bundle(answer):
                return f"the answer {answer}"
    return None


def bundle(content):
    output = {"output_type": "display_data", "data": content["data"], "metadata": content.get("metadata", {})}
    for mimetype in content["data"]:
        if not MIMETYPE.fullmatch(mimetype):
            return f"the type {mimetype!r}"
    return "; ".join(invalid([output])) or None


def invalid(outputs):
    """What the notebook format says against outputs of a cell."""
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": "", "execution_count": None, "outputs": outputs}
    return document({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]})


def document(notebook):
    """What the notebook format says against a notebook, which nothing has mended."""
    strict = get_validator(notebook["nbformat"], notebook["nbformat_minor"], relax_add_props=False)
    wrong = [f"{'/'.join(map(str, best(e).absolute_path))}: {best(e).message:.300}" for e in strict.iter_errors(notebook)]
    ids = [c["id"] for c in notebook["cells"] if "id" in c]
    return wrong + ["two cells of one id"] * (len(set(ids)) < len(ids))


def best(error):
    """The error within those of alternatives that says the most."""
    while error.context:
        error = max(error.context, key=lambda e: len(e.absolute_path))
    return error


def file(name):
    with open(name, encoding="utf-8") as f:
        text = f.read()
    return document(json.loads(text, parse_constant=lambda c: sys.exit(f"{name}: {c} is no JSON")))


def check(record):
    """What is wrong with the messages of a session, as sentences."""
    wrong, seen = [], set()
    for m in (m for m in record if not m.get("sent")):
        if said := fault(m):
            wrong.append(f"{m['header']['msg_type']}: {said}\n    {short(m['content'])}")
        if m["header"]["msg_id"] in seen:
            wrong.append(f"two messages with the id {m['header']['msg_id']}")
        seen.add(m["header"]["msg_id"])
    for request in (m for m in record if m.get("sent")):
        wrong += [f"{request['header']['msg_type']} {short(request['content'])}: {said}" for said in course(request, record)]
    return wrong


def course(request, record):
    """What is wrong with the course of a request."""
    header = request["header"]
    answers = [m for m in record if not m.get("sent") and m["parent_header"].get("msg_id") == header["msg_id"]]
    for m in answers:
        if {**m["parent_header"], "date": 0} != {**header, "date": 0}:
            yield f"another parent_header: {m['parent_header']}"
    if header["msg_type"] == "input_reply":
        return
    iopub = [m for m in answers if m["channel"] == "iopub"]
    states = [m["content"]["execution_state"] for m in iopub if m["header"]["msg_type"] == "status"]
    # Functions of widgets may run later, and are a stretch of their own.
    if not states or states != ["busy", "idle"] * (len(states) // 2) or len(states) > 2 and not header["msg_type"].startswith("comm_"):
        yield f"states {states}"
    elif iopub[0]["content"] != {"execution_state": "busy"}:
        yield f"begins with {iopub[0]}"
    replies = [m for m in answers if m["channel"] == request["channel"]]
    wanted = [re.sub("_request$", "_reply", header["msg_type"])] if header["msg_type"].endswith("_request") else []
    if [m["header"]["msg_type"] for m in replies] != wanted:
        yield f"replies {replies}"
    for m in answers:
        if m["channel"] == "stdin" and m["header"]["msg_type"] != "input_request":
            yield f"on stdin {m}"
    if header["msg_type"] == "execute_request":
        yield from cell(request, iopub, replies)


def cell(request, iopub, replies):
    """What is wrong with the course of a cell."""
    kinds = [m["header"]["msg_type"] for m in iopub]
    errors = [m["content"] for m in iopub if m["header"]["msg_type"] == "error"]
    reply = replies[0]["content"] if replies else {}
    status = reply.get("status")
    if status == "aborted":
        if set(kinds) - {"status", "execute_input"}:
            yield f"an aborted cell shows {kinds}"
        return
    if status == "error" and "execution_count" in reply:
        if errors != [{k: reply[k] for k in ("ename", "evalue", "traceback")}]:
            yield f"the error {errors} and the reply {reply}"
    elif errors:
        yield f"an error {errors} of a cell that is {status}"
    inputs = [m["content"] for m in iopub if m["header"]["msg_type"] == "execute_input"]
    for m in inputs + [m["content"] for m in iopub if m["header"]["msg_type"] == "execute_result"]:
        if m["execution_count"] != reply.get("execution_count"):
            yield f"execution_count of {short(m)}, and {reply.get('execution_count')} of the reply"
    if "execution_count" in reply and len(inputs) != (0 if request["content"].get("silent") else 1):
        yield f"{len(inputs)} times execute_input"


def stored(record):
    """What is wrong with the notebook that JupyterLab stores, which takes over all there is in a
    message but what is transient, and with that of nbclient."""
    lab, client = {}, {}
    for m in record:
        kind, content = m["header"]["msg_type"], m["content"]
        if m["channel"] != "iopub" or kind not in OUTPUTS:
            continue
        parent = m["parent_header"].get("msg_id")
        lab.setdefault(parent, []).append({k: v for k, v in content.items() if k != "transient"} | {"output_type": kind})
        client.setdefault(parent, []).append(nbformat.v4.output_from_msg(copy.deepcopy(m)))
    return [f"{name} stores {said}" for name, cells in {"JupyterLab": lab, "nbclient": client}.items() for outputs in cells.values() for said in invalid(outputs)]


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 300 else text[:300] + " …"


if __name__ == "__main__":
    if sys.argv[1].endswith(".ipynb"):
        sys.exit("\n".join(file(sys.argv[1])) or 0)
    with open(sys.argv[1], encoding="utf-8") as f:
        record = [json.loads(line) for line in f]
    found = check(record) + stored(record)
    print(*found, sep="\n")
    sys.exit(1 if found or not record else 0)
