"""JupyterLite in a headless Chromium. Lite serves a site below a sub-path as plain web
servers do, without any header for it, and opens notebooks in it: a Lab without a server
of Jupyter's. All pages of a Lite have one storage."""

import functools
import http.server
import json
import os
import pathlib
import threading

import nbformat
from playwright.sync_api import sync_playwright

from lab import TIMEOUT, Lab, await_notebook, save, watched

BELOW = "/teacher/course/"


class Files(http.server.SimpleHTTPRequestHandler):
    """A site's files. JupyterLite's settings are those of the tests besides."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/favicon.ico":
            return self.send_error(204)
        if not self.path.startswith(BELOW):
            return self.send_error(404)
        self.path = self.path[len(BELOW) - 1 :]
        if self.path.partition("?")[0] == "/lab/jupyter-lite.json":
            return self.send_settings()
        return super().do_GET()

    def send_settings(self):
        path = pathlib.Path(self.directory, "lab", "jupyter-lite.json")
        whole = json.loads(path.read_text(encoding="utf-8"))
        data = whole["jupyter-config-data"]
        data["exposeAppInBrowser"] = True
        data.setdefault("settingsOverrides", {}).update(self.server.settings)
        text = json.dumps(whole).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Lite(Lab):
    """A site in a browser, for a with statement."""

    def __init__(self, site):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=str(site)))
        self.server.daemon_threads = True
        self.server.settings = {}
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.url = self.origin + BELOW
        self.asked = []  # of other servers
        self.set("notebook", "tracker", {"windowingMode": "none"})  # or what is out of sight isn't there
        self.set("completer", "manager", {"providerTimeout": TIMEOUT})  # not a second, on a busy machine

    def set(self, extension, plugin, values):
        self.server.settings[f"@jupyterlab/{extension}-extension:{plugin}"] = values

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.playwright = sync_playwright().start()
        self.chromium = self.playwright.chromium.launch(
            executable_path=os.environ["RIFFLE_BROWSER"], args=["--no-sandbox"]
        )
        self.browser = self.chromium.new_context()
        self.browser.on("request", self.note)
        return self

    def note(self, request):
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.asked.append(request.url)

    def __exit__(self, failed, *_):
        if failed:
            for page in self.browser.pages:
                self.shot(page, "failed")
        self.chromium.close()
        self.playwright.stop()
        self.server.shutdown()

    def put(self, notebooks):
        """Keeps notebooks in the browser's storage, as saving does."""
        page = self.start(self.url + "lab/lab/index.html")
        for name, nb in notebooks.items():
            page.evaluate(
                "([path, content]) => jupyterapp.serviceManager.contents.save(path, {type: 'notebook', format: 'json', content})",
                [name, json.loads(nbformat.writes(nb))],
            )
        page.close()

    def get(self, page, name):
        save(page)
        content = page.evaluate("async path => (await jupyterapp.serviceManager.contents.get(path, {content: true})).content", name)
        return nbformat.from_dict(content)

    def start(self, url, complaints=None):
        """Loads JupyterLite, until it can be used."""
        page = watched(self.browser, complaints)
        page.goto(url)
        page.wait_for_function("() => window.jupyterapp", timeout=TIMEOUT)
        page.evaluate("() => jupyterapp.restored.then(() => true)")
        return page

    def open(self, name, complaints=None, app="lab"):
        """Shows a notebook in JupyterLab or, alone on its page, in the app "notebooks"."""
        alone = {"lab": "&mode=single-document", "notebooks": ""}[app]
        page = self.start(f"{self.url}lab/{app}/index.html?path={name}{alone}", complaints)
        await_notebook(page)
        return page
