package notebook

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle/internal/proto"
)

// talker is an engine whose cells say what its table says.
type talker map[string][]proto.Comm

func (t talker) Run(_ context.Context, c proto.Cell, out proto.Output) proto.Result {
	for _, m := range t[c.Source] {
		out.Comm(m)
		if m.Kind == "open" {
			out.Display(proto.Bundle{Data: map[string]any{widgetView: map[string]any{"model_id": m.ID}}}, false)
		}
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
	empty := &Notebook{Minor: 4, Metadata: nb.Metadata}
	if err := Run(context.Background(), empty, engine, Options{}); err != nil {
		t.Fatal(err)
	}
	if empty.Metadata["widgets"] != nil {
		t.Error("states of an earlier run stay")
	}
}

// TestWidgetsOfACancelledRun wants, when a run ends early, the states that outputs refer
// to: those of this run, and those of the run before that cells still show.
func TestWidgetsOfACancelledRun(t *testing.T) {
	view := func(id string) []Output {
		return []Output{{"output_type": "display_data", "data": object{widgetView: object{"model_id": id}}, "metadata": object{}}}
	}
	state := func(s object) object { return object{"state": s} }
	box := state(object{"children": []any{"IPY_MODEL_part"}, "layout": "IPY_MODEL_gone"})
	nb := &Notebook{
		Minor: 4,
		Metadata: object{"widgets": object{widgetStates: object{"state": object{
			"replaced": state(nil), "box": box, "part": state(object{"box": "IPY_MODEL_box"}), "nobody's": state(nil),
		}}}},
		Cells: []*Cell{{Type: Code, Source: "make", Outputs: view("replaced")}, {Type: Code, Source: "stop"}, {Type: Code, Source: "never", Outputs: view("box")}},
	}
	ctx, cancel := context.WithCancel(t.Context())
	engine := canceller{talker{"make": {{Kind: "open", ID: "new", Target: "jupyter.widget"}}}, cancel}
	var stored []*Notebook
	if err := Run(ctx, nb, engine, Options{Store: func(nb *Notebook) { stored = append(stored, nb) }}); err == nil {
		t.Fatal("no error")
	}
	for _, state := range append(stored, nb) {
		widgets := state.Metadata["widgets"].(object)[widgetStates].(object)["state"].(object)
		if got := fmt.Sprint(slices.Sorted(maps.Keys(widgets))); got != "[box new part]" {
			t.Errorf("got %s", got)
		}
	}
}

// canceller is a talker whose cell "stop" ends the run.
type canceller struct {
	talker
	cancel func()
}

func (c canceller) Run(ctx context.Context, cell proto.Cell, out proto.Output) proto.Result {
	if cell.Source == "stop" {
		c.cancel()
		return proto.Result{Status: proto.Aborted}
	}
	return c.talker.Run(ctx, cell, out)
}
