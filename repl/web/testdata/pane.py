"""The page over a kernel that computes nothing: keys, history, links, files, boxes, notes,
and what is wrong with a browser. The arguments are the site's folder, the folder of npm's
packages, and an empty folder."""

import json
import os
import re
import shutil
import sys
import time
from pathlib import Path

from web import Faults, Handler, Page, Site, browser

site_folder, modules, scratch = sys.argv[1:4]
faults = Faults()

TABLE = "html <table><tr><th>n</th><th>name</th></tr><tr><td>1</td><td>x</td></tr></table>"
SVG = "svg <svg xmlns='http://www.w3.org/2000/svg' width='480' height='60' viewBox='0 0 480 60'><title>Bars</title><desc>Three bars of the same height</desc><rect width='200' height='50' fill='#3b76b3'/></svg>"


def keys(b, url):
    """A session with a keyboard alone."""
    page = Page(b.new_page()).open(url)
    press = page.tab.keyboard.press
    page.tab.keyboard.press("Tab")  # leaves the empty prompt
    if page.tab.evaluate("document.activeElement.closest('#editor') != null"):
        faults.append("Tab doesn't leave an empty prompt")
    page.prompt.focus()
    page.tab.keyboard.type("1+1")
    press("Enter")
    faults.same("1+1", page.ended(0), "2")

    page.tab.keyboard.type("f(func() {")
    press("Enter")  # not complete
    faults.until("a second line", lambda: page.text().count("\n") >= 1)
    faults.has("what is typed", page.text(), "f(func() {\n")
    press("Control+c")
    faults.same("the prompt behind Ctrl-C", page.text(), "")

    page.tab.keyboard.type("a")
    press("Shift+Enter")
    page.tab.keyboard.type("b")
    press("Alt+Enter")
    page.tab.keyboard.type("c")
    faults.same("new lines", page.text(), "a\nb\nc")
    press("Control+Enter")
    faults.same("three lines", page.ended(1), "«a\nb\nc»")

    press("ArrowUp")
    faults.same("the cell before", page.text(), "a\nb\nc")
    press("ArrowUp")
    faults.same("the one before that", page.text(), "1+1")
    press("ArrowDown")
    press("ArrowDown")
    press("ArrowDown")
    faults.same("back at what was typed", page.text(), "")

    page.tab.keyboard.type("1")
    faults.until("a suggestion", lambda: page.tab.locator(".ghost").count() == 1)
    press("ArrowRight")
    faults.same("what was suggested", page.text(), "1+1")
    press("Control+c")

    page.tab.keyboard.type("NewL")
    press("Tab")
    faults.until("the only name that fits", lambda: page.text() == "NewLottery")
    press("Control+c")
    page.tab.keyboard.type("New")
    press("Tab")
    page.tab.locator(".cm-completionInfo", has_text="What it does.").wait_for()
    page.shot("complete")
    press("ArrowDown")
    press("Tab")
    faults.until("the second of the list", lambda: page.text() == "NewDeck")
    press("Control+c")

    page.tab.keyboard.type("f(")
    page.tab.locator(".signature").wait_for()
    for typed, parameter in ("", "first"), ('g(1, 2), ', "second int"), ('")", ', "more ...string"), ("4, ", "more ...string"):
        page.tab.keyboard.type(typed)
        faults.until(f"the parameter behind {typed}", lambda: page.tab.locator(".signature strong").all_inner_texts() == [parameter], 3)
    press("Escape")
    faults.until("no signature", lambda: page.tab.locator(".signature").count() == 0)
    press("Control+c")

    page.tab.keyboard.type("loop")
    press("Enter")
    page.await_state("busy")
    press("Escape")
    faults.has("an interrupted cell", page.ended(2), "interrupted")
    page.tab.keyboard.type("ask Name:")
    press("Enter")
    page.tab.locator(".input input").wait_for()
    page.tab.keyboard.type("Ada")
    press("Enter")
    faults.same("an answer", page.ended(3), 'Name:Ada\n"Ada"')
    faults.until("the prompt has the focus again", lambda: page.tab.evaluate("document.activeElement.closest('#editor') != null"))
    page.tab.keyboard.type("ask Stop? ")
    press("Enter")
    page.tab.locator(".input input").wait_for()
    press("Escape")
    faults.has("an interrupted question", page.ended(4), "interrupted")
    page.tab.keyboard.type("?NewLottery")
    press("Enter")
    faults.has("help", page.ended(5), "What it does.")
    faults.until("what is spoken", lambda: "func NewLottery" in page.tab.locator("#spoken").inner_text())
    page.tab.click("#keys")
    page.tab.locator("#keys-dialog[open]").wait_for()
    page.tab.set_viewport_size({"width": 360, "height": 500})
    press("Escape")
    page.tab.click("#keys")
    faults.same("where the keys begin on a small page", page.tab.evaluate("document.querySelector('#keys-dialog').scrollTop"), 0)
    page.shot("keys")
    press("Escape")
    page.tab.locator("#keys-dialog").wait_for(state="hidden")
    page.tab.set_viewport_size({"width": 1280, "height": 720})
    reached(page)
    faults.same("complaints", page.complaints, [])
    page.tab.close()


def reached(page):
    """Every button can be reached by Tab, and shows that it has the focus."""
    page.tab.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(80):
        page.tab.keyboard.press("Tab")
        seen.add(page.tab.evaluate("document.activeElement.id || document.activeElement.closest('[id]')?.id"))
    missing = {"share", "save-go", "save-ipynb", "open", "clear", "restart", "keys"} - seen
    if missing:
        faults.append(f"Tab doesn't reach {missing}")


def boxes(b, url):
    """HTML and pictures of cells reach nothing of the page."""
    page = Page(b.new_page()).open(url)
    page.tab.evaluate("localStorage.setItem('secret', '42')")
    evil = "<script>parent.postMessage('script ran','*');parent.hit=1</script><img src=x onerror=\"parent.hit=2\"><iframe srcdoc=\"<script>parent.parent.hit=3</script>\"></iframe>"
    evil += "<meta http-equiv=refresh content=\"0;url=https://example.com/\"><form action=https://example.com/><button>x</button></form><a id=away href=\"javascript:parent.hit=4\">y</a><p>seen</p>"
    page.tab.evaluate("window.told = []; addEventListener('message', e => told.push(e.data))")
    faults.has("the box", page.run("html " + evil), "seen")
    page.tab.frame_locator(".cell iframe").locator("#away").click()
    page.run("svg <svg xmlns='http://www.w3.org/2000/svg' onload='parent.hit=5' width='9' height='9'><script>parent.hit=6</script></svg>")
    faults.has("a script", page.run("js parent.hit=7"), "Scripts of cells don't run")
    page.tab.wait_for_timeout(300)
    faults.same("hits", page.tab.evaluate("window.hit"), None)
    faults.same("messages of scripts", page.tab.evaluate("told.filter(t => typeof t == 'string')"), [])
    # Even a script that ran in there would find nothing.
    inside = next(f for f in page.tab.frames if f != page.tab.main_frame and f.parent_frame == page.tab.main_frame)
    for what in "localStorage.secret", "parent.document.body", "indexedDB.open('riffle-page').result", "document.cookie":
        got = inside.evaluate(f"() => {{ try {{ return String({what}) }} catch (e) {{ return e.name }} }}")
        if got not in ("SecurityError", "InvalidStateError"):
            faults.append(f"a box reaches {what}: {got}")
    got = inside.evaluate("url => fetch(url).then(() => 'reached', e => e.name)", url)
    faults.same("the network from a box", got, "TypeError")
    faults.same("the frame's place", inside.url, "about:srcdoc")
    page.tab.close()


def floods(b, url):
    """Much text neither stops the page nor hides what came first."""
    page = Page(b.new_page()).open(url)
    page.tab.evaluate("() => { window.longest = 0; let last = performance.now(); setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now }, 20) }")
    text = page.run("flood 300000")
    faults.has("the first lines", text[:20], "0\n1\n2\n")
    faults.has("the last line that is shown", text, "\n19999\n… and 1,880,000 characters more, which a saved notebook has")
    longest = page.tab.evaluate("longest")
    if longest > 3000:
        faults.append(f"the page stood still for {longest:.0f} ms")
    with page.tab.expect_download() as d:
        page.tab.click("#save-ipynb")
    d.value.save_as(f"{scratch}/flood.ipynb")
    output = json.loads(Path(f"{scratch}/flood.ipynb").read_text())["cells"][0]["outputs"][0]
    faults.same("lines of the notebook", (len(output["text"]), output["text"][-1]), (300_000, "299999\n"))
    text = page.run("print " + "x" * 500_000)
    faults.same("one long line", text.replace("x" * 400_000, "X"), "X\n… and 100,000 characters more, which a saved notebook has")
    page.tab.close()


def links(b, url):
    """A link brings the cells, and a wrong one a sentence."""
    page = Page(b.new_page()).open(url)
    cells = ["1+1", "print \\u001b[31mred\\u001b[0m", 'üñ := "🂡"\n\tπ']
    for c in cells:
        page.run(c)
    page.tab.click("#share")
    page.tab.wait_for_selector("#share-dialog[open]")
    link = page.tab.input_value("#link")
    page.shot("share")
    page.tab.click("#share-dialog .done")
    page.tab.close()

    page = Page(b.new_page()).open(link)
    page.await_notice("This link has 3 cells")
    faults.same("cells of the link", page.tab.locator(".cell .source").all_inner_texts(), cells)
    faults.same("nothing ran", page.tab.locator(".cell[data-state=new]").count(), 3)
    page.shot("link")
    page.tab.click("#run-all")
    faults.same("the first", page.ended(0), "2")
    page.ended(2)
    faults.same("what is said when all has run", page.tab.locator("#notices").inner_text(), "")
    page.reload()
    faults.same("cells behind a reload", page.tab.locator(".cell .source").all_inner_texts(), cells)
    page.tab.close()

    start, data = link.split("#riffle1.")
    for address in start + "#riffle1%2E" + data.replace("-", "%2D").replace("_", "%5f"), link + ").", link + "&utm_source=mail", link + "%20", start + "#%23riffle1." + data:
        page = Page(b.new_page()).open(address)
        page.await_notice("This link has 3 cells")
        page.tab.close()
    bomb = Path(__file__).with_name("links.json")
    wrong = {link[:-5]: "incomplete", start + "#riffle1": "incomplete", start + "#riffle": "incomplete",
             start + "#riffle1.": "incomplete", start + "#riffle1." + data[:9] + ("A" if data[9] != "A" else "B") + data[10:]: "incomplete",
             start + "#riffle1.%%%": "incomplete", start + "#riffle2." + data: "newer riffle", start + "#riffle99": "newer riffle",
             start + "#riffle1." + "A" * 250_000: "too long"}
    wrong |= {start + f: says for f, says in json.loads(bomb.read_text()).items()}
    page = Page(b.new_page())
    for i, (address, says) in enumerate(wrong.items()):
        if i == 0:
            page.open(address)
        else:  # as if it were pasted above the page
            page.tab.evaluate("hash => { document.querySelectorAll('#notices .close').forEach(c => c.click()); location.hash = hash }", address[len(start):])
            faults.until(f"a note on {address[len(start):][:30]}", lambda: page.notice() != "")
        faults.has(f"the note on …{address[len(start):][:30]}", page.notice(), says)
        faults.same(f"cells of …{address[len(start):][:30]}", page.tab.locator(".cell").count(), 0)
    page.tab.close()


def files(b, url):
    """What is saved can be opened again."""
    page = Page(b.new_page()).open(url)
    for c in "1+1", TABLE, "panic no", "?x", "print a\\nb":
        page.run(c)
    for button, name in ("#save-go", "riffle.go"), ("#save-ipynb", "riffle.ipynb"):
        with page.tab.expect_download() as d:
            page.tab.click(button)
        faults.same("its name", d.value.suggested_filename, name)
        d.value.save_as(f"{scratch}/{name}")
    faults.same("the script", Path(f"{scratch}/riffle.go").read_text(), f"1+1\n\n// %%\n{TABLE}\n\n// %%\n// This cell failed:\n// panic no\n\n// %%\nprint a\\nb\n")
    notebook = json.loads(Path(f"{scratch}/riffle.ipynb").read_text())
    faults.same("the notebook's outputs", [[o["output_type"] for o in c["outputs"]] for c in notebook["cells"]], [["execute_result"], ["execute_result"], ["error"], ["display_data"], ["stream"]])
    page.tab.click("#clear")
    page.tab.set_input_files("#file", f"{scratch}/riffle.go")
    page.await_notice("riffle.go: 4 cells")
    page.tab.click("#clear")
    page.tab.set_input_files("#file", f"{scratch}/riffle.ipynb")
    page.await_notice("riffle.ipynb: 5 cells")
    faults.has("a stored output", page.shown(1), "name")
    for name, text, says in ("a.ipynb", "{", "isn't a notebook"), ("null.ipynb", "null", "isn't a notebook"), ("p.ipynb", '{"cells": [], "metadata": {"kernelspec": {"language": "python"}}}', "in another language (python)"), ("b.ipynb", '{"cells": 3}', "isn't a notebook"), ("c.go", "  \n", "has no cells"):
        Path(f"{scratch}/{name}").write_text(text)
        page.tab.set_input_files("#file", f"{scratch}/{name}")
        page.await_notice(says)
    page.tab.click("#clear")
    odd = [None, 3, {}, {"output_type": "error"}, {"output_type": "stream", "text": None}, {"output_type": "execute_result", "data": None}, {"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]}]
    cells = [None, {"cell_type": "code", "source": {"a": 1}}, {"cell_type": "code", "source": ["1+", "1"], "outputs": odd}, {"cell_type": "code", "source": "2", "outputs": 4}]
    Path(f"{scratch}/odd.ipynb").write_text(json.dumps({"cells": cells, "metadata": 5}))
    page.tab.set_input_files("#file", f"{scratch}/odd.ipynb")
    page.await_notice("odd.ipynb: 2 cells")
    faults.same("what is whole of it", (page.tab.locator(".cell .source").all_inner_texts(), page.shown(0)), (["1+1", "2"], "a\nb"))
    page.tab.close()


def kept(b, url):
    """Cells survive a reload; a second tab has its own and is told so."""
    context = b.new_context()
    page = Page(context.new_page()).open(url)
    page.run("1+1")
    page.run(TABLE)
    page.reload()
    page.await_notice("Your cells are back")
    faults.same("a value behind a reload", page.shown(0), "2")
    faults.has("a table behind a reload", page.shown(1), "name")
    page.prompt.focus()
    page.tab.keyboard.press("ArrowUp")
    faults.same("the history behind a reload", page.text(), TABLE)

    other = Page(context.new_page()).open(url)
    other.await_notice("open in another tab")
    faults.same("cells of the second tab", other.tab.locator(".cell").count(), 0)
    other.run("2+2")
    other.reload()
    faults.same("the second tab's cell behind a reload", other.tab.locator(".cell .source").all_inner_texts(), ["2+2"])
    page.reload()
    faults.same("the first tab's cells", page.tab.locator(".cell").count(), 2)
    other.tab.wait_for_selector("body:not([data-unkept])")

    # A duplicated tab has the other's memory of which tab it is.
    copy = Page(context.new_page())
    copy.tab.add_init_script(f"sessionStorage.riffle ??= '{other.tab.evaluate('sessionStorage.riffle')}'")
    copy.open(url)
    copy.await_notice("This tab is a copy of another one")
    copy.run("3+3")
    other.run("4+4")
    copy.reload()
    other.reload()
    for tab, want in (copy, ["2+2", "3+3"]), (other, ["2+2", "4+4"]):
        faults.same("cells of a duplicated tab and its origin", tab.tab.locator(".cell .source").all_inner_texts(), want)
    faults.same("cells of closed tabs while none is", page.tab.locator("#closed").is_visible(), False)
    copy.tab.close()
    other.tab.close()

    # What a closed tab had can be had again; of many the newest.
    page.tab.evaluate("""() => new Promise(ok => { indexedDB.open('riffle-page').onsuccess = e => {
        const t = e.target.result.transaction('values', 'readwrite'), values = t.objectStore('values')
        for (let i = 0; i < 30; i++) values.put({cells: [{code: `${i}`, outputs: []}], at: Date.now() - (i + 1) * 3600_000}, `cells:old${i}`)
        values.put({cells: [], at: Date.now()}, 'cells:empty')
        values.put({cells: [{code: 'older', outputs: []}], at: Date.now() - 31 * 24 * 3600_000}, 'cells:older')
        t.oncomplete = ok
    } })""")
    page.reload()
    page.tab.locator("#closed summary").click()
    offers = page.tab.locator("#closed-tabs button")
    shown = [o.split("\n")[1:] for o in offers.all_inner_texts()]
    faults.same("cells of closed tabs", (sorted(shown[:2]), shown[2:4]), ([["2+2", "3+3"], ["2+2", "4+4"]], [["0"], ["1"]]))
    faults.same("how many of them", offers.count(), 20)
    offers.filter(has_text="3+3").click()
    faults.until("their cells", lambda: page.tab.locator(".cell .source").all_inner_texts()[2:] == ["2+2", "3+3"])
    faults.until("they are only once", lambda: offers.count() == 19)
    page.shot("closed")
    names = page.tab.evaluate("new Promise(ok => { indexedDB.open('riffle-page').onsuccess = e => { e.target.result.transaction('values').objectStore('values').getAllKeys().onsuccess = r => ok(r.target.result) } })")
    faults.same("how many tabs' cells are kept", len(names), 20)
    page.tab.click("#clear")
    page.run("die")
    page.await_notice("started again")
    page.tab.click("#restart")
    page.await_notice("A new session")
    loops = page.tab.locator(".cell").count()
    page.type("loop")
    page.tab.keyboard.press("Control+Enter")
    page.cell(loops).locator("xpath=self::*[@data-state='running']").wait_for()
    page.tab.click("#notices >> text=Run all again")
    faults.same("the cell that runs while all are to run again", page.cell(loops).get_attribute("data-state"), "running")
    context.close()


def insecure(b, url):
    """A page that didn't come by https has no locks; it asks the other tabs which cells are
    theirs."""
    context = b.new_context()
    context.add_init_script("Object.defineProperty(Navigator.prototype, 'locks', {value: undefined})")
    page = Page(context.new_page()).open(url)
    page.run("1+1")
    other = Page(context.new_page()).open(url)
    other.await_notice("open in another tab")
    copy = Page(context.new_page())
    copy.tab.add_init_script("sessionStorage.riffle ??= 'cells:main'")
    copy.open(url)
    copy.await_notice("This tab is a copy of another one")
    copy.run("2+2")
    for tab, want in (page, ["1+1"]), (other, []), (copy, ["1+1", "2+2"]):
        tab.reload()
        faults.same("cells of three tabs without locks", tab.tab.locator(".cell .source").all_inner_texts(), want)
    context.close()


def versions(b, _):
    """A newer version of the site comes at a reload, and whole; the page says so. A page that
    is open keeps its own, whatever is opened beside it."""
    folder = f"{scratch}/versions"
    shutil.copytree(site_folder, folder)
    site = Site(folder)
    index, kit = Path(f"{folder}/page/index.html"), Path(f"{folder}/kit")
    (kit / "probe.js").write_text("importScripts('part.js'); onmessage = async e => { const get = name => { const r = new XMLHttpRequest(); r.open('GET', name, false); r.send(); return r.status == 200 ? r.responseText : r.status }; postMessage([part, get('part.txt'), get('late.txt')]) }")
    names = [str(p.relative_to(folder)) for p in Path(folder).rglob("*") if p.is_file() and p.name != "sw.js"] + ["kit/part.js", "kit/part.txt"]

    def put(version):
        index.write_text(re.sub("<title>.*</title>", f"<title>{version}</title>", index.read_text()))
        (kit / "part.js").write_text(f"part = '{version}'")
        for name in "part.txt", "late.txt":
            (kit / name).write_text(version)
        Path(f"{folder}/files.json").write_text(json.dumps({"version": version, "page": [n for n in names if not n.startswith("kit/")], "kit": [n for n in names if n.startswith("kit/")], "later": ["kit/late.txt"]}))

    def opened():
        return Page(context.new_page()).open(site.url + "page/index.html")

    def parts(page):
        """What a web worker gets that the page begins now."""
        return page.tab.evaluate("""() => new Promise(ok => {
            const worker = (window.probe ??= new Worker('../kit/probe.js'))
            worker.onmessage = e => ok(e.data)
            worker.postMessage('')
        })""")

    def caches(page):
        return page.tab.evaluate("caches.keys().then(all => all.filter(n => n.startsWith('riffle-files-')).sort())")

    put("one")
    context = b.new_context()
    page, begun = opened(), opened()
    page.tab.locator("#offline", has_text="offline").wait_for()
    put("two")
    late = opened()
    faults.same("the page before it knows", late.tab.title(), "one")
    faults.same("a worker of the older page", parts(begun), ["one", "one", 410])
    late.await_notice("newer riffle is ready")
    page.await_notice("newer riffle is ready")
    told = late.tab.evaluate("""() => new Promise(ok => {
        navigator.serviceWorker.addEventListener('message', e => ok(e.data.riffle))
        navigator.serviceWorker.controller.postMessage({riffle: 'keep'})
    })""")
    faults.same("a page that asks when the newer one is ready", told, "updated")
    page.shot("newer")
    newer = opened()
    faults.same("the newer page beside it", (newer.tab.title(), parts(newer)), ("two", ["two", "two", "two"]))
    faults.same("a worker that was there", parts(begun), ["one", "one", 410])
    faults.same("a worker that the older page begins", parts(page), ["one", "one", 410])
    faults.same("versions that are kept", caches(newer), ["riffle-files-one", "riffle-files-two"])
    late.tab.close()
    begun.tab.close()
    newer.tab.close()
    page.tab.click("#notices >> text=Reload")
    faults.until("the newer page", lambda: page.tab.title() == "two")
    page.await_state("idle")
    faults.until("the older version is gone", lambda: caches(page) == ["riffle-files-two"])
    site.close()
    page.open(site.url + "page/index.html")
    faults.same("the newer page without a network", (page.tab.title(), page.run("1+1")), ("two", "2"))
    context.close()


def others(b, _):
    """What is beside the site in its folder isn't the service worker's."""
    folder = f"{scratch}/others"
    shutil.copytree(site_folder, folder)
    names = [str(p.relative_to(folder)) for p in Path(folder).rglob("*") if p.is_file() and p.name != "sw.js"]
    Path(f"{folder}/files.json").write_text(json.dumps({"version": "one", "page": names, "kit": [], "later": []}))
    site = Site(folder)
    context = b.new_context()
    page = Page(context.new_page()).open(site.url + "page/index.html")
    page.tab.locator("#offline", has_text="offline").wait_for()
    blog, note = Path(f"{folder}/blog.html"), Path(f"{folder}/note.txt")
    blog.write_text("<title>A blog</title>")
    for want in "one", "two":
        note.write_text(want)
        faults.same("a file beside the site", page.tab.evaluate("address => fetch(address).then(r => r.text())", site.url + "note.txt?id=" + want), want)
    policy = "cross-origin-embedder-policy"
    faults.same("the page's policy", page.tab.goto(site.url + "page/").headers.get(policy), "credentialless")
    faults.same("shared memory", page.tab.evaluate("crossOriginIsolated"), True)
    for day, title in enumerate(("A blog", "Another")):
        blog.write_text(f"<title>{title}</title>")
        os.utime(blog, (86400 * day, 86400 * day))
        faults.same("a blog's policy", page.tab.goto(site.url + "blog.html").headers.get(policy), None)
        faults.same("a blog", page.tab.title(), title)
    context.close()
    site.close()


def embedded(b, url):
    """A cell in another page has the colours of its ground, whatever the reader prefers."""
    folder = Path(scratch, "blog")
    folder.mkdir()
    (folder / "index.html").write_text(f'<!doctype html><title>A blog</title><p>First</p><script src="{url.replace("page/index.html", "embed.js")}" data-code="1+1"></script><riffle-cell theme="dark">2+2</riffle-cell>')
    blog = Site(folder)
    context = b.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(blog.url)
    cells = [page.frame_locator(f"riffle-cell >> nth={i} >> iframe").locator("html") for i in range(2)]

    def themes():
        return [c.get_attribute("data-theme") for c in cells]

    faults.until("themes on white ground", lambda: themes() == ["light", "dark"], 5)
    page.evaluate("document.body.style.background = '#222'")
    faults.until("themes on dark ground", lambda: themes() == ["dark", "dark"], 5)
    page.evaluate("document.body.style.background = ''; document.documentElement.style.colorScheme = 'light dark'")
    page.emulate_media(color_scheme="light")
    faults.until("themes of a page with both", lambda: themes() == ["light", "dark"], 5)
    context.close()
    blog.close()


def signed(b, _):
    """A network that answers with a page of its own, for signing in, leaves nothing behind."""
    folder = f"{scratch}/signed"
    shutil.copytree(site_folder, folder)
    late = Path(f"{folder}/kit/late.txt")
    names = [str(p.relative_to(folder)) for p in Path(folder).rglob("*") if p.is_file() and p.name != "sw.js"]
    Path(f"{folder}/files.json").write_text(json.dumps({"version": "one", "page": names, "kit": [], "later": ["kit/late.txt"]}))
    site = Site(folder)
    context = b.new_context()
    page = Page(context.new_page()).open(site.url + "page/index.html")
    page.tab.locator("#offline", has_text="offline").wait_for()
    page.reload()
    get = "url => fetch(url).then(r => r.text())"
    late.write_text("late")
    os.utime(late, (86400, 86400))
    Handler.extensions_map[".txt"] = "text/html"
    faults.same("what the network answers", page.tab.evaluate(get, site.url + "kit/late.txt"), "late")
    late.write_text("better")
    Handler.extensions_map[".txt"] = "text/plain"
    faults.same("the file behind it", page.tab.evaluate(get, site.url + "kit/late.txt"), "better")
    context.close()
    site.close()


def broken(b, url):
    """What a browser lacks is told."""
    cases = {
        "delete window.WebAssembly": "no WebAssembly",
        "delete window.Worker": "no web workers",
        "window.riffleFake = {startError: 'riffle.wasm could not be loaded: the network went away. Reload the page to try again.'}": "the network went away",
    }
    for script, says in cases.items():
        page = Page(b.new_page())
        page.tab.add_init_script(script)
        page.open(url, ready=False)
        page.await_notice(says)
        page.await_state("failed")
        page.shot("failed")
        page.type("1+1")
        page.tab.keyboard.press("Control+Enter")
        page.await_notice("isn’t loaded")
        page.tab.close()
    for script in "Object.defineProperty(window, 'indexedDB', {value: undefined})", "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }; Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('no', 'SecurityError') }})":
        page = Page(b.new_page())
        page.tab.add_init_script(script)
        page.open(url)
        page.await_notice("keeps nothing for this page")
        faults.same("1+1 without storage", page.run("1+1"), "2")
        page.tab.close()
    page = Page(b.new_page())
    page.tab.add_init_script("delete window.CompressionStream; delete window.DecompressionStream")
    page.open(url + "#riffle1.AAAAAAAA")
    page.await_notice("too old for links")
    page.tab.click("#notices .close")
    page.run("1+1")
    page.tab.click("#share")
    page.await_notice("too old for links")
    # The page comes, the kernel doesn't.
    page = Page(b.new_page(service_workers="block"))
    page.tab.route("**/kit/client.js", lambda r: r.abort())
    page.open(url, ready=False)
    page.await_state("failed")
    page.await_notice("couldn't be loaded")
    page.tab.close()


def looks(b, url):
    """On all widths nothing is cut, letters have contrast, and axe finds nothing."""
    axe = Path(f"{modules}/axe-core/axe.min.js").read_text()
    for scheme in "light", "dark":
        for width in 320, 480, 1280:
            context = b.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, has_touch=width < 500, bypass_csp=True)
            page = Page(context.new_page()).open(url)
            page.shot(f"start-{scheme}-{width}")
            for c in "1+1", "print \\u001b[32mgreen\\u001b[0m and \\u001b[2mfaint\\u001b[0m\\nline 2 " + "long " * 60, TABLE, SVG, "panic Lottery.Pick: k = 41, want 0 to 40", "?NewLottery", "progress", "first := func(deck []int) int {\n\treturn deck[0] // a line that is longer than a phone is wide, with a comment\n}":
                page.run(c)
            page.type("NewLottery(40")
            wide = page.tab.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                faults.append(f"{scheme}, {width} pixels: the page is {wide} wider")
            page.shot(f"cells-{scheme}-{width}")
            page.shot(f"all-{scheme}-{width}", full=True)
            page.tab.evaluate(axe)
            found = page.tab.evaluate("axe.run(document, {iframes: false, resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.target).slice(0, 3)))")
            faults.extend(f"{scheme}, {width} pixels: axe: {f}" for f in found)
            context.close()


shutil.copytree(Path(__file__).with_name("fake"), f"{site_folder}/kit", dirs_exist_ok=True)
site = Site(site_folder)
url = site.url + "page/index.html"
with browser() as b:
    for test in [t for t in (keys, boxes, floods, links, files, kept, insecure, versions, others, signed, embedded, looks, broken) if not sys.argv[4:] or t.__name__ in sys.argv[4:]]:
        began = time.monotonic()
        test(b, url)
        print(f"{test.__name__}: {time.monotonic() - began:.1f} s", file=sys.stderr)
sys.exit("\n".join(faults) or None)
