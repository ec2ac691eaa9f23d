package notebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"

	"riffle/internal/proto"
)

// page holds the outputs of all cells of a run. They share one lock, because a
// cell may update what another displayed.
type page struct {
	mu        sync.Mutex
	recorders []*recorder
	widgets   widgets
	closed    bool
}

// entry is one output in the making: a stream, whose bytes may still grow, or
// any other.
type entry struct {
	stream string
	text   bytes.Buffer

	out Output
	id  string // for updates
}

// recorder is the proto.Output of one cell.
type recorder struct {
	page    *page
	cell    *Cell
	entries []*entry
	// clear says that the next output replaces all earlier ones.
	clear bool
	flood proto.Flood
}

func (p *page) recorder(c *Cell) *recorder {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := &recorder{page: p, cell: c}
	p.recorders = append(p.recorders, r)
	return r
}

// closePage moves the outputs into the cells; later ones are lost.
func (p *page) closePage() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, r := range p.recorders {
		r.cell.Outputs = r.outputs()
	}
}

// outputs is the cell's outputs so far; the page's lock is held.
func (r *recorder) outputs() []Output {
	var outs []Output
	for _, e := range r.entries {
		outs = append(outs, e.currentOutput())
	}
	return outs
}

// currentOutput is the entry as it is now, which an update does not change.
func (e *entry) currentOutput() Output {
	if e.out != nil {
		return maps.Clone(e.out)
	}
	return Output{"output_type": "stream", "name": e.stream, "text": strings.ToValidUTF8(e.text.String(), "\uFFFD")}
}

// locked runs f with the page's lock, unless the run is over and nobody would see what f
// records.
func (r *recorder) locked(f func()) {
	r.page.mu.Lock()
	defer r.page.mu.Unlock()
	if !r.page.closed {
		f()
	}
}

// addEntry appends an entry, after any Clear that waited for it. The page's lock is held.
func (r *recorder) addEntry(e *entry) {
	r.settleClear()
	r.entries = append(r.entries, e)
}

func (r *recorder) settleClear() {
	if r.clear {
		r.entries, r.clear = nil, false
	}
}

// Stream appends to the stream that the cell wrote last, or begins another.
// Bytes are kept as they come, as a character may be split between two calls.
func (r *recorder) Stream(name string, text []byte) {
	if text = r.flood.Pass(text); len(text) == 0 {
		return
	}
	r.locked(func() {
		r.settleClear()
		if n := len(r.entries); n == 0 || r.entries[n-1].stream != name {
			r.addEntry(&entry{stream: name})
		}
		r.entries[len(r.entries)-1].text.Write(text)
	})
}

// Display adds an output, or replaces what any cell displayed under the id.
func (r *recorder) Display(b proto.Bundle, update bool) {
	out := bundleOutput("display_data", b)
	r.locked(func() {
		switch {
		case !update:
			r.addEntry(&entry{out: out, id: b.ID})
		case b.ID != "":
			r.page.updateOutputs(b.ID, out)
		}
	})
}

// updateOutputs replaces representations; the output's type and count stay.
func (p *page) updateOutputs(id string, with Output) {
	for _, r := range p.recorders {
		for _, e := range r.entries {
			if e.id == id {
				e.out["data"], e.out["metadata"] = with["data"], with["metadata"]
			}
		}
	}
}

// Clear drops the cell's outputs; with wait, only when the next one comes.
func (r *recorder) Clear(wait bool) {
	r.flood.Clear()
	r.locked(func() {
		r.clear = true
		if !wait {
			r.settleClear()
		}
	})
}

// Input fails: there is nobody to answer.
func (r *recorder) Input(string, bool) (string, error) { return "", proto.ErrNoInput }

// Comm keeps the state of widgets, so that a page made of the file can show them.
func (r *recorder) Comm(c proto.Comm) {
	r.locked(func() { r.page.widgets.followComm(c) })
}

// Progress does nothing: a file holds results only.
func (r *recorder) Progress(proto.Progress) {}

// recordResult records a cell's value.
func (r *recorder) recordResult(count int, b *proto.Bundle) {
	if b == nil {
		return
	}
	out := bundleOutput("execute_result", *b)
	out["execution_count"] = json.Number(strconv.Itoa(count)) // as Decode gives it
	r.locked(func() { r.addEntry(&entry{out: out, id: b.ID}) })
}

// recordError records a cell's error as the kernel would, but without colours.
func (r *recorder) recordError(err *proto.CellError) {
	traceback := []any{}
	for line := range strings.SplitSeq(err.Trace(), "\n") {
		traceback = append(traceback, line)
	}
	out := Output{"output_type": "error", "ename": err.Name, "evalue": err.Message, "traceback": traceback}
	r.locked(func() { r.addEntry(&entry{out: out}) })
}

// bundleOutput is a bundle as an output. The id is not stored: it has no
// meaning after the run.
func bundleOutput(kind string, b proto.Bundle) Output {
	return Output{"output_type": kind, "data": bundleTree(b.Data), "metadata": bundleTree(b.Metadata)}
}

// bundleTree turns a bundle's map into a JSON tree, which may hold any Go value; one that JSON
// cannot express is kept as text.
func bundleTree(m map[string]any) object {
	t := make(object, len(m))
	for k, v := range m {
		p, err := toJSONTree(v)
		if err != nil {
			p = fmt.Sprint(v)
		}
		t[k] = p
	}
	return t
}
