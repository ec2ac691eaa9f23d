package repl

import "riffle/repl/edit"

// palette is what a theme paints with: the parameters of SGR sequences.
type palette struct {
	prompt, value, dim, ghost, bracket string
	spans                              [edit.Magic + 1]string
}

// palettes are the themes. The first leaves the choice to the terminal: its sixteen colours
// are those that users choose, and none of these is too faint on white or on black. Light
// and dark take colours that are the same everywhere, with a contrast of at least 4.5:1 to
// the usual backgrounds of their kind. The last brings the background with each colour, and
// has a contrast of at least 7:1 on any screen.
var palettes = map[string]*palette{
	"terminal": {prompt: "1;32", value: "36", dim: "2", ghost: "2", bracket: "1;4", spans: [...]string{
		edit.Plain: "", edit.Keyword: "1;35", edit.Predeclared: "36", edit.String: "32", edit.Number: "36", edit.Comment: "2", edit.Magic: "35",
	}},
	"light": {prompt: "1;38;5;22", value: "38;5;24", dim: "38;5;240", ghost: "38;5;241", bracket: "1;4", spans: [...]string{
		edit.Plain: "", edit.Keyword: "1;38;5;90", edit.Predeclared: "38;5;24", edit.String: "38;5;22", edit.Number: "38;5;25", edit.Comment: "38;5;240", edit.Magic: "38;5;125",
	}},
	"dark": {prompt: "1;38;5;114", value: "38;5;117", dim: "38;5;248", ghost: "38;5;247", bracket: "1;4", spans: [...]string{
		edit.Plain: "", edit.Keyword: "1;38;5;213", edit.Predeclared: "38;5;117", edit.String: "38;5;114", edit.Number: "38;5;180", edit.Comment: "38;5;248", edit.Magic: "38;5;218",
	}},
	"contrast": {prompt: "1;7", value: "1", dim: "", ghost: "38;5;231;48;5;238", bracket: "1;7", spans: [...]string{
		edit.Plain: "", edit.Keyword: "1", edit.Predeclared: "", edit.String: "38;5;16;48;5;229", edit.Number: "", edit.Comment: "38;5;231;48;5;18", edit.Magic: "1;4",
	}},
}

// colors is the palette of the style's theme.
func (s style) colors() *palette {
	if s.palette == nil {
		return palettes["terminal"]
	}
	return s.palette
}
