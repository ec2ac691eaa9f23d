package repl

import (
	"regexp"
	"strings"
	"sync"

	"riffle/internal/display/cols"
	"riffle/internal/proto"
	"riffle/repl/keys"
	"riffle/repl/view"
)

// hint is the signature of the call being written, shown below the text. It takes no keys
// except those that close it.
//
// It is looked up after the text has been drawn, so that no key waits for it, and by one
// goroutine at a time, so that fast typing doesn't ask more than can be answered.
type hint struct {
	shown  proto.Signature
	asked  query // what the answer must be about
	asking bool
	opened bool // by Tab, if it doesn't come by itself
	closed int  // where the arguments begin of the call whose signature the user has closed
}

// query is a place in a source.
type query struct {
	source string
	at     int
}

// maxHinted is the length of a text, in runes, from which no signatures are shown.
const maxHinted = 10_000

// hintRows is the height of a hint: the signature, and what the function does.
const hintRows = 2

// forgetHint begins a text without a hint. The goroutine that is asking finds nothing wanted.
func (h *hint) forgetHint() { *h = hint{asking: h.asking} }

// press closes the hint.
func (h *hint) press(k keys.Key) bool {
	if h.shown.Name == "" || k.Name != "Esc" && k.Name != "C-g" {
		return false
	}
	h.closed, h.opened, h.shown = h.shown.At, false, proto.Signature{}
	return true
}

// takeHint takes an answer.
func (h *hint) takeHint(s proto.Signature) {
	if s.At != h.closed {
		h.closed = 0
	}
	if s.Name == "" || s.At == h.closed {
		h.shown = proto.Signature{}
		return
	}
	h.shown = s
}

// hints reports whether signatures come by themselves. They are dim and bold: without
// colours they look as if they had been typed.
func (e *Editor) hints() bool { return e.style.on && e.cfg.Signature != nil && !e.answer }

// inform starts looking for the signature at the cursor.
func (e *Editor) inform() {
	h := &e.hint
	if !e.hinting() {
		return
	}
	if q := (query{e.buf.Text(), e.buf.Offset()}); q != h.asked {
		h.asked = q
		if !h.asking {
			h.asking = e.questions.startQuestion(e.followHint)
		}
	}
}

// hinting reports whether there may be a signature to show. What was shown goes with
// the closing parenthesis.
func (e *Editor) hinting() bool {
	h := &e.hint
	if !e.hints() && !h.opened || e.buf.Size() > maxHinted {
		return false
	}
	if !e.buf.InCall() {
		*h = hint{asking: h.asking}
		return false
	}
	return true
}

// followHint asks until the answer is about the current text. No key waits for it: an
// outdated answer is dropped.
func (e *Editor) followHint() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		q := e.hint.asked
		if q.source == "" {
			break
		}
		var s proto.Signature
		e.unlocked(func() { s = e.cfg.Signature(q.source, q.at) })
		if q == e.hint.asked {
			e.hint.takeHint(s)
			e.drawText()
			break
		}
	}
	e.hint.asking = false
}

// openHint shows the signature of the call whose next argument is at the cursor. It
// returns false if it is already shown, or there is none.
func (e *Editor) openHint() bool {
	h := &e.hint
	before := strings.TrimRight(e.buf.Before(), " \t")
	if h.shown.Name != "" || e.cfg.Signature == nil || !strings.HasSuffix(before, "(") && !strings.HasSuffix(before, ",") {
		return false
	}
	source, at := e.buf.Text(), e.buf.Offset()
	s, ok := asked(e, func() proto.Signature { return e.cfg.Signature(source, at) })
	if !ok || s.Name == "" {
		return false
	}
	h.opened, h.closed = true, 0
	h.takeHint(s)
	return true
}

// spare are the rows of a hint. If hints come by themselves the rows are always there, so
// that the text doesn't move when one comes.
func (e *Editor) spare() [][]view.Cell {
	var rows [][]view.Cell
	if e.hinting() && e.hint.shown.Name != "" {
		width := e.layout.Width - 1
		rows = append(rows, view.Styled(e.style.signatureRow(e.hint.shown, width)))
		if doc := aboutText(e.hint.shown.Name, e.hint.shown.Doc); doc != "" {
			rows = append(rows, view.Styled(e.style.paintText(e.style.colors().dim, cols.Clip(doc, width))))
		}
	}
	for e.hints() && len(rows) < hintRows {
		rows = append(rows, nil)
	}
	return rows
}

// signatureRow is a signature on one row, with the parameter at the cursor in bold. If it is
// too wide, the result is dropped, then the parameters far from the cursor, then the
// name.
func (s style) signatureRow(sig proto.Signature, width int) string {
	n := len(sig.Params)
	forms := []form{{sig.Name, n, sig.Result}, {sig.Name, n, ""}}
	for k := n - 1; k > 0; k-- {
		forms = append(forms, form{sig.Name, k, ""})
	}
	forms = append(forms, form{"", min(n, 1), ""})
	for _, f := range forms {
		if text := f.formSignature(sig, s.markActive); view.CellsWidth(view.Styled(text)) <= width {
			return text
		}
	}
	if sig.Active < 0 || sig.Active >= n {
		return cols.Clip(oneLine(sig.Name), width)
	}
	return s.paintText("1", cols.Clip(oneLine(sig.Params[sig.Active]), width))
}

// form is a way to write a signature: with some of the parameters.
type form struct {
	name   string
	params int
	result string
}

// formSignature writes a signature; mark marks the parameter at the cursor.
func (f form) formSignature(sig proto.Signature, mark func(string) string) string {
	n := len(sig.Params)
	from := min(max(sig.Active-f.params/2, 0), n-f.params)
	var list []string
	if from > 0 {
		list = append(list, "…")
	}
	for i := from; i < from+f.params; i++ {
		param := oneLine(sig.Params[i])
		if i == sig.Active {
			param = mark(param)
		}
		list = append(list, param)
	}
	if from+f.params < n {
		list = append(list, "…")
	}
	return strings.TrimSpace(oneLine(f.name) + "(" + strings.Join(list, ", ") + ") " + oneLine(f.result))
}

// markActive marks the parameter at the cursor, in bold or, without colours, with characters.
func (s style) markActive(param string) string {
	if !s.on {
		return "‹" + param + "›"
	}
	return s.paintText("1", param)
}

// builtinDoc is how the documentation of predeclared functions begins.
var builtinDoc = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^The (?:built-in function \w+|\w+ built-in function),? `)
})

// aboutText is the first sentence of a documentation without what it is about.
func aboutText(name, doc string) string {
	name = name[strings.LastIndexAny(name, "./")+1:]
	doc = builtinDoc().ReplaceAllString(oneLine(doc), "")
	doc = strings.TrimPrefix(doc, "Package "+name+" ")
	return strings.TrimSuffix(strings.TrimPrefix(doc, name+" "), ":")
}
