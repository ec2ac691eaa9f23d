package notebook

import (
	"maps"
	"strings"

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

// followComm records what a message to the front end says about a widget.
func (w *widgets) followComm(c proto.Comm) {
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

// storeStates puts the states into the notebook's metadata. Of those of earlier runs it keeps
// what outputs refer to, as those of cells that didn't run do.
func (w widgets) storeStates(nb *Notebook) {
	states := nb.widgetsInUse()
	for id, state := range w {
		states[id] = object{
			"model_name":           state["_model_name"],
			"model_module":         state["_model_module"],
			"model_module_version": state["_model_module_version"],
			"state":                bundleTree(state),
		}
	}
	nb.Metadata = maps.Clone(nb.Metadata) // a copy of the notebook may be being stored
	if len(states) == 0 {
		delete(nb.Metadata, widgetsField)
		return
	}
	if nb.Metadata == nil {
		nb.Metadata = map[string]any{}
	}
	nb.Metadata[widgetsField] = object{widgetStates: bundleTree(object{"state": states, "version_major": 2, "version_minor": 0})}
}

// How an output names the widget that it shows, and a state another widget.
const (
	widgetView  = "application/vnd.jupyter.widget-view+json"
	widgetField = "model_id"
	widgetRef   = "IPY_MODEL_"
)

// widgetsInUse are the stored states of widgets that outputs show, with their parts.
func (nb *Notebook) widgetsInUse() object {
	stored, _ := nb.Metadata[widgetsField].(object)
	stored, _ = stored[widgetStates].(object)
	stored, _ = stored["state"].(object)
	used := object{}
	var use func(id string)
	use = func(id string) {
		state, ok := stored[id]
		if _, known := used[id]; known || !ok {
			return
		}
		used[id] = state
		eachString(state, func(s string) {
			if id, ok := strings.CutPrefix(s, widgetRef); ok {
				use(id)
			}
		})
	}
	for _, c := range nb.Cells {
		for _, o := range c.Outputs {
			data, _ := o["data"].(object)
			view, _ := data[widgetView].(object)
			id, _ := view[widgetField].(string)
			use(id)
		}
	}
	return used
}

// eachString calls f with all strings of a JSON tree.
func eachString(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, v := range v {
			eachString(v, f)
		}
	case object:
		for _, v := range v {
			eachString(v, f)
		}
	}
}
