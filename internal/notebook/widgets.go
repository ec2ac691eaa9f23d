package notebook

import (
	"maps"

	"riffle/internal/proto"
)

// The names under which a notebook's metadata hold the states of its widgets, as
// nbclient stores them.
const (
	widgetsField = "widgets"
	widgetStates = "application/vnd.jupyter.widget-state+json"
	widgetTarget = "jupyter.widget"
)

// widgets are the states of the widgets that a run has made, by their ids.
type widgets map[string]map[string]any

// follow notes what a message to the front end says of a widget.
func (w *widgets) follow(c proto.Comm) {
	state, _ := c.Data["state"].(map[string]any)
	known := (*w)[c.ID]
	switch {
	case c.Kind == "close":
		delete(*w, c.ID)
	case c.Kind == "open" && c.Target == widgetTarget:
		if *w == nil {
			*w = widgets{}
		}
		(*w)[c.ID] = maps.Clone(state)
	case c.Kind == "msg" && c.Data["method"] == "update" && known != nil:
		maps.Copy(known, state)
	}
}

// store puts the states into the notebook's metadata; those of an earlier run go.
func (w widgets) store(nb *Notebook) {
	states := object{}
	for id, state := range w {
		states[id] = object{
			"model_name":           state["_model_name"],
			"model_module":         state["_model_module"],
			"model_module_version": state["_model_module_version"],
			"state":                tree(state),
		}
	}
	if len(states) == 0 {
		delete(nb.Metadata, widgetsField)
		return
	}
	if nb.Metadata == nil {
		nb.Metadata = map[string]any{}
	}
	nb.Metadata[widgetsField] = object{widgetStates: tree(object{"state": states, "version_major": 2, "version_minor": 0})}
}
