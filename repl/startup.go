package repl

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// piece is a part of the start-up file that begins on a line.
type piece struct {
	line int
	text string
}

// source is the piece with its lines where they are in the file.
func (p piece) source() string { return strings.Repeat("\n", p.line-1) + p.text }

// runStartUp runs the start-up file. It runs as a whole, unless it sets settings or has
// errors: then what is right in it runs.
func (f *front) runStartUp(ctx context.Context) {
	if strings.TrimSpace(f.cfg.Init) == "" {
		return
	}
	ok := true
	for _, p := range f.startUpParts() {
		if c, is := f.parseConfig(p.text); is {
			ok = f.setAtStart(c, p) && ok
		} else {
			ok = f.runPart(ctx, p) && ok
		}
		if ctx.Err() != nil {
			return
		}
	}
	f.started = true
	if !ok {
		f.screen.showNote("the error is in the start-up file; riffle --no-init starts without it")
	}
}

// parseConfig recognizes a line with %config.
func (f *front) parseConfig(text string) (*magic.Call, bool) {
	c, ok := f.parseMagic(text)
	return c, ok && c.Magic.Name == "config"
}

// setAtStart sets a setting from the start-up file. In a session that replaces a lost one,
// what the user has set since stays.
func (f *front) setAtStart(c *magic.Call, p piece) bool {
	if f.started {
		return true
	}
	name, value, _ := strings.Cut(c.Arg, " ")
	err := fmt.Errorf("want %%config NAME VALUE in the start-up file")
	if value = strings.TrimSpace(value); value != "" {
		err = f.changeSetting(name, value, fmt.Sprintf("%s:%d", filepath.Base(f.cfg.InitFile), p.line))
	}
	if err == nil {
		return true
	}
	f.screen.showError(&proto.CellError{Name: "compile error", Message: err.Error(), Diagnostics: []proto.Diagnostic{{
		File: f.cfg.InitFile, Line: p.line, Column: 1, Text: strings.TrimSpace(p.text), Message: "%config: " + err.Error(),
	}}})
	return false
}

// startUpParts are the lines with %config, and what is between them.
func (f *front) startUpParts() []piece {
	whole := []piece{{1, f.cfg.Init}}
	if !strings.Contains(f.cfg.Init, "%config") {
		return whole
	}
	var parts []piece
	joins := false
	for _, p := range f.cutCells(whole[0]) {
		if _, is := f.parseConfig(p.text); is {
			parts, joins = append(parts, p), false
			continue
		}
		if joins {
			parts[len(parts)-1].text += "\n" + p.text
		} else {
			parts = append(parts, p)
		}
		joins = true
	}
	return parts
}

// cutCells cuts a part of the file into cells, as they would be typed.
func (f *front) cutCells(part piece) []piece {
	if beginsFile(part.text) {
		return []piece{part}
	}
	var cells []piece
	at, from := part.line, part.line
	var text []string
	for line := range strings.SplitSeq(strings.TrimRight(part.text, "\r\n"), "\n") {
		text = append(text, strings.TrimSuffix(line, "\r"))
		at++
		whole := strings.Join(text, "\n")
		if onlyComments(whole) {
			continue
		}
		if more, _ := f.wantsMore(strings.TrimLeft(whole, "\n")); !more {
			cells = append(cells, piece{from, whole})
			text, from = nil, at
		}
	}
	if len(text) > 0 {
		cells = append(cells, piece{from, strings.Join(text, "\n")})
	}
	return cells
}

// runPart runs a part of the file. If it can't be compiled, nothing of it has run: then each
// of its cells runs alone, and only those with errors don't. If it fails while it runs, the
// cells after that place run.
func (f *front) runPart(ctx context.Context, part piece) bool {
	r := f.runPiece(ctx, part)
	if r.Err == nil {
		return true
	}
	cells := f.cutCells(part)
	switch {
	case ctx.Err() != nil || r.Lost || len(cells) < 2:
		f.screen.showError(r.Err)
		return false
	case r.Err.Name != "compile error":
		f.screen.showError(r.Err)
		cells = cellsAfter(cells, f.lineOf(r.Err))
	}
	for _, c := range cells {
		if ctx.Err() != nil {
			break
		}
		if r := f.runPiece(ctx, c); r.Err != nil {
			f.screen.showError(r.Err)
		}
	}
	return false
}

func (f *front) runPiece(ctx context.Context, p piece) proto.Result {
	return f.execute(ctx, proto.Cell{Source: p.source(), File: f.cfg.InitFile, Silent: true})
}

// lineOf is the line of the file in which a cell failed, the outermost one; 0 if it isn't
// known.
func (f *front) lineOf(e *proto.CellError) int {
	line := 0
	for _, d := range e.Diagnostics {
		if d.File == f.cfg.InitFile {
			line = d.Line
		}
	}
	return line
}

// cellsAfter are the cells that begin after a line.
func cellsAfter(cells []piece, line int) []piece {
	for i, c := range cells {
		if line > 0 && c.line > line {
			return cells[i:]
		}
	}
	return nil
}
