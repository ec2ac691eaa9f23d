package course

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"riffle/internal/notebook"
)

// Student makes the version of a notebook that students get: a stub in place of each
// answer, and no hidden tests, claims and outputs. Test cells can't be edited, and no
// cell of an exercise can be deleted. It is what nbgrader's generate_assignment makes
// of [Source], cell by cell. The errors are those of [Read].
func Student(nb *notebook.Notebook) (*notebook.Notebook, error) {
	nb, err := Source(nb)
	if err != nil {
		return nil, err
	}
	l, err := Read(nb)
	if err != nil {
		return nil, err
	}
	for _, p := range l.Parts {
		if p.Cell.Source, err = p.handedOut(); err != nil {
			return nil, p.errorf("%w", err)
		}
		p.lockCell()
		p.sign()
	}
	return nb, nil
}

// Source makes the version of a notebook that a teacher's course starts from: a copy
// without claims and without outputs.
func Source(nb *notebook.Notebook) (*notebook.Notebook, error) {
	data, err := nb.Encode()
	if err != nil {
		return nil, err
	}
	if nb, err = notebook.Decode(data); err != nil {
		return nil, err
	}
	nb.Empty()
	delete(nb.Metadata, "celltoolbar")
	delete(nb.Metadata, "widgets") // the states of what the outputs showed
	nb.Cells = slices.DeleteFunc(nb.Cells, func(c *notebook.Cell) bool { return c.Tagged(claimsTag) })
	for _, c := range nb.Cells {
		if c.Type == notebook.Code {
			delete(c.Metadata, "collapsed")
			delete(c.Metadata, "scrolled")
		}
	}
	return nb, nil
}

// lockCell keeps students from deleting cells, and from editing those that they shouldn't.
func (p *Part) lockCell() {
	switch p.Role {
	case Given:
		return
	case Test, Locked:
		p.Metadata["editable"] = false
	case Manual:
		if marksOf(p.Cell).isMarked("task") && !marksOf(p.Cell).isMarked("locked") {
			return
		}
	}
	p.Metadata["deletable"] = false
}

// sign adds the checksum by which nbgrader sees whether a cell has changed.
func (p *Part) sign() {
	m := marksOf(p.Cell)
	if p.Role == Given || m.isMarked("task") && !m.isMarked("locked") {
		return
	}
	m["checksum"] = p.checksum()
	m["cell_type"] = p.Type
}

// checksum is nbgrader's: the MD5 of source, type, kind, name and points, with the
// kinds and points as Python prints them.
func (p *Part) checksum() string {
	m := marksOf(p.Cell)
	grade, solution := m.isMarked("grade"), m.isMarked("solution")
	locked := !solution && (grade || m.isMarked("locked"))
	h := md5.New()
	for _, s := range []string{p.Source, p.Type, pyBool(grade), pyBool(solution), pyBool(locked), p.GradeID} {
		io.WriteString(h, s)
	}
	if grade {
		fmt.Fprint(h, pyFloat(p.Points))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func pyBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// pyFloat is a number of points as Python prints a float.
func pyFloat(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
