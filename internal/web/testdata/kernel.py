"""What students do with a kernel in JupyterLite: they open a lesson of the site, run,
complete, inspect, interrupt, type an input, move a slider, restart and reload. The
argument is a site with the course."""

import sys

from lab import await_notebook, await_text, cell, notebook_of, output, run
from lite import Lite

CELLS = [
    "NewLottery(40, JavaRandom(42)).Pick(6)",
    "kept := 21",
    "for { }",
    "kept * 2",
    """var name string
fmt.Scanln(&name)
fmt.Println("hello", name)""",
    """Interact(func(cards int) any { return fmt.Sprint("cards: ", cards) }, widget.Range(2, 52))""",
    "Display(fair.RiffleCurve(52, 12))",
    "NewLot",
]


def interrupts(page):
    """A cell without end, interrupted: the variables are still there."""
    run(page, 2)
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='busy']")
    page.wait_for_timeout(300)
    page.evaluate("() => jupyterapp.commands.execute('notebook:interrupt-kernel')")
    await_text(output(page, 2), "interrupted")
    run(page, 3)
    await_text(output(page, 3), "42")


def types(page):
    run(page, 4)
    field = page.locator(".jp-Stdin-input")
    field.fill("Ada")
    field.press("Enter")
    await_text(output(page, 4), "hello Ada")


def moves(page):
    run(page, 5)
    await_text(output(page, 5), "cards: 27")
    handle = cell(page, 5).locator(".noUi-handle").first
    handle.focus()
    handle.press("ArrowRight")
    await_text(output(page, 5), "cards: 28")


def completes(page):
    cell(page, 7).locator(".cm-content").click()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.wait_for_function("() => document.querySelectorAll('.jp-CodeCell')[7].querySelector('.cm-content').textContent.includes('NewLottery')"
                           " || document.querySelector('.jp-Completer-item')")
    if page.locator(".jp-Completer-item").count():
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.jp-CodeCell')[7].querySelector('.cm-content').textContent.startsWith('NewLottery')")
    page.keyboard.press("Shift+Tab")
    await_text(page.locator(".jp-Tooltip"), "Lottery")
    page.keyboard.press("Escape")


def visit(lite):
    complaints = []
    lite.put({"kernel.ipynb": notebook_of(CELLS)})
    page = lite.open("kernel.ipynb", complaints=complaints)
    run(page, 0)
    await_text(output(page, 0), "[")
    run(page, 1)
    interrupts(page)
    types(page)
    moves(page)
    run(page, 6)
    output(page, 6).locator("object, img, svg").first.wait_for()
    completes(page)
    lite.shot(page, "lite-kernel")
    page.evaluate("() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    await_notebook(page)
    run(page, 3)
    await_text(output(page, 3), "undefined: kept")
    page.close()
    assert not complaints, complaints


def handed_out(lite):
    """The site's lessons open with riffle, and what is changed in one is kept."""
    page = lite.open("01-lottery.ipynb", app="notebooks")
    n = page.evaluate("() => jupyterapp.shell.currentWidget.content.widgets.findIndex(w => w.model.type == 'code')")
    assert n >= 0 and "SOLUTION" not in page.content()
    page.evaluate("""async () => {
        const {model} = jupyterapp.shell.currentWidget.content
        model.cells.get(0).sharedModel.setSource('# changed here')
        await jupyterapp.commands.execute('docmanager:save')
    }""")
    page.close()
    page = lite.open("01-lottery.ipynb", app="notebooks")
    await_text(page.locator(".jp-MarkdownOutput").first, "changed here")
    page.close()


with Lite(sys.argv[1]) as lite:
    visit(lite)
    handed_out(lite)
    assert not lite.asked, f"other servers were asked for {lite.asked}"
