"""Debugs cells in JupyterLab: breakpoints by a click beside a line, steps, variables, the
calls, a cell that was edited, a line without code, a debugger that is switched off while
a cell stands still."""

from lab import await_idle, await_text, cell, notebook, output, run

FUNCTION = """type Point struct{ X, Y int }

func double(n int) int {
	m := 2 * n
	return m
}"""
CELL = """total := 0
p := Point{1, 2}
for i := range 3 {
	total += double(i)
	// each round
	p.X++
}
fmt.Println(total, p)"""


def switch(page):
    """Switches the debugger on or off."""
    page.click(".jp-DebuggerBugButton:not([aria-disabled='true'])")


def click(page, n, line):
    """Sets a breakpoint of a cell, or takes it away."""
    row = cell(page, n).locator(".cm-line").nth(line - 1).bounding_box()
    gutter = cell(page, n).locator(".cm-gutter.cm-breakpoint-gutter").bounding_box()
    page.mouse.click(gutter["x"] + gutter["width"] / 2, row["y"] + row["height"] / 2)


def press(page, button):
    page.locator(f".jp-DebuggerSidebar jp-button[title^='{button}']").click()


def await_stop(page, at, line, stack, **variables):
    """Waits until a line is highlighted, and wants these calls and variables beside it."""
    page.wait_for_function(
        """([n, line]) => {
			const lines = [...document.querySelectorAll('.jp-CodeCell')[n].querySelectorAll('.cm-line')]
			return lines.findIndex(e => e.classList.contains('jp-DebuggerEditor-highlight')) == line - 1
		}""",
        arg=[at, line],
    )
    page.wait_for_function(
        """stack => {
			const frames = [...document.querySelectorAll('.jp-DebuggerCallstackFrame')]
			return stack.length == frames.length && stack.every(([name, line], i) => {
				const at = frames[i].querySelector('.jp-DebuggerCallstackFrame-location').innerText
				return frames[i].querySelector('.jp-DebuggerCallstackFrame-name').innerText == name && at.endsWith(':' + line)
			})
		}""",
        arg=stack,
    )
    page.wait_for_function(
        """want => {
			const found = Object.fromEntries([...document.querySelectorAll('.jp-DebuggerVariables .jp-TreeItem')].map(e =>
				['name', 'detail'].map(part => e.querySelector('.jp-DebuggerVariables-' + part)?.innerText.replace(/:$/, ''))))
			return Object.entries(want).every(([name, value]) => found[name] == value)
		}""",
        arg={name: str(value) for name, value in variables.items()},
    )


def await_breakpoints(page, *lines):
    page.wait_for_function(
        "want => String([...document.querySelectorAll('.jp-DebuggerBreakpoint-line')].map(e => e.innerText)) == String(want)",
        arg=lines,
    )


def steps(page):
    """Stops, goes into the function and out of it, and on."""
    click(page, 1, 4)
    await_breakpoints(page, 4)
    run(page, 1)
    await_stop(page, 1, 4, [["the cell", 4]], total=0, i=0, p="Point")
    press(page, "Step In")
    await_stop(page, 0, 4, [["double", 4], ["the cell", 4]], n=0)
    press(page, "Next")
    await_stop(page, 0, 5, [["double", 5], ["the cell", 4]], n=0, m=0)
    press(page, "Step Out")
    await_stop(page, 1, 6, [["the cell", 6]], total=0)
    press(page, "Continue")
    await_stop(page, 1, 4, [["the cell", 4]], total=0, i=1)


def edit(page):
    """A cell that was edited is another: its breakpoint is that of its line, once it runs."""
    cell(page, 1).locator(".cm-line").nth(0).click()
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    run(page, 1)


def begin(lab, theme):
    """Runs the function with the debugger on, stops, and steps."""
    page = lab.open(f"{theme}.ipynb".lower(), theme)
    page.set_viewport_size({"width": 1280, "height": 900})
    run(page, 0)
    await_idle(page)
    # Switched on right after the first cell, the debugger shows no breakpoints. We know
    # of nothing on the page that tells when it would.
    page.wait_for_timeout(500)
    switch(page)
    page.wait_for_selector(".jp-DebuggerBugButton[aria-pressed='true']")
    steps(page)
    lab.shot(page, f"debugger-{theme}".lower())
    return page


def light(lab):
    page = begin(lab, "Light")
    click(page, 1, 4)
    await_breakpoints(page)
    press(page, "Continue")
    await_text(output(page, 1), "6 {4 2}")
    await_idle(page)

    edit(page)
    await_text(output(page, 1), "11 {4 2}")
    await_idle(page)
    click(page, 1, 5)  # which is a comment; on a blank line JupyterLab takes the one before
    await_breakpoints(page, 6)
    run(page, 1)
    await_stop(page, 1, 6, [["the cell", 6]], total=5, i=0)
    lab.shot(page, "debugger-comment")

    # Who switches the debugger off lets the cell go on.
    switch(page)
    await_text(output(page, 1), "11 {4 2}")
    await_idle(page)
    page.wait_for_selector(".jp-DebuggerBugButton[aria-pressed='false']")
    run(page, 1)
    await_text(output(page, 1), "11 {4 2}")
    page.close()


def visit(lab):
    notebook(f"{lab.folder}/light.ipynb", [FUNCTION, CELL])
    notebook(f"{lab.folder}/dark.ipynb", [FUNCTION, CELL])
    light(lab)
    begin(lab, "Dark").close()
    return []
