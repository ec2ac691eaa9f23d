"""riffle itself on the page: the sessions of doc/sessions.md as typed there, an interrupt
with and without shared memory, stdin, help, files for the native riffle, a link, cells in
another page, and all of it again without a network. The arguments are the site's folder,
doc/sessions.md, the native riffle, and an empty folder."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from document import alike, cell_text, documented
from web import ISOLATED, Faults, Page, Site, browser

folder, document, native, scratch = sys.argv[1:5]
faults = Faults()


def saved(page):
    """The notebook that the page saves, as the texts that each cell gave."""
    with page.tab.expect_download() as d:
        page.tab.click("#save-ipynb")
    return [cell_text(c) for c in json.loads(Path(d.value.path()).read_text())["cells"]]


def sample(sessions):
    """One session in three, and all with RIFFLE_TEST_FULL in the environment."""
    return sessions if os.environ.get("RIFFLE_TEST_FULL") else sessions[::3]


def sessions(b, site):
    """Sessions of the document, each in a new session, by typing."""
    page = Page(b.new_page()).open(site.url + "page/index.html")
    for title, cells in sample(list(documented(document))):
        began = time.monotonic()
        for code, want in cells:
            if "\n^C\n" in want:
                interrupt(page, code, want.split("\n^C\n")[0])
            else:
                page.run(code)
        for (code, want), got in zip(cells, saved(page)):
            want = want.replace("\n^C\n", "\n")
            if not alike(got, want):
                faults.append(f"{title}: {code}\ngives:\n{got}\nwant:\n{want}")
        page.shot("session-" + re.sub(r"\W+", "-", title.lower()), full=True)
        print(f"{title}: {time.monotonic() - began:.1f} s", file=sys.stderr, flush=True)
        page.tab.click("#clear")
        page.tab.click("#restart")
        page.await_notice("A new session")
    faults.same("complaints", page.complaints, [])
    page.tab.close()


def interrupt(page, code, shown):
    """Runs a cell that never ends, and interrupts it when it has shown something."""
    n = page.tab.locator(".cell").count()
    page.type(code)
    page.tab.keyboard.press("Control+Enter")
    faults.until(f"{code} shows {shown}", lambda: page.cell(n).locator(".outputs").inner_text().strip() == shown, 30)
    page.tab.keyboard.press("Escape")
    page.ended(n)


def talk(b, site, isolated):
    """Interrupt, stdin, completion and help."""
    page = Page(b.new_page()).open(site.url + "page/index.html")
    faults.same("shared memory", page.tab.evaluate("crossOriginIsolated"), isolated)
    page.run("x := 40")
    loops = {"for {}": "interrupt", "trials.Run(1_000_000_000, func(rng PRNG) int { return rng.IntN(6) })": "stopped before the 1,000,000,000"}
    for loop, says in loops.items():
        n = page.tab.locator(".cell").count()
        page.type(loop)
        page.tab.keyboard.press("Control+Enter")
        page.await_state("busy")
        if loop == "for {}":
            page.tab.wait_for_timeout(700)
        else:
            page.cell(n).locator("progress").wait_for()
        page.tab.keyboard.press("Escape")
        faults.has(f"interrupted {loop}", page.ended(n), says)
    faults.same("x behind the interrupts", page.run("x + 2"), "42")
    n = page.tab.locator(".cell").count()
    page.type('var name string; fmt.Scanln(&name); "Hello, " + name')
    page.tab.keyboard.press("Control+Enter")
    page.tab.locator(".input input").wait_for()
    page.tab.keyboard.type("Ada")
    page.tab.keyboard.press("Enter")
    faults.has("what was asked for", page.ended(n), '"Hello, Ada"')
    page.type("NewLott")
    page.tab.keyboard.press("Tab")
    faults.until("a completed name", lambda: page.text().startswith("NewLottery"))
    page.tab.keyboard.press("Escape")
    page.tab.keyboard.press("Control+c")
    faults.has("help", page.run("?Lottery.Pick"), "Pick")
    page.type("func twice(n int) int {")
    page.tab.keyboard.press("Enter")
    page.tab.keyboard.type("return 2 * n")
    page.tab.keyboard.press("Enter")
    page.tab.keyboard.type("}")
    n = page.tab.locator(".cell").count()
    page.tab.keyboard.press("Enter")
    page.ended(n)
    faults.same("a function of several lines", page.run("twice(21)"), "42")
    page.tab.close()


def files(b, site):
    """What the page saves runs in the native riffle."""
    page = Page(b.new_page()).open(site.url + "page/index.html")
    for c in "lotto := NewLottery(40, JavaRandom(42))", "fmt.Println(lotto.Pick(6))", "lotto.Pick(41)", "?lotto", "func f(n int) int { return n * n }", "fmt.Println(f(12))":
        page.run(c)
    for button, name in ("#save-go", "saved.go"), ("#save-ipynb", "saved.ipynb"):
        with page.tab.expect_download() as d:
            page.tab.click(button)
        d.value.save_as(f"{scratch}/{name}")
    ran = subprocess.run([native, "run", f"{scratch}/saved.go"], capture_output=True, text=True)
    faults.same("the script's output", ran.stdout + ran.stderr, "[11 14 15 23 31 35]\n144\n")
    notebook = json.loads(Path(f"{scratch}/saved.ipynb").read_text())
    faults.same("the notebook's outputs", [cell_text(c) for c in notebook["cells"]][1:2], ["[11 14 15 23 31 35]"])
    notebook["cells"] = [c for c in notebook["cells"] if not "".join(c["source"]).startswith(("?", "lotto.Pick(41)"))]
    Path(f"{scratch}/saved.ipynb").write_text(json.dumps(notebook))
    ran = subprocess.run([native, "run", f"{scratch}/saved.ipynb", "-o", f"{scratch}/out.ipynb"], capture_output=True, text=True)
    faults.same("the notebook runs", (ran.returncode, ran.stderr), (0, ""))
    page.tab.close()


def offline(b):
    """After a visit the page works without its server."""
    site = Site(folder)
    context = b.new_context()
    page = Page(context.new_page()).open(site.url + "page/index.html")
    page.run("NewLottery(40, JavaRandom(42)).Pick(6)")
    page.tab.locator("#offline", has_text="offline").wait_for(timeout=90_000)
    site.close()
    for address in "page/index.html", "page/":
        page.open(site.url + address)
        faults.same(f"a cell of {address} without a network", page.run("NewLottery(40, JavaRandom(42)).Pick(6)"), "[11 14 15 23 31 35]")
        # From the second visit on the service worker has the headers for shared memory.
        faults.same("shared memory", page.tab.evaluate("crossOriginIsolated"), True)
    faults.has("a package without a network", page.run('import "text/tabwriter"\ntabwriter.AlignRight'), "4")
    page.tab.goto(site.url + "lab/files/nowhere.html")
    faults.has("a page that isn't kept", page.tab.inner_text("body"), "No network")
    context.close()


def embeds(b):
    """Cells in a page of another site share a session; nothing is loaded before one runs."""
    site = Site(folder)
    other = Path(scratch) / "other"
    other.mkdir()
    (other / "index.html").write_text(f"""<!doctype html><title>A lesson</title><p>First</p><script src="{site.url}embed.js" data-code="x := 6 * 7; x" data-label="The answer"></script>
<p>Then</p><riffle-cell theme="dark">
    x + 1
</riffle-cell>""")
    blog = Site(str(other))
    page = b.new_page()
    asked = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto(blog.url.replace("127.0.0.1", "localhost") + "index.html")
    cells = [page.frame_locator(f"iframe >> nth={i}") for i in range(2)]
    cells[1].locator("#run").wait_for()
    faults.same("loaded before a cell runs", [u for u in asked if "/kit/" in u], [])
    for cell, want in zip(cells, ("42", "43")):
        cell.locator("#run").click()
        cell.locator(".output", has_text=want).wait_for(timeout=60_000)
    faults.same("sessions", len([u for u in asked if u.endswith("client.js")]), 1)
    heights = page.evaluate("[...document.querySelectorAll('iframe')].map(f => f.clientHeight)")
    if not all(60 < h < 250 for h in heights):
        faults.append(f"the heights of cells: {heights}")
    page.goto(site.url)
    for i, want in enumerate(("Ticket #1: [3, 5, 8, 15, 16]", "Lottery.Pick: k = 41", "[tails heads heads]", "502")):
        cell = page.frame_locator(f"riffle-cell >> nth={i} >> iframe")
        cell.locator("#run").click()
        cell.locator("[data-state=ok], [data-state=error]").wait_for(timeout=60_000)
        shown = cell.locator(".cell .output").first
        text = shown.inner_text() or shown.frame_locator("iframe").locator("#all").inner_html()
        if i > 0:
            faults.has(f"cell {i + 1} of the first page", text, want)
    page.close()


with browser() as b:
    plain, isolated = Site(folder), Site(folder, ISOLATED)
    tests = {
        "sessions": lambda: sessions(b, isolated), "talk": lambda: talk(b, isolated, True), "talk without shared memory": lambda: talk(b, plain, False),
        "files": lambda: files(b, isolated), "offline": lambda: offline(b), "embeds": lambda: embeds(b),
    }
    for name, test in tests.items():
        if sys.argv[5:] and name not in sys.argv[5:]:
            continue
        began = time.monotonic()
        test()
        print(f"{name}: {time.monotonic() - began:.1f} s", file=sys.stderr)
sys.exit("\n".join(faults) or None)
