"""The page in Firefox: the sessions of doc/sessions.md as typed there, on the first visit,
without shared memory; then an interrupt with it, a link, and a reload without a network.
The arguments are the site's folder and
doc/sessions.md."""

import os
import sys
import time

from document import alike, cell_text, documented
from firefox import Firefox
from web import Faults, Site

folder, document = sys.argv[1:3]
faults = Faults()

STATES = "[...document.querySelectorAll('.cell')].map(c => c.dataset.state)"
ENDED = f"n => {STATES}.length > n && !['queued', 'running'].includes({STATES}[n])"


class Page:
    """riffle's page in a tab."""

    def __init__(self, fox, url):
        self.tab = fox.new_page()
        self.tab.goto(url)
        self.ready()

    def ready(self):
        self.tab.wait_for_selector("body[data-kernel=idle]")

    def reload(self):
        self.tab.wait_for_selector("body:not([data-unkept])")
        self.tab.reload()
        self.ready()

    def type(self, code):
        """Types a cell and runs it; returns its place."""
        n = self.tab.evaluate(f"{STATES}.length")
        self.tab.evaluate("code => { document.querySelector('#editor .cm-content').focus(); document.execCommand('insertText', false, code) }", code)
        self.tab.press("Control", "Enter")
        return n

    def run(self, code):
        n = self.type(code)
        self.tab.wait_for_function(ENDED, n)
        return self.shown(n)

    def interrupt(self, code, shown):
        """Runs a cell that never ends, and interrupts it when it has shown something."""
        n = self.type(code)
        self.tab.wait_for_selector("body[data-kernel=busy]")
        if shown:
            faults.until(f"{code} shows {shown}", lambda: self.shown(n) == shown, 60)
        else:
            time.sleep(0.7)
        self.tab.press("Escape")
        self.tab.wait_for_function(ENDED, n)
        return self.shown(n)

    def shown(self, n):
        return self.tab.evaluate("n => document.querySelectorAll('.cell')[n].querySelector('.outputs').innerText.trim()", n)

    def kept(self):
        """What the browser's storage has of the cells, as texts that each gave."""
        self.tab.wait_for_selector("body:not([data-unkept])")
        cells = self.tab.evaluate("""new Promise(ok => {
            indexedDB.open('riffle-page').onsuccess = e => {
                e.target.result.transaction('values').objectStore('values').get('cells:main').onsuccess = r => ok(r.target.result.cells)
            }
        })""")
        return [cell_text(c) for c in cells]

    def click(self, selector):
        self.tab.evaluate("s => document.querySelector(s).click()", selector)

    def notice(self):
        return self.tab.evaluate("document.querySelector('#notices').innerText")

    def shot(self, name):
        if folder := os.environ.get("RIFFLE_SCREENSHOTS"):
            self.tab.screenshot(f"{folder}/{name}.png")


def sessions(page):
    for title, cells in documented(document):
        began = time.monotonic()
        for code, want in cells:
            if "\n^C\n" in want:
                page.interrupt(code, want.split("\n^C\n")[0])
            else:
                page.run(code)
        for (code, want), got in zip(cells, page.kept()):
            want = want.replace("\n^C\n", "\n")
            if not alike(got, want):
                faults.append(f"{title}: {code}\ngives:\n{got}\nwant:\n{want}")
        print(f"{title}: {time.monotonic() - began:.1f} s", file=sys.stderr, flush=True)
        page.shot("firefox-" + title.lower().replace(" ", "-"))
        page.click("#clear")
        page.click("#restart")
        faults.until("a new session", lambda: "A new session" in page.notice(), 60)


def interrupts(page, isolated):
    faults.same("shared memory", page.tab.evaluate("crossOriginIsolated"), isolated)
    page.run("x := 42")
    faults.has("an interrupted loop", page.interrupt("for {}", ""), "interrupted")
    faults.same("x behind it", page.run("x"), "42")


def looks(page):
    for width in 320, 1280:
        page.tab.set_viewport_size({"width": width, "height": 800})
        wide = page.tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            faults.append(f"{width} pixels: the page is {wide} wider")
        page.shot(f"firefox-{width}")


site = Site(folder)
url = site.url + "page/index.html"
with Firefox(os.environ["RIFFLE_BROWSER"]) as fox:
    page = Page(fox, url)
    sessions(page)
    interrupts(page, False)
    page.reload()
    faults.has("the note behind a reload", page.notice(), "Your cells are back")
    interrupts(page, True)
    looks(page)
    page.click("#share")
    page.tab.wait_for_selector("#share-dialog[open]")
    link = page.tab.evaluate("document.querySelector('#link').value")
    faults.until("all is kept", lambda: "offline" in page.tab.evaluate("document.querySelector('#offline').innerText"), 60)
    site.close()
    page.reload()
    faults.same("without a network", page.run('import "text/tabwriter"\ntabwriter.Debug'), "32")
    other = Page(fox, link)
    faults.has("the note of a link", other.notice(), "This link has 6 cells")
sys.exit("\n".join(faults) or None)
