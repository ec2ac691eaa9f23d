"""Moves the widgets of a page in JupyterLab, as a student does, and looks at what
changes."""

from lab import await_text, cell, notebook, output, run, save

CELLS = [
    """Interact(func(cards, riffles int) any {
	fmt.Println("cards:", cards, "riffles:", riffles)
	return fair.RiffleCurve(cards, riffles)
}, widget.Range(2, 52), widget.Range(1, 12))""",
    """n := widget.IntSlider("n", 0, 10)
n.Observe(func(v int) { fmt.Println("now", v) })
n""",
    """out := widget.Output()
deal := widget.Button("deal")
dealer := NewDealer(JavaRandom(1))
deal.In(out).OnClick(func() { out.Clear(true); dealer.Shuffle(); Display(dealer.Deal(1, 5)) })
play := widget.Play(0, 3)
p := widget.FloatSlider("p", 0, 3)
play.Observe(func(v int) { p.Set(float64(v)) })
widget.VBox(
	widget.HBox(deal, widget.Checkbox("jokers", true), widget.Dropdown("pick", "a", "b")),
	play, p, widget.Text("name", "bob"), widget.IntProgress("done", 10), widget.HTML("<b>bold</b>"),
	widget.Label("label"), out)""",
    """Interact(func(i int) any { return fmt.Sprint("element ", []int{1, 2, 3}[i]) }, widget.Range(0, 4))""",
    """Interact(func(endless bool) any { for endless { }; return "ended" })""",
    """for n.Value() < 8 { time.Sleep(time.Millisecond) }
fmt.Println("reached", n.Value())""",
]


def handle(page, n, which=0):
    return cell(page, n).locator(".noUi-handle").nth(which)


def press(page, n, key, times=1, which=0):
    slider = handle(page, n, which)
    slider.focus()
    for _ in range(times):
        slider.press(key)


def picture(page, n):
    return output(page, n).locator("object, img").first.evaluate("e => e.data || e.src")


def first_visit(lab):
    page = lab.open("widgets.ipynb")
    for n in range(5):
        run(page, n)
    await_text(output(page, 0), "cards: 27 riffles: 6")
    before = picture(page, 0)
    press(page, 0, "ArrowRight", 3, which=1)
    await_text(output(page, 0), "cards: 27 riffles: 9")
    assert picture(page, 0) != before, "the picture doesn't change"
    assert "riffles: 6" not in output(page, 0).inner_text(), "the old result stays"

    # A cell that runs sees the slider move; its function prints in its own cell.
    run(page, 5)
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='busy']")
    handle(page, 1).focus()
    for _ in range(500):  # its function is called for the newest value only
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
    press(page, 1, "ArrowRight", 8)
    await_text(output(page, 5), "reached 8")
    await_text(output(page, 1), "now 8")
    lines = output(page, 1).inner_text().count("now")
    assert lines == 1, f"the function was called {lines} times"

    cell(page, 2).locator("button", has_text="deal").click()
    await_text(output(page, 2), "Hand #1")
    cell(page, 2).locator(".widget-play button").first.click()
    await_text(output(page, 2), "3.00")

    # A panic is shown, and the slider lives on.
    press(page, 3, "ArrowRight", 2)
    await_text(output(page, 3), "index out of range")
    press(page, 3, "ArrowLeft", 3)
    await_text(output(page, 3), "element 2")
    assert "index out of range" not in output(page, 3).inner_text(), "the panic stays"

    # A function without an end is ended by the button for that.
    cell(page, 4).locator("input[type='checkbox']").click()
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='busy']")
    page.click("[data-command='notebook:interrupt-kernel'], jp-button[title^='Interrupt']")
    await_text(output(page, 4), "interrupted")
    cell(page, 4).locator("input[type='checkbox']").click()
    await_text(output(page, 4), "ended")
    lab.shot(page, "widgets-light")
    save(page)
    page.close()


def second_visit(lab):
    """A page that is loaded anew finds the widgets as they are."""
    page = lab.open("widgets.ipynb", "Dark")
    await_text(output(page, 0), "cards: 27 riffles: 9")
    press(page, 0, "ArrowLeft", 1, which=1)
    await_text(output(page, 0), "cards: 27 riffles: 8")
    lab.shot(page, "widgets-dark")
    page.close()


def visit(lab):
    notebook(f"{lab.folder}/widgets.ipynb", CELLS)
    first_visit(lab)
    second_visit(lab)
    return []
