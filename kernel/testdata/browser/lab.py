"""JupyterLab in a headless Chromium, for the scripts beside this one. Lab starts a
server for the notebooks of a folder, in a theme; open shows one. The installed kernel is
named "riffle". Screenshots go to the folder that RIFFLE_SCREENSHOTS names, if it is
set."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import nbformat
from playwright.sync_api import sync_playwright

# In ms. Every wait is for an event and ends with it; this is for one that never comes. The
# slowest are the start of a page with its kernel and a whole notebook that runs, of about 4 s
# alone on two processors and 8 s on busy ones; beside the tests of all other packages 60 s
# have been too few.
TIMEOUT = 120_000


def notebook(path, cells):
    nbformat.write(notebook_of(cells), path)


def notebook_of(cells):
    metadata = {"kernelspec": {"name": "riffle", "display_name": "riffle", "language": "go"}}
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in cells], metadata=metadata)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Lab:
    """A server with a browser, for a with statement."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.settings = pathlib.Path(tempfile.mkdtemp())
        self.url = f"http://127.0.0.1:{free_port()}"
        self.set("apputils", "notification", {"fetchNews": "false", "checkForUpdates": False})
        self.set("notebook", "tracker", {"windowingMode": "none"})  # or what is out of sight isn't there

    def set(self, extension, plugin, values):
        path = self.settings / "@jupyterlab" / f"{extension}-extension" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values), encoding="utf-8")

    def put(self, notebooks):
        """Gives the front end notebooks, by their names."""
        for name, nb in notebooks.items():
            nbformat.write(nb, self.folder / name)

    def get(self, page, name):
        """Saves an open notebook, and reads it."""
        save(page)
        return nbformat.read(self.folder / name, as_version=4)

    def __enter__(self):
        self.log = tempfile.TemporaryFile()
        self.server = subprocess.Popen(
            [
                sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
                f"--ServerApp.port={self.url.rpartition(':')[2]}", "--ServerApp.port_retries=0",
                "--IdentityProvider.token=", f"--ServerApp.root_dir={self.folder}",
                f"--LabApp.user_settings_dir={self.settings}", f"--LabApp.workspaces_dir={tempfile.mkdtemp()}",
                "--LabApp.expose_app_in_browser=True",
            ],
            stdout=self.log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            self.await_server()
            self.playwright = sync_playwright().start()
            self.browser = self.playwright.chromium.launch(
                executable_path=os.environ["RIFFLE_BROWSER"], args=["--no-sandbox"]
            )
        except BaseException:
            self.server.kill()
            raise
        return self

    def __exit__(self, failed, *_):
        if failed:
            self.shot_all("failed")
        self.browser.close()
        self.playwright.stop()
        self.server.terminate()
        try:
            self.server.wait(10)
        except subprocess.TimeoutExpired:
            self.server.kill()

    def await_server(self):
        for _ in range(TIMEOUT // 50):
            if self.server.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.url + "/api", timeout=5).read()
                return
            except OSError:
                time.sleep(0.1)
        self.log.seek(0)
        raise RuntimeError("JupyterLab didn't start:\n" + self.log.read().decode())

    def open(self, name, theme="Light", complaints=None):
        """Shows a notebook, whose kernel may be new or still run from before."""
        self.set("apputils", "themes", {"theme": f"JupyterLab {theme}"})
        page = watched(self.browser, complaints)
        page.goto(f"{self.url}/doc/tree/{name}?reset")
        await_notebook(page)
        return page

    def whole(self, page, width):
        """Makes the page so wide, and so high that nothing of the notebook is out of sight."""
        page.set_viewport_size({"width": width, "height": 1400})
        settle(page)
        height = page.evaluate("""() => {
            const all = [...document.querySelectorAll('.jp-Notebook, .jp-WindowedPanel-outer')]
            return Math.max(...all.map(e => e.scrollHeight))
        }""")
        page.set_viewport_size({"width": width, "height": min(height + 200, 16000)})
        page.evaluate("document.querySelectorAll('.jp-WindowedPanel-outer').forEach(e => e.scrollTop = 0)")
        settle(page)

    def pages(self):
        return [p for c in self.browser.contexts for p in c.pages]

    def close_all(self):
        for page in self.pages():
            page.close()

    def shot_all(self, name):
        for page in self.pages():
            self.shot(page, name)

    def shot(self, page, name):
        if folder := os.environ.get("RIFFLE_SCREENSHOTS"):
            page.screenshot(path=os.path.join(folder, name + ".png"))


# Complaints that mean nothing: JupyterLab measures the toolbar of a notebook that was closed
# meanwhile; a kernel in a browser asks for interrupts before its service worker is there.
HARMLESS = re.compile(r"Error while computing the ReactiveToolbar|Failed to load resource.* 404 .*/signal\?")


def watched(browser, complaints=None):
    """A page of a browser. Its errors are added to complaints."""

    def hear(message):
        text = f"{message.text} ({message.location.get('url')})"
        if message.type == "error" and not HARMLESS.match(text):
            complaints.append(text)

    page = browser.new_page()
    page.set_viewport_size({"width": 900, "height": 1400})
    page.set_default_timeout(TIMEOUT)
    if complaints is not None:
        page.on("pageerror", lambda e: complaints.append(str(e)))
        page.on("console", hear)
    return page


def await_notebook(page):
    """Waits until a notebook is shown and has a kernel that is idle, whose controls the page
    has asked for: it takes those of a cell that is run before for old ones too."""
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    # The indicator is idle before there is a kernel, and what is run then is lost.
    page.wait_for_function("() => jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status == 'idle'")
    page.wait_for_function("""() => {
        const content = jupyterapp.shell.currentWidget.content
        content.widgetRenderer ??= content.rendermime.createRenderer('application/vnd.jupyter.widget-view+json')
        content.widgetRenderer._manager.promise.then(manager => content.widgetManager = manager)
        return content.widgetManager?.restoredStatus
    }""")


def turn_to(page, name):
    """Shows another notebook on a page, for a fraction of the time that a new page takes.
    The kernel of the notebook before ends."""
    page.evaluate("""async path => {
        const before = jupyterapp.shell.currentWidget
        await before.sessionContext.shutdown()
        before.dispose()
        await jupyterapp.commands.execute('docmanager:open', {path})
    }""", name)
    await_notebook(page)


def settle(page):
    """Waits until the page has been laid out and drawn, with all of its pictures."""
    page.evaluate("""() => Promise.all([...document.images].map(i => i.decode().catch(() => {})))
        .then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))""")


def run_all(page):
    """Begins to run all cells, by the command that the menu has."""
    page.evaluate("() => void jupyterapp.commands.execute('notebook:run-all-cells')")


def save(page):
    """Saves the notebook, and waits until that is done."""
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")


def run(page, n):
    """Begins to run one cell. While the page is still busy with itself it loses keys."""
    prompt = cell(page, n).locator(".jp-InputPrompt")
    before = prompt.inner_text()
    for _ in range(10):
        cell(page, n).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        for _ in range(20):
            if prompt.inner_text() != before:
                return
            page.wait_for_timeout(100)
    raise RuntimeError(f"cell {n + 1} doesn't begin to run")


def cell(page, n):
    return page.locator(".jp-CodeCell").nth(n)


def output(page, n):
    return cell(page, n).locator(".jp-Cell-outputWrapper")


def await_text(where, text):
    """Waits until the text is in an element."""
    where.locator(f"text={text}").first.wait_for()


def await_end(page):
    """Waits until all cells have run, or one that shouldn't has failed: behind it none runs."""
    page.wait_for_function("""() => {
        const {content, sessionContext} = jupyterapp.shell.currentWidget
        const cells = [...content.model.cells].filter(c => c.type == 'code')
        const wrong = c => !(c.getMetadata('tags') ?? []).includes('raises-exception')
            && c.outputs.toJSON().some(o => o.output_type == 'error')
        return (cells.every(c => c.executionCount) || cells.some(wrong)) && sessionContext.session.kernel.status == 'idle'
    }""")


CONTROLS = "application/vnd.jupyter.widget-view+json"


def await_widgets(page):
    """Waits until all controls of the notebook are drawn, which takes longer than to run
    their cells. What is done to the page meanwhile may take away what they are being drawn
    on. A box is empty at first; then it has empty elements in the place of those that it
    doesn't have yet."""
    page.wait_for_function("""mime => {
        const {content} = jupyterapp.shell.currentWidget
        const cells = [...content.model.cells].filter(c => c.type == 'code')
        const drawn = [...content.node.querySelectorAll('.jp-OutputArea-output')].filter(e => e.querySelector('.jupyter-widgets'))
        return drawn.length >= cells.flatMap(c => c.outputs.toJSON()).filter(o => o.data?.[mime]).length
            && drawn.every(e => [...e.querySelectorAll('.widget-container > *')].every(c => c.matches('.jupyter-widgets')))
            && drawn.every(e => [...e.querySelectorAll('.widget-box')].every(box => box.children.length > 0))
    }""", arg=CONTROLS)


def wear(page, theme):
    """Changes the theme of a page, "Light" or "Dark", and waits until it is worn."""
    page.evaluate("theme => jupyterapp.commands.execute('apputils:change-theme', {theme})", f"JupyterLab {theme}")
    page.wait_for_selector(f"body[data-jp-theme-light={str(theme == 'Light').lower()}]", state="attached")


def await_idle(page):
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='idle']")


def restart(page):
    """Restarts the kernel, and waits for the new one."""
    page.click(".lm-MenuBar-itemLabel >> text=/^Kernel$/")
    page.click(".lm-Menu-itemLabel >> text=/^Restart Kernel…$/")
    with page.expect_response(lambda r: r.url.rpartition("/")[2].startswith("restart")):
        page.click(".jp-Dialog button.jp-mod-warn, .jp-Dialog button.jp-mod-accept")
    await_idle(page)
