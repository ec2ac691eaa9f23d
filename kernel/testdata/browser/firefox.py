"""A headless Firefox by WebDriver BiDi, which it speaks itself. Firefox is for a with
statement and opens tabs; a tab has what the scripts beside this one use of playwright's
pages, which drive only a Firefox of their own or a newer one than Debian's."""

import base64
import itertools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

import websocket

from lab import TIMEOUT

# Nothing is fetched that no page asks for.
QUIET = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Control": "\ue009", "Shift": "\ue008", "ArrowUp": "\ue013"}


class Firefox:
    """The browser, with a profile of its own."""

    def __init__(self, program):
        self.program = program
        self.numbers = itertools.count(1)

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory()
        prefs = "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in QUIET.items())
        pathlib.Path(self.profile.name, "user.js").write_text(prefs)
        self.process = subprocess.Popen(
            [self.program, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.profile.name},
        )  # fmt: skip
        try:
            self.socket = websocket.create_connection(self.address() + "/session", timeout=TIMEOUT / 1000, suppress_origin=True)
            self.version = self.ask("session.new", capabilities={"alwaysMatch": {}})["capabilities"]["browserVersion"]
        except BaseException:
            self.process.kill()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.ask("browser.close")
            self.process.wait(20)
        except Exception:
            self.process.kill()
            self.process.wait()
        self.process.stderr.close()
        self.profile.cleanup()

    def address(self):
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise RuntimeError("Firefox didn't start:\n" + said)

    def ask(self, method, **params):
        """Sends a command, and returns its result. Events aren't asked for."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def new_page(self):
        return Tab(self, self.ask("browsingContext.create", type="tab")["context"])


class Tab:
    """A page in the browser."""

    def __init__(self, browser, context):
        self.browser, self.context = browser, context

    def ask(self, method, **params):
        return self.browser.ask(method, context=self.context, **params)

    def goto(self, url):
        self.ask("browsingContext.navigate", url=url, wait="complete")

    def reload(self):
        self.ask("browsingContext.reload", wait="complete")

    def close(self):
        self.ask("browsingContext.close")

    def set_viewport_size(self, size):
        self.ask("browsingContext.setViewport", viewport=size)

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.ask("browsingContext.captureScreenshot", origin="viewport")["data"]))

    def evaluate(self, code, arg=None):
        """The value of an expression, or of a function called with a value."""
        function = f"async text => {{ const f = ({code}); return JSON.stringify(await (typeof f == 'function' ? f(JSON.parse(text)) : f)) ?? 'null' }}"
        got = self.browser.ask(
            "script.callFunction", functionDeclaration=function, awaitPromise=True, userActivation=True,
            target={"context": self.context}, arguments=[{"type": "string", "value": json.dumps(arg)}],
        )  # fmt: skip
        if got["type"] == "exception":
            raise RuntimeError(f"{code[:200]}: {got['exceptionDetails']['text']}")
        return json.loads(got["result"]["value"])

    def wait_for_function(self, code, arg=None, timeout=TIMEOUT):
        """Waits until it's true. Where the page is another one by then, it's asked again."""
        end = time.monotonic() + timeout / 1000
        while time.monotonic() < end:
            try:
                if self.evaluate(code, arg):
                    return
            except RuntimeError as error:
                last = error
            time.sleep(0.1)
        raise RuntimeError(f"after {timeout} ms still not: {code}")

    def wait_for_selector(self, selector, timeout=TIMEOUT, **_):
        self.wait_for_function("s => document.querySelector(s) != null", selector, timeout)

    def press(self, *keys):
        """Presses keys, the first ones held down for the last."""
        keys = [KEYS.get(k, k) for k in keys]
        actions = [{"type": "keyDown", "value": k} for k in keys] + [{"type": "keyUp", "value": k} for k in reversed(keys)]
        self.ask("input.performActions", actions=[{"type": "key", "id": "keys", "actions": actions}])
