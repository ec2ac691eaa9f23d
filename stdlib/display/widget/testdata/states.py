"""Prints the state of each of ipywidgets' controls as JSON: what a front end is told of
it. It made states.json with ipywidgets 8.1.9."""

import json

import ipywidgets

kinds = "IntSlider FloatSlider Play Dropdown Checkbox Button Text IntProgress FloatProgress Output HBox VBox HTML Label"
states = {}
for kind in kinds.split():
    widget = getattr(ipywidgets, kind)()
    states[kind] = widget.get_state()
    states[kind]["layout"] = widget.layout.get_state()
    if "style" in states[kind]:
        states[kind]["style"] = widget.style.get_state()
print(json.dumps(states, indent=1, sort_keys=True))
