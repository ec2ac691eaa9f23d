package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"syscall/js"

	"riffle/kernel/message"
	"riffle/kernel/protocol"
	"riffle/stdlib"
)

func main() {
	h := &worker{Value: js.Global().Get("riffleHost")}
	var s start
	if err := json.Unmarshal([]byte(h.Get("start").String()), &s); err != nil {
		failWith(err)
	}
	stdlib.FetchFrom(h.fetchData)
	if err := serveSession(context.Background(), h, s); err != nil {
		failWith(err)
	}
}

// fetchData asks for a file of the kit's data.
func (w *worker) fetchData(name string) ([]byte, error) {
	v := w.Call("data", name)
	switch v.Type() {
	case js.TypeNull:
		return nil, fs.ErrNotExist
	case js.TypeString:
		return nil, errors.New(v.String())
	}
	data := make([]byte, v.Length())
	js.CopyBytesToGo(data, v)
	return data, nil
}

// failWith ends the program with a message that the worker passes on.
func failWith(err error) {
	fmt.Fprintln(os.Stderr, "panic:", err)
	os.Exit(2)
}

// worker is the object that js/worker.js makes for the program.
type worker struct {
	js.Value
	mu sync.Mutex // Emit's, so that a message goes out in one piece
}

var uint8Array = js.Global().Get("Uint8Array")

func (w *worker) Emit(c protocol.Channel, m *message.Message) {
	text, err := toJSON(m)
	if err != nil {
		return // its parts are JSON already
	}
	buffers := js.Global().Get("Array").New()
	for _, b := range m.Buffers {
		a := uint8Array.New(len(b))
		js.CopyBytesToJS(a, b)
		buffers.Call("push", a)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Call("emit", string(c), string(text), buffers)
}

func (w *worker) Tell(v any) {
	if text, err := message.Marshal(v); err == nil {
		w.Call("tell", string(text))
	}
}

func (w *worker) Stopped() bool { return w.Call("stopped").Bool() }

func (w *worker) Larger() string { return w.Call("larger").String() }

func (w *worker) Helpers() int { return w.Call("helpers").Int() }

func (w *worker) Helper(job []byte, heard func(line string)) helper {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		heard(args[0].String())
		return nil
	})
	return webWorker{w.Call("helper", string(job), f), f}
}

func (w *worker) Lines(heard func(line string)) {
	w.Call("lines", js.FuncOf(func(_ js.Value, args []js.Value) any {
		heard(args[0].String())
		return nil
	}))
}

// webWorker is a helper as js/worker.js has it.
type webWorker struct {
	js.Value
	heard js.Func
}

func (w webWorker) Tell(line string) { w.Call("tell", line) }

func (w webWorker) Close() {
	w.Call("close")
	w.heard.Release()
}

func (w *worker) Ready(version string, failed []failedCell, take taker, wrote func(name, text string)) {
	if failed == nil {
		failed = []failedCell{}
	}
	text, err := json.Marshal(failed)
	if err != nil {
		text = []byte("[]")
	}
	w.Call("ready", version, string(text), js.FuncOf(func(_ js.Value, args []js.Value) any {
		var parts [4][]byte
		for i := range parts {
			parts[i] = []byte(args[1+i].String())
		}
		buffers := make([][]byte, args[5].Length())
		for i := range buffers {
			a := args[5].Index(i)
			buffers[i] = make([]byte, a.Length())
			js.CopyBytesToGo(buffers[i], a)
		}
		take(args[0].String(), parts[0], parts[1], parts[2], parts[3], buffers)
		return nil
	}), js.FuncOf(func(_ js.Value, args []js.Value) any {
		wrote(args[0].String(), args[1].String())
		return nil
	}))
}
