"""Runs a lesson in JupyterLite in Firefox to its stored outputs, and interrupts a cell. The
argument is a site."""

import os
import sys
import threading

import nbformat

from firefox import Firefox
from lab import await_end, await_notebook, await_widgets, run_all
from lite import Lite
from notebooks import COURSE, blank, compare


class FoxLite(Lite):
    """A site in Firefox."""

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = Firefox(os.environ["RIFFLE_BROWSER"]).__enter__()
        return self

    def __exit__(self, failed, *_):
        self.browser.__exit__()
        self.server.shutdown()

    def start(self, url, complaints=None):
        page = self.browser.new_page()
        page.goto(url)
        page.wait_for_function("() => Boolean(window.jupyterapp)")
        page.evaluate("() => jupyterapp.restored.then(() => true)")
        return page


def interrupts(page):
    """A cell without end is interrupted, and keeps what was there before."""
    return page.evaluate("""async () => {
        const {kernel} = jupyterapp.shell.currentWidget.sessionContext.session
        const run = async code => (await kernel.requestExecute({code}).done).content
        await run('kept := 21')
        const endless = run('for {}')
        await new Promise(ok => setTimeout(ok, 1000))
        await kernel.interrupt()
        return [(await endless).ename, (await run('if kept != 21 { panic(kept) }')).status]
    }""")


path = COURSE / "01-lottery.ipynb"
with FoxLite(sys.argv[1]) as lite:
    lite.put({path.name: blank(path)})
    page = lite.open(path.name)
    page.set_viewport_size({"width": 900, "height": 1400})
    run_all(page)
    await_end(page)
    await_widgets(page)
    lite.shot(page, "firefox-lab")
    faults = list(compare(lite.get(page, path.name), nbformat.read(path, as_version=4)))
    if (ended := interrupts(page)) != ["interrupted", "ok"]:
        faults.append(f"an interrupt: {ended}")
sys.exit("\n".join(faults) or None)
