package extract

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ExportData returns the type data that the compiler left for each package
// that the patterns match, by import path, in the form in which
// go/importer reads it, without anything that it doesn't read.
func (l *Loader) ExportData(t Target, patterns ...string) (map[string][]byte, error) {
	// With -trimpath no path of this machine gets into the data.
	pkgs, err := l.List(t, append([]string{"-trimpath", "-export"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	m := map[string][]byte{}
	for _, p := range pkgs {
		if p.Export == "" {
			continue
		}
		b, err := os.ReadFile(p.Export)
		if err != nil {
			return nil, err
		}
		if m[p.ImportPath], err = pack(b); err != nil {
			return nil, fmt.Errorf("export data of %s: %w", p.ImportPath, err)
		}
	}
	return m, nil
}

const (
	arMagic    = "!<arch>\n"
	arHeader   = 60 // bytes of an archive member's header
	dataStart  = "\n$$B\nu"
	dataEnd    = "\n$$\n"
	goObject   = "go object "
	memberName = "__.PKGDEF"
)

// pack takes the package definition out of a compiled archive and rewrites it
// as an archive of its own. Of its text header only the line that names the
// system and version stays, without the version's build settings.
func pack(archive []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(archive, []byte(arMagic+memberName))
	if !ok || len(rest) < arHeader {
		return nil, errors.New("not an archive that begins with " + memberName)
	}
	size, err := strconv.Atoi(strings.TrimSpace(string(rest[arHeader-len(memberName)-12 : arHeader-len(memberName)-2])))
	if err != nil {
		return nil, err
	}
	def := archive[len(arMagic)+arHeader:]
	if size < 0 || size > len(def) {
		return nil, fmt.Errorf("%s of %d bytes in an archive of %d", memberName, size, len(archive))
	}
	def = def[:size]
	line, _, _ := strings.Cut(string(def), "\n")
	i, j := bytes.Index(def, []byte(dataStart)), bytes.LastIndex(def, []byte(dataEnd))
	if !strings.HasPrefix(line, goObject) || i < 0 || j < i {
		return nil, errors.New("no unified type data")
	}
	data, err := shake(def[i+len(dataStart) : j])
	if err != nil {
		return nil, err
	}
	f := strings.Fields(line)
	text := strings.Join(f[:min(5, len(f))], " ") + "\n" + dataStart + string(data) + dataEnd
	return fmt.Appendf(nil, "%s%-16s%-12d%-6d%-6d%-8o%-10d`\n%s", arMagic, memberName, 0, 0, 0, 0644, len(text), text), nil
}

// The sections of unified type data, in their order; see
// https://pkg.go.dev/internal/pkgbits.
const (
	secString = iota
	secMeta
	secPosBase
	secPkg
	secName
	secType
	secObj
	secObjExt
	secObjDict
	secBody
	sections
)

const fingerprint = 8 // bytes at the end

// unified is type data taken apart: elements by section.
type unified struct {
	head []byte // version and flags
	elem [sections][][]byte
}

// shake empties every element that can't be reached from the public root:
// bodies of functions to be inlined, what only they mention, and linker
// symbols. What remains is a third, and all that a type checker reads. The
// reader needs no other change, because elements keep their numbers.
func shake(data []byte) ([]byte, error) {
	u, err := split(data)
	if err != nil {
		return nil, err
	}
	var live [sections][]bool
	for k := range live {
		live[k] = make([]bool, len(u.elem[k]))
	}
	if err := u.mark(&live, secMeta, 0); err != nil {
		return nil, err
	}
	for k := range live {
		for i, ok := range live[k] {
			if !ok {
				u.elem[k][i] = nil
			}
		}
	}
	u.elem[secObjExt], u.elem[secBody] = nil, nil
	return u.join(), nil
}

// split reads the table of element ends and cuts the data there.
func split(data []byte) (*unified, error) {
	le := binary.LittleEndian
	if len(data) < 8+4*sections {
		return nil, errors.New("too short")
	}
	if v := le.Uint32(data); v < 1 || v > 2 {
		return nil, fmt.Errorf("version %d is unknown, want 1 or 2", v)
	}
	if le.Uint32(data[4:])&1 != 0 {
		return nil, errors.New("built with sync markers")
	}
	u := &unified{head: data[:8]}
	var counts [sections]int
	for k := range counts {
		counts[k] = int(le.Uint32(data[8+4*k:]))
		if k > 0 && counts[k] < counts[k-1] {
			return nil, errors.New("sections overlap")
		}
	}
	total := counts[sections-1]
	ends := data[8+4*sections:]
	if len(ends) < 4*total+fingerprint {
		return nil, errors.New("truncated table")
	}
	body := ends[4*total : len(ends)-fingerprint]
	n, from := 0, 0
	for k := range u.elem {
		for ; n < counts[k]; n++ {
			end := int(le.Uint32(ends[4*n:]))
			if end < from || end > len(body) {
				return nil, errors.New("element outside the data")
			}
			u.elem[k] = append(u.elem[k], body[from:end])
			from = end
		}
	}
	return u, nil
}

// mark finds what element i of section k refers to: all but strings begin with
// a table of the elements they use. An object has its parts under one number.
func (u *unified) mark(live *[sections][]bool, k, i int) error {
	if k < 0 || k >= sections || i < 0 || i >= len(u.elem[k]) {
		return fmt.Errorf("reference to element %d of section %d", i, k)
	}
	if live[k][i] || k == secObjExt || k == secBody {
		return nil
	}
	live[k][i] = true
	if k == secString {
		return nil
	}
	if k == secObj {
		for _, part := range []int{secName, secObjDict} {
			if err := u.mark(live, part, i); err != nil {
				return err
			}
		}
	}
	b := u.elem[k][i]
	next := func() int {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			b = nil
			return -1
		}
		b = b[n:]
		return int(v)
	}
	for n := next(); n > 0; n-- {
		if err := u.mark(live, next(), next()); err != nil {
			return err
		}
	}
	return nil
}

// join writes the data again. The fingerprint, by which linkers compare, is
// left zero, so that the data don't change with what was shaken off.
func (u *unified) join() []byte {
	le := binary.LittleEndian
	out := bytes.Clone(u.head)
	count := 0
	for k := range u.elem {
		count += len(u.elem[k])
		out = le.AppendUint32(out, uint32(count))
	}
	end := 0
	for k := range u.elem {
		for _, e := range u.elem[k] {
			end += len(e)
			out = le.AppendUint32(out, uint32(end))
		}
	}
	for k := range u.elem {
		out = append(out, bytes.Join(u.elem[k], nil)...)
	}
	return append(out, make([]byte, fingerprint)...)
}
