package cell

import (
	"slices"
	"strconv"
	"strings"

	"riffle/internal/magic"
	"riffle/internal/proto"
)

// paths are the files that the string literal at the cursor may name, if it looks like a
// path or is an argument that takes one.
func (c *Compiler) paths(at *cursor) []proto.Candidate {
	quote := at.src[at.start]
	typed, ok := unquoted(at.src[at.start+1:at.pos], quote)
	if c.config.Files == nil || !ok || !beginsPath(typed) && !c.takesPath(at) {
		at.start, at.end = at.pos, at.pos
		return nil
	}
	at.start, at.end = at.start+1, at.pos
	return quotedAll(c.config.Files(typed, false), quote)
}

// unquoted is the value of the beginning of a string literal; ok is false within an
// escape.
func unquoted(text string, quote byte) (string, bool) {
	if quote == '`' {
		return text, true
	}
	s, err := strconv.Unquote(`"` + text + `"`)
	return s, err == nil
}

// quotedAll quotes file names for a string literal. A raw one can't hold every name.
func quotedAll(files []proto.Candidate, quote byte) []proto.Candidate {
	if quote == '`' {
		return slices.DeleteFunc(files, func(f proto.Candidate) bool { return !strconv.CanBackquote(f.Text) })
	}
	for i, f := range files {
		q := strconv.Quote(f.Text)
		files[i].Text = q[1 : len(q)-1]
	}
	return files
}

// beginsPath reports whether a text begins like a path and nothing else.
func beginsPath(text string) bool {
	for _, begin := range []string{"./", "../", "/", "~/"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return false
}

// pathNames are the usual names of parameters for files and folders. In some packages,
// name is one too.
var (
	pathNames    = []string{"path", "paths", "file", "files", "filename", "filenames", "fileName", "dir", "folder", "root", "oldpath", "newpath", "oldname", "newname", "pathname"}
	filePackages = []string{"os", "io/fs", "io/ioutil", "path/filepath", "archive/zip"}
)

// takesPath reports whether the cursor is in an argument that names a file.
func (c *Compiler) takesPath(at *cursor) bool {
	call := c.callAround(at)
	if call == nil {
		return false
	}
	p := call.parameter()
	if p == nil {
		return false
	}
	if p.Name() == "name" {
		return p.Pkg() != nil && slices.Contains(filePackages, p.Pkg().Path())
	}
	return slices.Contains(pathNames, p.Name())
}

// fileArgument is where a magic's file name begins, and what has been typed of it: all to
// the end of the line, with or without quotes, except for a shell's words.
func fileArgument(src string, pos int, p magic.Part) (start int, typed string, shell *shellWord) {
	if p.Magic.Offers == magic.ShellFiles {
		from := max(p.Named, strings.LastIndexByte(src[:pos], '\n')+1)
		w := lastWord(src[from:pos])
		return from + w.at, w.text, &w
	}
	start = p.Named
	for start < pos && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	if start < pos && (src[start] == '"' || src[start] == '\'') {
		start++
	}
	return start, src[start:pos], nil
}

// shellWord is the word that a command ends in.
type shellWord struct {
	at    int    // where it begins, after a quote
	text  string // what it means
	quote byte   // the open one, 0 for none
}

// lastWord reads a command as a shell does.
func lastWord(command string) shellWord {
	var w shellWord
	var b strings.Builder
	escaped := false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case escaped:
			b.WriteByte(c)
			escaped = false
		case c == '\\' && w.quote != '\'':
			escaped = true
		case w.quote != 0 && c == w.quote:
			w.quote = 0
		case w.quote == 0 && (c == '"' || c == '\''):
			w.quote = c
			if w.at == i {
				w.at = i + 1
			}
		case w.quote == 0 && strings.IndexByte(" \t=;|&<>(,", c) >= 0:
			w.at = i + 1
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	w.text = b.String()
	return w
}

// escaped escapes file names for the word.
func (w *shellWord) escaped(files []proto.Candidate) []proto.Candidate {
	special := " \t\"'\\$&;|<>()*?[]!#`{}"
	switch w.quote {
	case '"':
		special = "\"\\$`"
	case '\'':
		special = ""
	}
	for i, f := range files {
		var b strings.Builder
		for _, r := range f.Text {
			if strings.ContainsRune(special, r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		files[i].Text = b.String()
	}
	return files
}
