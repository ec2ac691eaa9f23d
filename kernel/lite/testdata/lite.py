"""The kernel for browsers in a headless Chromium. Arguments: the folder with kit/ in it, the
larger program, and the Chromium. Each function below is a case with a browser context, and so a storage, of its
own; failures are listed at the end."""

import inspect
import hashlib
import json
import pathlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from server import HERE, Site

sys.path.append(str(HERE.resolve().parents[2] / "internal" / "test" / "leak"))
import leak  # noqa: E402, which is there

SLOW = 120_000  # ms; each wait is for an event and ends with it


class Page:
    """The test's page in a tab."""

    def __init__(self, site, context, **options):
        self.site = site
        self.tab = context.new_page()
        self.tab.set_default_timeout(SLOW)
        self.load(**options)

    def load(self, **options):
        self.tab.goto(self.site.url + "test/page.html")
        self.tab.wait_for_function("window.riffle")
        self.started = self.tab.evaluate("o => riffle.open(o).then(() => '', e => e.message)", options)

    def run(self, cell, answers=()):
        return leak.refuse(self.tab.evaluate("([cell, answers]) => riffle.run(cell, answers)", [cell, list(answers)]))

    def ask(self, kind, content, channel="shell"):
        return self.tab.evaluate("([k, c, ch]) => riffle.ask(k, c, ch)", [kind, content, channel])

    def begin(self, cell, until=None):
        """Runs a cell that takes long; until is what it shows when it does."""
        self.tab.evaluate("cell => { window.running = riffle.run(cell) }", cell)
        self.tab.wait_for_function(
            "until => riffle.heard.some(([, m]) => until ? m.content.text?.includes(until) : m.content.execution_state == 'busy')", arg=until
        )

    def stop(self):
        """Interrupts it; returns how it ended, and after how many ms."""
        return self.tab.evaluate(
            "async () => { const t = performance.now(); riffle.kernel.interrupt(); return [await window.running, performance.now() - t] }"
        )

    def notices(self):
        return self.tab.evaluate("riffle.notices")


def equal(got, want):
    assert got == want, f"got {got!r}, want {want!r}"


def has(text, part):
    assert part in (text or ""), f"{text!r} hasn't {part!r}"


# Cells that don't end by themselves, and what they show meanwhile.
FOREVER = [("for {\n}", None), ("for {\n\tfmt.Println(`on`)\n}", "on"), ("time.Sleep(time.Hour)", None)]


def cells(site, context):
    """A session of cells, then all other requests."""
    p = Page(site, context)
    equal(p.started, "")
    for n, c in enumerate(json.loads((HERE / "cells.json").read_text()), 1):
        r = p.run(c["cell"], c.get("answers", ()))
        equal(r["count"], n)
        if "error" in c:
            has(r["error"], c["error"])
            equal(r["status"], "error")
        else:
            equal((r["status"], r["shown"]), ("ok", c["shown"]))
    equal(p.ask("complete_request", {"code": "NewLott", "cursor_pos": 7})["matches"], ["NewLottery"])
    has(p.ask("inspect_request", {"code": "NewLottery", "cursor_pos": 5, "detail_level": 0})["data"]["text/plain"], "returns a lottery")
    equal(p.ask("is_complete_request", {"code": "for {"}), {"status": "incomplete", "indent": "\t"})
    info = p.ask("kernel_info_request", {}, "control")
    equal((info["implementation"], info["status"], info["protocol_version"]), ("riffle", "ok", "5.5"))
    equal(p.ask("nonsense_request", {})["status"], "error")
    equal(p.notices(), [])


def history(site, context):
    """It survives a reload, and two tabs are two sessions."""
    a = Page(site, context)
    a.run("1")
    a.load()
    b = Page(site, context)
    a.run("2")
    b.run("3")
    a.run("4")
    c = Page(site, context)
    c.run("5")
    got = c.ask("history_request", {"hist_access_type": "tail", "n": 10})["history"]
    equal(got, [[1, 1, "1"], [2, 1, "2"], [2, 2, "4"], [3, 1, "3"], [4, 1, "5"]])
    c.tab.evaluate("riffle.kernel.restart()")
    equal(c.run("6")["count"], 1)
    equal(c.ask("history_request", {"hist_access_type": "range", "session": -1, "start": 1, "stop": 9})["history"], [[4, 1, "5"]])


def no_storage(site, context):
    """Without IndexedDB the kernel works and says what isn't kept."""
    context.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    p = Page(site, context)
    equal(p.run("1+1")["shown"], ["text/plain: 2"])
    has("".join(p.notices()), "no storage")


def interrupts(site, context):
    """By the shared flag; the variables are kept."""
    p = Page(site, context)
    assert p.tab.evaluate("crossOriginIsolated")
    interrupted(p)


def interrupts_by_signal(site, context):
    """As a service worker has it."""
    interrupted(Page(site, context, signal="/signal"))


def interrupts_by_message(site, context):
    """Where there is nothing else."""
    interrupted(Page(site, context))


def no_signal(site, context):
    """A server that answers in a service worker's place isn't asked again and again."""
    site.alias["/elsewhere"] = "/test/page.html"
    p = Page(site, context, signal="/elsewhere")
    p.run("for t := time.Now(); time.Since(t) < 2*time.Second; {\n}")
    asked = site.asked.count("/elsewhere")
    assert 1 <= asked <= 2, f"asked {asked} times"
    p.tab.evaluate("riffle.heard.length = 0")
    p.begin("time.Sleep(time.Hour)")
    equal((p.stop()[0]["name"], site.raised), ("interrupted", False))


interrupts_by_signal.isolated = interrupts_by_message.isolated = no_signal.isolated = False


def interrupted(p):
    p.run("x := 42")
    for cell, until in FOREVER:
        p.begin(cell, until)
        r, ms = p.stop()
        assert (r["status"], r["name"]) == ("error", "interrupted"), r
        has(r["error"], "kept")
        equal(p.run("x")["shown"], ["text/plain: 42"])
        p.tab.evaluate("riffle.heard.length = 0")
    p.tab.evaluate("riffle.kernel.interrupt()")  # nobody is meant
    equal(p.run("x")["status"], "ok")


def helped(site, context):
    """Further web workers help with an experiment that lasts: it comes out the same, and can be interrupted."""
    p = Page(site, context)
    if p.tab.evaluate("navigator.hardwareConcurrency") < 2:
        return # there is nobody
    notes = []
    p.tab.on("console", lambda m: notes.append(m.text))
    p.run("Seed(3)\ndraws := 200\nfunc play(rng PRNG) (n int) {\n\tfor range draws {\n\t\tn += rng.IntN(6)\n\t}\n\treturn n % 11\n}")
    p.run("alone := trials.Run") # by this name nobody can help
    runs = 200
    while not notes: # it doesn't last yet
        runs *= 3
        want = p.run(f"alone({runs}, play, trials.Options{{Seeded: true, Seed: 5}})")
        got = p.run(f"trials.Run({runs}, play, trials.Options{{Seeded: true, Seed: 5}})")
        equal((got["status"], got["shown"][-1]), ("ok", want["shown"][-1]))
    # What others would see is done once, here.
    p.run(f"all := 0\nalias := &all\nr := trials.Run({runs}, func(rng PRNG) int {{ *alias++; return play(rng) }})")
    equal(p.run("all == r.Runs, r.Runs == r.Asked")["shown"][-1], "text/plain: true true")
    p.tab.evaluate("cell => { window.running = riffle.run(cell) }", f"r = trials.Run({10 * runs}, play)")
    time.sleep(4)
    stopped, took = p.stop()
    equal(stopped["status"], "ok")
    assert took < 3000, took
    equal(p.run("0 < r.Runs, r.Stopped()")["shown"][-1], "text/plain: true true")
    equal(p.notices(), [])


def queue(site, context):
    """A failed cell aborts those that were sent before it was known."""
    p = Page(site, context)
    got = p.tab.evaluate("Promise.all(['1', 'nope', '2', '3'].map(c => riffle.run(c).then(r => r.status)))")
    equal(got, ["ok", "error", "aborted", "aborted"])
    equal(p.run("4")["count"], 3)


def patience(site, context):
    """The time that an interrupted cell has to end isn't that of the cell behind it."""
    p = Page(site, context)
    p.tab.clock.install()
    p.tab.evaluate("""() => {
        const run = (code) => riffle.kernel.request('shell', 'execute_request', {code, stop_on_error: false}).then((r) => r.content.status);
        window.running = [run('time.Sleep(time.Hour)'), run('fmt.Println(`second`)\\ntime.Sleep(time.Second)')];
    }""")
    p.tab.wait_for_function("riffle.heard.some(([, m]) => m.header.msg_type == 'execute_input')")
    p.tab.evaluate("riffle.kernel.interrupt()")
    p.tab.wait_for_function("riffle.heard.some(([, m]) => m.content.text == 'second\\n')")
    p.tab.clock.fast_forward(20_000)
    equal(p.tab.evaluate("Promise.all(window.running)"), ["error", "ok"])


def widgets(site, context):
    """A slider that is moved calls the cell's function."""
    p = Page(site, context)
    r = p.run("Interact(func(n int) int { return 1000 + n })")
    has(r["shown"][-1], "widget-view")
    p.tab.evaluate("""async () => {
        const opens = riffle.heard.map(([, m]) => m).filter(m => m.header.msg_type == 'comm_open');
        const slider = opens.find(m => m.content.data.state._model_name == 'IntSliderModel');
        riffle.heard.length = 0;
        riffle.kernel.send('shell', {
            header: {msg_id: 'moved', msg_type: 'comm_msg', session: 'p', username: '', date: new Date().toISOString(), version: '5.5'},
            parent_header: {}, metadata: {}, content: {comm_id: slider.content.comm_id, data: {method: 'update', state: {value: 7}, buffer_paths: []}}, buffers: [],
        });
    }""")
    p.tab.wait_for_function("JSON.stringify(riffle.heard).includes('1007')")


def debugger(site, context):
    """A breakpoint stops a cell, which goes on; the front end hears when the debugger is gone."""
    p = Page(site, context)
    cell = "x := 1\ny := x + 1\nfmt.Println(y)"

    def debug(seq, command, **arguments):
        r = p.ask("debug_request", {"type": "request", "seq": seq, "command": command, "arguments": arguments}, "control")
        assert r["success"], r
        return r.get("body")

    debug(1, "initialize", clientID="test", adapterID="go", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
    debug(2, "attach")
    path = debug(3, "dumpCell", code=cell)["sourcePath"]
    assert debug(4, "setBreakpoints", source={"path": path}, breakpoints=[{"line": 2}])["breakpoints"][0]["verified"]
    debug(5, "configurationDone")
    p.tab.evaluate("cell => { window.running = riffle.run(cell) }", cell)
    stopped = "riffle.heard.find(([, m]) => m.content.event == 'stopped')"
    p.tab.wait_for_function(stopped)
    thread = p.tab.evaluate(stopped + "[1].content.body.threadId")
    equal(debug(6, "stackTrace", threadId=thread)["stackFrames"][0]["line"], 2)
    debug(7, "continue", threadId=thread)
    equal(p.tab.evaluate("window.running")["shown"], ["2\n"])
    p.run("%reset hard")
    p.tab.wait_for_function("riffle.heard.some(([, m]) => m.content.event == 'terminated')")


def death(site, context):
    """The program ends: the cell's error says what is lost, and the kernel goes on."""
    p = Page(site, context)
    p.run("x := 42\nInteract(func(n int) int { return n })")
    got = p.tab.evaluate("""async () => {
        const waits = [riffle.run(`for {}`), riffle.run('x')];
        await new Promise(r => setTimeout(r, 300));
        riffle.worker.onerror(new ErrorEvent('error', {message: 'boom'}));
        return Promise.all(waits);
    }""")
    equal([r["status"] for r in got], ["error", "aborted"])
    has(got[0]["error"], "the session's variables are lost, so run the cells again")
    has("".join(got[0]["trace"]), "lost")
    assert p.tab.evaluate("riffle.heard.some(([, m]) => m.header.msg_type == 'comm_close')")
    r = p.run("x")
    equal((r["count"], r["status"]), (3, "error"))
    has(p.notices()[0], "lost")


def memory(site, context):
    """A cell that takes too much ends; a native that takes all ends the program."""
    p = Page(site, context)
    p.run("x := 42")
    r = p.run("func() {\n\tvar all [][]byte\n\tfor {\n\t\tall = append(all, make([]byte, 64<<20))\n\t}\n}()")
    equal(r["status"], "error")
    has(r["error"], "out of memory")
    equal(p.run("x")["shown"], ["text/plain: 42"])
    r = p.run('len(strings.Repeat("x", 1<<32))')
    equal((r["status"], r["name"]), ("error", "out of memory"))
    has(r["error"], "the session's variables are lost, so run the cells again")
    has(p.run("x")["error"], "undefined")


def renewal(site, context):
    """%reset hard starts the program anew; what waits runs there."""
    p = Page(site, context)
    p.run("x := 42")
    got = p.tab.evaluate("Promise.all(['%reset hard', '1+1'].map(c => riffle.run(c)))")
    equal([(r["status"], r["count"]) for r in got], [("ok", 2), ("ok", 3)])
    equal(got[1]["shown"][-1], "text/plain: 2")
    has(p.run("x")["error"], "undefined")


LARGER = 'import "gonum.org/v1/gonum/mat"\nmat.NewDense'


def larger(site, context):
    """A package of the larger program: it is started, and the cells that ran well run again
    without output. Here it is the same program, so the cell fails all the same."""
    site.alias["/kit/riffle-all.wasm"] = "/kit/riffle.wasm"
    site.alias["/kit/riffle-all-rest.wasm"] = "/kit/riffle-rest.wasm"
    p = Page(site, context)
    p.run("x := 41\nfmt.Println(x)")
    p.run("nope")
    p.run("x++")
    r = p.run(LARGER)
    equal((r["count"], r["status"], r["shown"]), (4, "error", ["error"]))
    has(r["error"], "larger riffle")
    assert "/kit/riffle-all.wasm" in site.asked
    r = p.run("x")
    equal((r["count"], r["shown"]), (5, ["text/plain: 42"]))
    has(" ".join(p.notices()), "package gonum.org/v1/gonum/mat comes with the larger riffle: cells 1 to 3 ran again")
    got = p.ask("history_request", {"hist_access_type": "tail", "n": 9})["history"]
    equal([entry[:2] for entry in got], [[1, n] for n in range(1, 6)])


def all_packages(site, context):
    """The larger program itself."""
    p = Page(site, context)
    p.run("x := 41")
    for cell, value in {
        'import "crypto/sha256"\nfmt.Sprintf("%x", sha256.Sum256([]byte("riffle")))': f'"{hashlib.sha256(b"riffle").hexdigest()}"',
        "x + 1": "42",
        'import "net/url"\nu, _ := url.Parse("https://a.example/b?c=d%20e")\nu.Query().Get("c")': '"d e"',
        'import "gonum.org/v1/gonum/stat"\nstat.Mean([]float64{1, 2, 6}, nil)': "3",
        'import "gonum.org/v1/gonum/mat"\nmat.NewDense(2, 2, []float64{1, 2, 3, 4}).At(1, 0)': "3",
        'import "html/template"\ntemplate.HTMLEscapeString("<a>")': '"&lt;a&gt;"',
    }.items():
        equal(p.run(cell)["shown"], ["text/plain: " + value])
    r = p.run('import "gonum.org/v1/plot"\np := plot.New()\np.Title.Text = "A title"\np')
    has(r["shown"][-1], "image/svg+xml")
    has(p.run('import "net/http"\nhttp.Get("https://a.example")')["error"], "a browser's programs can't open connections")
    p.run("func TestX(t *testing.T) { t.Log(x); fmt.Println(`printed`) }\nfunc TestY(t *testing.T) { t.Fatal(`no`) }")
    r = p.run("%test -v")
    has(r["shown"][0], "printed\n--- PASS: TestX")
    has(r["shown"][0], "--- FAIL: TestY")
    has(r["error"], "a test failed")


def no_larger(site, context):
    """The larger program can't be had: the cell's error says so, and the variables are there."""
    program = "/kit/riffle-all.wasm"
    p = Page(site, context)
    p.run("x := 42")
    p.run("m := NewDeck()\nm.Shuffle()")
    before = p.run("m")["shown"]
    for n, (where, why) in enumerate([(site.missing, "the server answers 404"), (site.broken, "there is no connection")]):
        where.add(program)
        r = p.run(LARGER)
        equal((r["count"], r["status"]), (4 + 2 * n, "error"))
        has("".join(r["trace"]), "riffle-all.wasm can't be had")
        has("".join(r["trace"]), why)
        if where is site.missing:  # the session goes on where it was
            equal((p.run("m")["shown"], p.notices()), (before, []))
        else:  # the program's end couldn't be had, so the cells ran again
            equal(p.run("x")["shown"], ["text/plain: 42"])
        where.clear()
    equal(p.run('import "gonum.org/v1/gonum/stat"\nstat.Mean([]float64{1, 2, 6}, nil)')["shown"], ["text/plain: 3"])
    equal(p.run("x")["shown"], ["text/plain: 42"])


def junk(site, context):
    """What isn't one of Jupyter's messages is told, what is too long refused."""
    p = Page(site, context)
    for message, why in [
        ("null", "want an object"), ("{}", "no header"), ("{header: {msg_id: 'a'}}", "no msg_type"),
        ("{header: {msg_id: 'a', msg_type: 'x'}, content: [1]}", "content is no object"),
    ]:
        has(p.tab.evaluate("m => { try { riffle.kernel.send('shell', eval(`(${m})`)) } catch (e) { return e.message } }", message), why)
    has(p.tab.evaluate("async () => { try { await riffle.kernel.request('iopub', 'x', {}) } catch (e) { return e.message } }"), "no channel")
    r = p.tab.evaluate("riffle.ask('is_complete_request', {code: 'x'.repeat(70e6)})")
    has(r["evalue"], "at most 64 MB")
    has(p.ask("execute_request", {"code": 7})["evalue"], "execute_request")
    has(p.tab.evaluate("riffle.ask('complete_request', {code: () => 1})")["evalue"], "clone")
    equal(p.run("1+1")["shown"], ["text/plain: 2"])


def no_kit(site, context):
    """A kit that isn't there; the requests are answered."""
    p = Page(site, context, kit="/nowhere/")
    has(p.started, "/nowhere/worker.js")
    r = p.run("1+1")
    equal((r["status"], r["name"]), ("error", "no session"))


def no_program(site, context):
    """A kit without its program, and a restart when it has come."""
    site.missing.add("/kit/riffle.wasm")
    p = Page(site, context)
    has(p.started, "404")
    site.missing.clear()
    p.tab.evaluate("riffle.kernel.restart()")
    equal(p.run("1+1")["shown"], ["text/plain: 2"])


def first_values(site, context):
    """They don't need the rest of the program, which is fetched when nothing else is to do."""
    site.missing.add(REST)
    p = Page(site, context)
    for cell, shown in FIRST.items():
        equal(p.run(cell)["shown"], shown)
    site.missing.clear()
    before = site.asked.count(REST)
    p.run("7")
    p.tab.wait_for_timeout(1000)
    equal(site.asked.count(REST), before + 1)
    equal(p.run(LOOP)["shown"], ["text/plain: 45"])


REST = "/kit/riffle-rest.wasm"
LOOP = "sum := 0\nfor i := range 10 {\n\tsum += i\n}\nsum"

FIRST = {
    "Seed(7)\nlen(NewLottery(40).Pick(6))": ["text/plain: 6"],
    "1+1": ["text/plain: 2"],
    'fmt.Println("hello")': ["hello\n"],
    "x := []int{1, 2, 3}\nx": ["text/plain: [1 2 3]"],
    "x[1]": ["text/plain: 2"],
}


def no_rest(site, context):
    """What needs the rest of the program while it can't be had ends the session, and says why."""
    for where, why in [(site.missing, "the server answers 404"), (site.broken, "there is no connection")]:
        where.add(REST)
        p = Page(site, context)
        p.run("x := 42")
        r = p.run(LOOP)
        equal(r["status"], "error")
        has(r["error"], f"riffle-rest.wasm can't be had: {why}")
        has(r["error"], "lost")
        where.clear()
        equal(p.run(LOOP)["shown"][-1], "text/plain: 45")
    site.made[REST] = b"<h1>Sign in</h1>"
    p = Page(site, context)
    has(p.run(LOOP)["error"], "riffle-rest.wasm can't be had: something else came in its place")
    # One of another program isn't joined with this one.
    site.made[REST] = b"\0asm\1\0\0\0\2\x0e\1\5first\3old\3\x7f\0"
    p = Page(site, context)
    has(p.run(LOOP)["error"], "the site has a newer riffle by now; reload the page")


def newer(site, context):
    """A program that the browser has is used as long as it is the site's. These do nothing,
    and what is no program can't be loaded."""
    program = "/kit/small.wasm"
    site.made[program] = b"\0asm\1\0\0\0"
    p = Page(site, context, program="small.wasm")
    has(p.started, "could not start")
    p.load(program="small.wasm")
    has(p.started, "could not start")
    assert program in site.unchanged
    for other in b"<h1>Sign in</h1>", b"\0asm\1\0\0\0\1\x60":
        site.made[program] = other
        p.load(program="small.wasm")
        has(p.started, "riffle could not be loaded: small.wasm can't be had: something else came in its place, or only a part of it; sign in")


def no_network(site, context):
    """The network vanishes while data is fetched."""
    p = Page(site, context)
    cells = {
        'import "text/tabwriter"\ntabwriter.AlignRight': "text/plain: 4",
        'tabwriter.Debug': "text/plain: 32",
        'Display("x") == nil': "text/plain: true",
    }
    site.cut = True
    for cell in cells:
        error = p.run(cell)["error"]
        has(error, "can't be had now")
        has(error, "there is no connection; the next cell that needs it tries again")
    site.cut = False
    for cell, value in cells.items():
        equal(p.run(cell)["shown"][-1], value)


def no_webassembly(site, context):
    """A browser without WebAssembly."""
    p = Page(site, context, without="WebAssembly")
    has(p.started, "no WebAssembly")


def main():
    kit, all_packages, chromium, *only = sys.argv[1:]
    cases = [f for n, f in globals().items() if inspect.isfunction(f) and f.__doc__ and n != "main" and (not only or n in only)]
    failed = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for case in cases:
            began = time.monotonic()
            with Site(kit, getattr(case, "isolated", True)) as site:
                context = browser.new_context()
                site.others["/kit/riffle-all.wasm"] = pathlib.Path(all_packages)
                try:
                    case(site, context)
                except Exception:
                    failed.append(f"{case.__name__}: {traceback.format_exc()}")
                context.close()
            print(f"{case.__name__} {time.monotonic() - began:.1f} s")
        browser.close()
    print("\n".join(failed))
    sys.exit(bool(failed))


main()
