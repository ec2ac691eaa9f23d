package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"riffle/internal/proto"
	"riffle/kernel/message"
)

// output publishes a cell's output. It remembers the request it belongs to, so that
// what a goroutine prints after the cell has ended still lands in that cell.
type output struct {
	k          *Kernel
	ctx        context.Context // the cell's: questions end with it
	parent     json.RawMessage
	identities [][]byte
	allowInput bool
	progress   progress
	shown      shown
	flood      proto.Flood
	runes      runes
}

var _ proto.Output = (*output)(nil)

func (k *Kernel) newOutput(ctx context.Context, r *request, allowInput bool) *output {
	return &output{k: k, ctx: ctx, parent: r.RawHeader(), identities: r.Identities, allowInput: allowInput}
}

// Stream publishes text on "stdout" or "stderr".
func (o *output) Stream(name string, text []byte) {
	o.runes.passWhole(name, o.flood.Pass(text), o.printText)
}

func (o *output) printText(name string, text []byte) {
	content := map[string]string{"name": name, "text": string(text)}
	o.shown.addOutput(item{publish: func() { o.publishContent("stream", content) }}, len(text))
}

// Display publishes a bundle, or the new state of one.
func (o *output) Display(b proto.Bundle, update bool) {
	first := item{b.ID, func() { o.k.publishBundle("display_data", o.parent, b, nil) }}
	if update {
		o.shown.updateDisplay(func() { o.k.publishBundle("update_display_data", o.parent, b, nil) }, first, weigh(b))
		return
	}
	o.shown.addOutput(first, weigh(b))
}

// Clear asks the front end to clear the cell's output.
func (o *output) Clear(wait bool) {
	o.flood.Clear()
	o.shown.clearShown(func() { o.wipe(wait) })
}

func (o *output) wipe(wait bool) { o.publishContent("clear_output", map[string]bool{"wait": wait}) }

// endCell is called when the cell has ended, before its result or error is published; more
// says that there is one.
func (o *output) endCell(more bool) {
	o.runes.flushRest(o.printText)
	o.shown.endCell(more, o.wipe)
}

// weigh is roughly a bundle's size in bytes.
func weigh(b proto.Bundle) int {
	n := 100
	for _, v := range b.Data {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		default: // of unknown size, seldom
			n += keepMost / 4
		}
	}
	return n
}

// Input asks the client that sent the cell, if it has said that it can answer.
func (o *output) Input(prompt string, password bool) (string, error) {
	if !o.allowInput {
		return "", proto.ErrNoInput
	}
	return o.k.askInput(o, prompt, password)
}

// Comm sends a comm message and keeps track of the comms that are open.
func (o *output) Comm(c proto.Comm) {
	o.k.comms.noteComm(c)
	o.k.publishComm(c, o.parent)
}

// Progress shows a bar in the cell's output.
func (o *output) Progress(p proto.Progress) {
	o.progress.mu.Lock()
	defer o.progress.mu.Unlock()
	b, update := o.progress.nextDisplay(o.k, p)
	if b == nil || p.Total == 0 && o.shown.removeDisplay(b.ID, o.wipe) {
		return
	}
	o.Display(*b, update)
}

func (o *output) publishContent(typ string, content any) {
	o.k.publishMessage(o.k.Compose(typ, o.parent, content))
}

// publishBundle publishes a bundle, with more fields in its content. Data that
// isn't valid JSON is replaced by its text.
func (k *Kernel) publishBundle(typ string, parent json.RawMessage, b proto.Bundle, more map[string]any) {
	raw, err := message.Marshal(bundleContent(b, more))
	if err != nil {
		text := b.Text()
		if text == "" {
			text = fmt.Sprintf("this value cannot be shown: %v", err)
		}
		b.Data, b.Metadata = map[string]any{"text/plain": text}, nil
		raw, _ = message.Marshal(bundleContent(b, more))
	}
	k.publishMessage(k.encodedMessage(typ, parent, raw))
}

// bundleContent has the fields of a bundle that all messages share, its name if it has
// one, and more.
func bundleContent(b proto.Bundle, more map[string]any) map[string]any {
	content := map[string]any{"data": orEmptyMap(b.Data), "metadata": orEmptyMap(b.Metadata)}
	if b.ID != "" {
		content["transient"] = map[string]string{"display_id": b.ID}
	}
	maps.Copy(content, more)
	return content
}

func orEmptyMap(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
