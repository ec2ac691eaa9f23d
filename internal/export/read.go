package export

import (
	"context"
	"fmt"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"riffle/internal/cell"
	"riffle/internal/magic"
)

// reader compiles the cells one after the other, as a session does, without running
// them.
type reader struct {
	*translator
	ctx   context.Context
	block *block
	src   *cell.Source
	seen  *cell.Checked // of the source that was compiled last
	quiet bool
}

func (t *translator) compile(ctx context.Context, cells []Cell) {
	r := &reader{translator: t, ctx: ctx}
	t.compiler = t.world.Compiler(func(c *cell.Checked) { r.seen = c })
	for _, c := range cells {
		if ctx.Err() != nil {
			return
		}
		r.block = &block{Cell: c}
		t.blocks = append(t.blocks, r.block)
		if c.Source != nil {
			r.src = c.Source
			t.used.scan(c.Source.Text)
			r.cell()
		}
	}
}

// cell compiles the parts of a cell.
func (r *reader) cell() {
	text := r.src.Text
	if !magic.May(text) {
		r.code(r.src, true)
		return
	}
	parts, faults := r.world.Magics.Cut(text)
	for _, f := range faults {
		r.refuse(r.src.Diagnostic(f.Start, f.End, f.Message))
	}
	if len(faults) > 0 {
		return
	}
	if len(parts) == 1 && parts[0].IsGo() {
		r.code(r.src, true)
		return
	}
	r.parts(parts)
}

func (r *reader) parts(parts []magic.Part) {
	for i, p := range parts {
		last := i == len(parts)-1
		if p.IsMagic() {
			r.magic(p, last)
			continue
		}
		w := r.src.Window(p.Start, p.End)
		if !last {
			w.Text += ";"
		}
		r.code(w, last)
	}
}

// code compiles a stretch of Go.
func (r *reader) code(src *cell.Source, last bool) {
	r.seen = nil
	u, errs := r.compiler.Compile(r.ctx, src)
	if errs != nil {
		if r.src.MayFail {
			r.leave(r.block, "it doesn't compile, as it is meant to; here as a comment")
			r.block.units = append(r.block.units, &unit{block: r.block, about: "// This doesn't compile, and is not meant to:\n" + comment(strings.TrimLeft(src.Text, "\n"))})
			return
		}
		for _, d := range errs {
			r.refuse(d)
		}
		return
	}
	if r.seen == nil {
		return
	}
	shows := u.Shows && last && !r.quiet
	if u.Shows && last && u.HasResult() {
		r.compiler.Result(u)
	}
	r.block.units = append(r.block.units, &unit{Checked: r.seen, block: r.block, shows: shows && r.opts.Show})
}

// aside adds what a magic becomes, and a comment.
func (r *reader) aside(about string, becomes func(t *translator) string) {
	r.block.units = append(r.block.units, &unit{block: r.block, about: comment(about), magic: becomes})
}

// magic turns a magic into Go, into a comment, or refuses it.
func (r *reader) magic(p magic.Part, last bool) {
	c := r.world.Magics.NewCall(r.src.Text, p)
	text := strings.TrimSpace(r.src.Text[p.At:p.End])
	name := c.Magic.Name
	refuse := func(why string) {
		r.refuse(r.src.Diagnostic(p.At, p.Named, fmt.Sprintf("%%%s %s", name, why)))
	}
	switch name {
	case "time", "lowered":
		r.aside(text, nil)
		r.parts(c.Code())
	case "show":
		if c.Arg == "" {
			refuse("without a value is for a session: name the value")
			return
		}
		r.parts(c.Code())
	case "seed":
		r.seed(c, refuse)
	case "randseed":
		r.heedsRandSeed = r.heedsRandSeed || c.Arg == "on"
		r.aside(text, nil)
	case "env":
		r.env(c, text)
	case "sh", "bash":
		command := c.Arg
		if c.Body > 0 {
			command = c.Text[c.Body:]
		}
		r.aside("", func(t *translator) string { return t.shell(name, strings.TrimSpace(command)) })
	case "writefile":
		r.aside("", func(t *translator) string { return t.writeFile(c) })
	case "run":
		refuse("runs another file: put its code into a cell")
	case "cd":
		refuse("changes the folder of a session: use os.Chdir")
	case "reset":
		r.reset(c.Arg, text)
	case "del":
		for _, n := range strings.Fields(c.Arg) {
			r.compiler.Forget(strings.Trim(n, ","))
		}
	case "quiet":
		r.quiet = c.Arg == "on" || c.Arg == "" && !r.quiet
		r.aside(text, nil)
	default:
		r.leave(r.block, "%"+name+" is for a session; here as a comment")
		r.aside(strings.TrimSpace(r.src.Text[p.At:max(p.End, bodyEnd(r.src.Text, p))]), nil)
	}
}

func bodyEnd(text string, p magic.Part) int {
	if p.Body > 0 {
		return len(text)
	}
	return p.End
}

const shufflePath = "riffle/shuffle"

// seed is %seed: Seed or Unseed.
func (r *reader) seed(c *magic.Call, refuse func(string)) {
	n, err := strconv.ParseInt(strings.ReplaceAll(c.Arg, "_", ""), 0, 64)
	switch {
	case c.Arg == "":
		r.aside("%seed", nil)
	case c.Arg == "off":
		r.aside("", func(t *translator) string { return t.seedCall("Unseed()") })
	case err != nil:
		refuse("wants a number")
	default:
		r.seeds = true
		r.aside("", func(t *translator) string { return t.seedCall(fmt.Sprintf("Seed(%d)", n)) })
	}
}

// seedCall is a call of Seed or Unseed.
func (t *translator) seedCall(call string) string {
	if t.opts.Module == "" || !t.seeds {
		return t.imports.of(shufflePath) + "." + call
	}
	return t.imports.of(seededPath) + "." + call
}

// env is %env NAME=VALUE.
func (r *reader) env(c *magic.Call, text string) {
	i := strings.IndexAny(c.Arg, "= \t")
	if i < 0 {
		r.leave(r.block, "%env shows the environment of a session; here as a comment")
		r.aside(text, nil)
		return
	}
	name, value := c.Arg[:i], strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.Arg[i:]), "="))
	r.aside("", func(t *translator) string {
		return fmt.Sprintf("%s.Setenv(%q, %q)", t.imports.of("os"), name, value)
	})
}

// reset is %reset: names after it are new ones.
func (r *reader) reset(arg, text string) {
	r.compiler.ForgetResults()
	if arg != "out" {
		r.compiler.Reset()
		r.aside(text, func(t *translator) string { return t.seedCall("Unseed()") })
	}
}

// names are those that mean something already.
type names map[string]bool

// scan adds all names of a text.
func (n *names) scan(text string) {
	if *n == nil {
		*n = names{}
	}
	var sc scanner.Scanner
	sc.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), func(token.Position, string) {}, 0)
	for {
		_, tok, lit := sc.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.IDENT {
			(*n)[lit] = true
		}
	}
}

// fresh is a name that means nothing yet: name_2, name_3, …; it means something now.
func (n names) fresh(name string, from int) string {
	for i := from; ; i++ {
		s := name
		if i > 1 {
			s = fmt.Sprintf("%s_%d", name, i)
		}
		if !n[s] {
			n[s] = true
			return s
		}
	}
}
