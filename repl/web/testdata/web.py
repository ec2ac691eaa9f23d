"""A site on loopback below a path, as a plain web server has it, and a browser that looks
at it."""

import functools
import http.server
import os
import socket
import sys
import threading
import time
from contextlib import contextmanager, suppress

from playwright.sync_api import sync_playwright

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "..", "..", "internal", "test", "leak"))
import leak  # noqa: E402, which is there

PATH = "/some/where/"


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm", ".js": "text/javascript", ".svg": "image/svg+xml",
    }
    headers_more = {}

    def setup(self):
        super().setup()
        self.server.connections.append(self.connection)

    def translate_path(self, path):
        path = path.split("?")[0].split("#")[0]
        return super().translate_path("/" + path.removeprefix(PATH)) if path.startswith(PATH) else "/nowhere"

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        for name, value in self.headers_more.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *args):
        pass


ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "cross-origin"}


class Site:
    """A server of a folder. close ends it, as a network that goes away."""

    def __init__(self, folder, headers={}, port=0):
        handler = type("H", (Handler,), {"headers_more": headers})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=folder))
        self.server.daemon_threads = True
        self.server.connections = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}{PATH}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for c in self.server.connections:
            with suppress(OSError):
                c.shutdown(socket.SHUT_RDWR)


# In ms. Every wait is for an event and ends with it; this is for one that never comes.
SLOW = 120_000


class Page:
    """riffle's page in a tab."""

    def __init__(self, tab):
        self.tab = tab
        self.complaints = []
        tab.on("console", lambda m: m.type in ("error", "warning") and self.complaints.append(m.text))
        tab.on("pageerror", lambda e: self.complaints.append(str(e)))
        tab.set_default_timeout(SLOW)

    def open(self, url, ready=True):
        self.tab.goto(url)
        if ready:
            self.await_state("idle")
        return self

    def reload(self):
        """Reloads the page, when the browser has all that it keeps."""
        self.tab.wait_for_selector("body:not([data-unkept])")
        self.tab.reload()
        self.await_state("idle")

    def await_state(self, state):
        self.tab.wait_for_selector(f"body[data-kernel={state}]", timeout=SLOW)

    @property
    def prompt(self):
        return self.tab.locator("#editor .cm-content")

    def text(self):
        """What is typed, without what is suggested."""
        return self.tab.evaluate("""() => [...document.querySelectorAll('#editor .cm-line')].map(l => {
            const c = l.cloneNode(true); c.querySelectorAll('.ghost, .cm-placeholder').forEach(e => e.remove()); return c.textContent
        }).join('\\n')""")

    def type(self, code):
        self.prompt.focus()
        self.tab.keyboard.insert_text(code)

    def run(self, code):
        """Runs a cell and returns what it shows, as text."""
        n = self.tab.locator(".cell").count()
        self.type(code)
        self.tab.keyboard.press("Control+Enter")
        return self.ended(n)

    def ended(self, n):
        cell = self.cell(n)
        cell.locator("xpath=self::*[@data-state='ok' or @data-state='error' or @data-state='lost']").wait_for(timeout=SLOW)
        return self.shown(n)

    def cell(self, n):
        return self.tab.locator(".cell").nth(n)

    def shown(self, n):
        """A cell's outputs as text, those in boxes too."""
        texts = []
        for output in self.cell(n).locator(".output").all():
            frame = output.locator("iframe")
            if frame.count():
                texts.append(output.frame_locator("iframe").locator("#all").inner_text())
                texts += [i.get_attribute("alt") or "" for i in output.frame_locator("iframe").locator("img").all()]
            elif output.locator("img").count():
                texts.append(output.locator("img").get_attribute("alt"))
            else:
                texts.append(output.inner_text().rstrip("\n"))
        return leak.refuse("\n".join(texts).strip())

    def notice(self):
        return "\n".join(self.tab.locator("#notices p").all_inner_texts())

    def await_notice(self, text):
        self.tab.locator("#notices p", has_text=text).wait_for()

    def shot(self, name, full=False):
        folder = os.environ.get("RIFFLE_SCREENSHOTS")
        if folder:
            self.tab.screenshot(path=f"{folder}/{name}.png", full_page=full)


@contextmanager
def browser():
    with sync_playwright() as p:
        b = p.chromium.launch(executable_path=os.environ["RIFFLE_BROWSER"], args=["--no-sandbox"])
        try:
            yield b
        finally:
            b.close()


def until(what, holds, seconds=60):
    """Waits for something to hold; a sentence if it doesn't."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return None
        time.sleep(0.05)
    return f"after {seconds} s still not: {what}"


class Faults(list):
    """What is wrong, as sentences."""

    def same(self, what, got, want):
        if got != want:
            self.append(f"{what}: got {got!r}, want {want!r}")

    def has(self, what, text, part):
        if part not in (text or ""):
            self.append(f"{what}: got {text!r}, want it to have {part!r}")

    def until(self, what, holds, seconds=60):
        fault = until(what, holds, seconds)
        if fault:
            self.append(fault)
