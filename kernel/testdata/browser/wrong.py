"""What nobody should enter, on a page of JupyterLab: pictures and tables of numbers that
are none and of nothing, labels with scripts, and widgets whose models are gone. Each
value is a picture or a sentence, no script runs, and the console stays empty."""

from lab import await_end, await_text, cell, notebook, output, restart, run, run_all, save
from look import look

PREPARED = """hostile := `</text></svg><img src=x onerror="window.hit=1"><script>window.hit=1</script>]]>&#34;" onload="window.hit=1`
nan, inf := math.NaN(), math.Inf(1)
half := big.NewRat(1, 2)
each := func(values ...any) { for _, v := range values { Display(v) } }"""

# Each kind of picture, of table and of text.
WRONG = [
    """&fair.Positions{},
	&fair.Positions{Runs: 3},
	&fair.Positions{Runs: 5, Counts: [][]int{{1, 2}, {3}}},
	(*fair.Positions)(nil)""",
    """&fair.ExactPositions{},
	&fair.ExactPositions{P: [][]*big.Rat{{nil}}},
	&fair.ExactPositions{P: [][]*big.Rat{{half, half}, {}}}""",
    """&fair.OrderCounts{},
	&fair.OrderCounts{Cards: 3, Runs: 5}""",
    """&fair.Distribution{},
	fair.Exact(Naive, 0)""",
    """fair.Curve{},
	fair.Curve{Distance: []float64{nan, inf, -1, 5}},
	fair.RiffleCurve(0, 0)""",
    """fair.SampledCurve{},
	fair.SampledCurve{Cards: -4, Runs: 2, Favoured: []int{1, 1}, Fair: []float64{nan, inf}}""",
    """fair.CutSample{},
	fair.CutSample{Cards: 1, Runs: 5, Counts: []int{2, -3}}""",
    """&fair.Tree{},
	&fair.Tree{P: half, Branches: []*fair.Tree{nil, {}}}""",
    """&fair.Table{},
	&fair.Table{Items: []string{hostile}, Rows: []fair.Row{{Shuffled: 9, Items: []string{hostile, hostile}}}}""",
    """&fair.Lattices{},
	fair.PointSet{},
	fair.PointSet{Points: [][]uint64{{1, 2}, {3}}}""",
    """fair.Cycle{},
	fair.Cycle{Length: math.MaxUint64}""",
    """&fair.GeneratorReport{},
	&fair.GeneratorReport{Tests: []fair.GeneratorTest{{P: nan, Name: hostile}, {P: inf}, {P: -inf}}}""",
    """&games.Battle{},
	&games.Battle{Player1: games.Pile{-5, 0}, Player2: games.Pile{7}}""",
    """games.Fate{},
	games.Fate{Outcome: 99, Tricks: -3}""",
    """games.Rounds{},
	games.Rounds{{}, {}}""",
    """&games.BattleResult{},
	&games.BattleResult{Games: 3, Draw: trials.Share{Hits: 9, Runs: 1}}""",
    """&games.ClockGame{},
	&games.ClockGame{Left: []int{4, -1}, Turned: []int{17, 2}}""",
    """&trials.Result{},
	&trials.Result{Runs: 3, Numbers: true, Mean: trials.Estimate{Mean: nan, Deviation: inf, Runs: 3}},
	&trials.Result{Runs: 2, Outcomes: []trials.Outcome{{}, {Value: inf, Share: trials.Share{Hits: 1, Runs: 2}}, {Value: hostile, Share: trials.Share{Hits: 1, Runs: 2}}}}""",
    """trials.Share{},
	trials.Share{Hits: 5, Runs: 3},
	trials.Estimate{},
	trials.Estimate{Mean: nan, Runs: 5},
	trials.Estimate{Mean: -inf, Deviation: inf, Runs: 5}""",
    """&crack.Bet{},
	&crack.Bet{Card: 1, P: []*big.Rat{nil}}""",
    """&crack.Seeds{},
	&crack.Seeds{Seeds: []uint32{1}},
	&crack.Deals{}""",
    """Deck{},
	Hand{},
	Hands{},
	Tickets{},
	Ticket{}""",
    """display.Line([]float64{}),
	display.Line([]float64{nan, inf, -inf}),
	display.Line([]float64{1, nan, inf, 2}).Title(hostile).Labels(hostile, hostile).Name(hostile)""",
    """display.Scatter([]float64{}, []float64{}),
	display.Scatter([]float64{nan, 1}, []float64{1, inf})""",
    """display.Bar([]float64{}),
	display.Bar([]float64{nan, inf}),
	display.Bar([]string{hostile}, []float64{1}),
	display.Bar(map[string]int{hostile: 2})""",
    """display.Hist([]float64{}),
	display.Hist([]float64{nan, inf}),
	display.Hist([]float64{1, 1, nan})""",
    """display.Func(func(x float64) float64 { return nan }, 0, 1),
	display.Func(math.Log, -1, 1)""",
    """[]struct{ A, B string }{{hostile, hostile}, {}},
	map[string]string{hostile: hostile},
	[]map[string]any{{hostile: nan}, {hostile: inf}},
	[][]float64{{nan, inf}, {-inf, 0}},
	[][]string{{hostile, "n"}, {hostile, "1"}, {hostile, "2"}},
	[]struct{ A int }{},
	[][]int{},
	map[string]int{},
	mat.NewDense(2, 2, []float64{nan, inf, -inf, 0})""",
    """hostile,
	[]string{hostile},
	errors.New(hostile),
	&hostile""",
]

GONE = """closed := widget.IntSlider("closed", 0, 10)
closed.Observe(func(v int) { fmt.Println("closed now", v) })
closed"""
LOST = """lost := widget.IntSlider("lost", 0, 10)
lost.Observe(func(v int) { fmt.Println("lost now", v) })
lost"""
LABELS = """widget.VBox(widget.IntSlider(hostile, 0, 1), widget.Button(hostile), widget.Checkbox(hostile, true),
	widget.Dropdown(hostile, hostile, "b"), widget.Text(hostile, hostile), widget.Label(hostile), widget.IntProgress(hostile, 1))"""


def values(lab):
    """Each value, on a page that runs the cells and on one that finds what is stored."""
    complaints = []
    cells = [PREPARED, *(f"each(\n\t{w},\n)" for w in WRONG), LABELS]
    notebook(f"{lab.folder}/wrong.ipynb", cells)
    for theme in "Light", "Dark":
        page = lab.open("wrong.ipynb", theme, complaints)
        if theme == "Light":
            run_all(page)
            await_end(page)
            save(page)
        for width in 1280, 480:
            lab.whole(page, width)
            lab.shot(page, f"wrong-{theme}-{width}".lower())
            yield from (f"{theme}, {width} pixels wide: {fault}" for fault in look(page))
        for n, w in enumerate(WRONG, 1):
            shown = output(page, n).locator(".jp-OutputArea-output")
            if shown.count() != w.count(",\n") + 1:
                yield f"{shown.count()} outputs of {w}"
            for i in range(shown.count()):
                if not shown.nth(i).locator("img").count() and not shown.nth(i).inner_text().strip():
                    yield f"neither picture nor text: output {i + 1} of {w}"
        if output(page, len(cells) - 1).locator(".widget-label").count() == 0:
            yield "no widgets"
        if page.evaluate("window.hit"):
            yield f"{theme}: a script ran"
        page.close()
    yield from (f"the console says {c}" for c in complaints)


def move(page, n):
    """Moves a slider by a key."""
    handle = output(page, n).locator(".noUi-handle")
    handle.focus()
    handle.press("ArrowRight")


def gone(lab):
    """A slider that is closed leaves the page; one whose kernel was restarted can be moved
    and does nothing, and the new kernel works."""
    complaints = []
    notebook(f"{lab.folder}/gone.ipynb", [GONE, LOST, "closed.Close()", "1 + 1"])
    page = lab.open("gone.ipynb", "Light", complaints)
    for n in range(2):
        run(page, n)
        output(page, n).locator(".noUi-handle").wait_for()
    move(page, 1)
    await_text(output(page, 1), "lost now 1")
    run(page, 2)
    output(page, 0).locator(".noUi-handle").wait_for(state="detached")

    restart(page)
    page.wait_for_selector(".jupyter-widgets-disconnected")
    move(page, 1)
    lab.shot(page, "wrong-gone")
    run(page, 3)
    await_text(output(page, 3), "2")
    if "lost now 2" in output(page, 1).inner_text():
        yield "a function of a session that is gone was called"
    yield from (f"the console says {c}" for c in complaints)
    page.close()


def visit(lab):
    return [*values(lab), *gone(lab)]
