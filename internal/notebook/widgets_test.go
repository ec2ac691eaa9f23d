package notebook

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

// talker is an engine whose cells say what its table says.
type talker map[string][]proto.Comm

func (t talker) Run(_ context.Context, c proto.Cell, out proto.Output) proto.Result {
	for _, m := range t[c.Source] {
		out.Comm(m)
	}
	return proto.Result{Status: proto.OK, N: c.N}
}

// TestWidgets wants the states of widgets in the metadata as nbclient stores them: the
// newest, of those that aren't closed.
func TestWidgets(t *testing.T) {
	state := func(pairs ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}
	engine := talker{
		"make": {
			{Kind: "open", ID: "a", Target: "jupyter.widget", Data: state("state", state("_model_name", "IntSliderModel", "_model_module", "@jupyter-widgets/controls", "_model_module_version", "2.0.0", "value", 1))},
			{Kind: "open", ID: "b", Target: "jupyter.widget", Data: state("state", state("_model_name", "FloatProgressModel"))},
			{Kind: "open", ID: "c", Target: "own", Data: state("state", state("x", 1))},
		},
		"move": {
			{Kind: "msg", ID: "a", Data: state("method", "update", "state", state("value", 7))},
			{Kind: "msg", ID: "a", Data: state("method", "custom", "state", state("value", 8))},
			{Kind: "close", ID: "b"},
		},
	}
	nb := &Notebook{Minor: 4, Metadata: map[string]any{"widgets": "of before"}, Cells: []*Cell{{Type: Code, Source: "make"}, {Type: Code, Source: "move"}}}
	if err := Run(context.Background(), nb, engine, Options{}); err != nil {
		t.Fatal(err)
	}
	data, err := nb.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Decode([]byte(`{"cells": [], "metadata": {"widgets": {"application/vnd.jupyter.widget-state+json": {"version_major": 2, "version_minor": 0, "state": {
		"a": {"model_name": "IntSliderModel", "model_module": "@jupyter-widgets/controls", "model_module_version": "2.0.0",
			"state": {"_model_name": "IntSliderModel", "_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0", "value": 7}}}}}},
		"nbformat": 4, "nbformat_minor": 4}`))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.Metadata, again.Metadata); d != "" {
		t.Error("-want +got\n" + d)
	}
	if err := Run(context.Background(), &Notebook{Minor: 4, Metadata: nb.Metadata, Cells: nil}, engine, Options{}); err != nil {
		t.Fatal(err)
	}
	if nb.Metadata["widgets"] != nil {
		t.Error("states of an earlier run stay")
	}
}
