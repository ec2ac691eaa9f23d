package diff

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"

	"riffle/stdlib"
)

// unasked are packages, by their paths or the folder above them, whose functions aren't
// called with arguments that chance has chosen.
var unasked = []struct{ path, reason string }{
	{"crypto", "keys and random numbers differ each time"},
	{"debug", "reads the program's own file"},
	{"go/build", "depends on the installation"},
	{"go/importer", "depends on the installation"},
	{"gonum.org", "isn't part of Go"},
	{"hash/maphash", "its seeds differ each time"},
	{"log/syslog", "writes to the system's log"},
	{"net", "connects to others"},
	{"net/http", "connects to others, as do its folders"},
	{"net/rpc", "connects to others"},
	{"net/smtp", "connects to others"},
	{"os", "changes files and the process"},
	{"plugin", "loads code"},
	{"riffle", "isn't part of Go"},
	{"runtime", "shows the run-time, which differs"},
	{"syscall", "changes the process"},
	{"testing", "ends the process; its folders don't"},
	{"unsafe", "isn't safe"},
}

// askedBelow are packages below those.
var askedBelow = []string{"net/url", "net/mail", "net/textproto", "net/http/httptest", "testing/fstest", "testing/iotest", "crypto/sha256", "crypto/hmac", "crypto/subtle"}

// unasked functions, by what their names are or begin with.
var unaskedNames = []string{
	"exec.", "signal.", "log.Fatal", "log.Panic", "time.Sleep", "time.After", "time.Tick", "time.NewTi", "Timer.", "Ticker.", "Logger.Fatal", "time.Now", "time.Since", "time.Until", "WaitGroup.", "Cond.", "Mutex.", "RWMutex.",
	"context.WithTimeout", "context.WithDeadline", "reflect.Select", "quick.", "Value.Send", "Value.Recv", "Value.Pointer", "Value.UnsafePointer", "Value.UnsafeAddr", "Value.UnsafeSlice", "Value.SetPointer", "Value.Addr", "flag.Parse", "expvar.", "mrand.Read", "filepath.", "ioutil.",
	"fmt.Scan", "flag.", "debug.", "httptest.NewServer", "httptest.NewTLSServer", "httptest.NewUnstarted", "Server.", "json.Token", "rand.Read", "http.", "mrand.", "rand.N", "rand.Int", "rand.Shuffle", "rand.Perm", "rand.Uint", "rand.Float", "multipart.", "log.", "slog.Debug", "slog.Info", "slog.Warn", "slog.Error", "slog.Log", "slog.Set",
	"parse.", "sql.", "DB.", "Conn.", "os.", "LockOSThread", "iotest.NewReadLogger", "iotest.NewWriteLogger", "bufio.ReadWriter", "big.Int.ProbablyPrime", "ast.Print", "ast.Fprint", "palette.", "tscanner.", "suffixarray.", "metrics.", "Float64frombits", "Prog", "Type.", "strings.Repeat", "bytes.Repeat", "Buffer.Grow", "Builder.Grow",
	// Chance selects which of a map's entries these see first, or where they put keys of different types.
	"template.Template.Funcs", "htmltemplate.Template.Funcs", "maps.EqualFunc", "maps.Insert",
}

// asked reports whether the functions of a package are called.
func asked(path string) bool {
	if slices.Contains(askedBelow, path) {
		return true
	}
	return !slices.ContainsFunc(unasked, func(u struct{ path, reason string }) bool {
		return path == u.path || strings.HasPrefix(path, u.path+"/")
	})
}

// caller makes calls of the library's functions with arguments from a pool.
type caller struct {
	*rand.Rand
	pkg    *types.Package // of the prelude
	pool   []made
	checks []check
	from   string // begins the labels
}

// exported: every exported function and method that takes or gives what a user's value
// can be in.
func exported(r *rand.Rand) []check {
	pkg := checked(library())
	c := &caller{Rand: r, pkg: pkg, pool: makersIn(pkg)}
	for _, path := range stdlib.Paths() {
		if !asked(path) {
			continue
		}
		p, err := importer().Import(path)
		if err != nil {
			panic(err)
		}
		if packages()[byName(p)] == path {
			c.callPackage(p)
		}
	}
	return c.checks
}

func (c *caller) callPackage(p *types.Package) {
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		full := byName(p) + "." + name
		if !o.Exported() || unaskedName(full) {
			continue
		}
		switch o := o.(type) {
		case *types.Func:
			if sig := o.Signature(); sig.TypeParams().Len() > 0 {
				c.generic(full, o)
			} else {
				c.several(sig, func(k int) { c.call(fmt.Sprintf("%s/%d", full, k), full, nil, sig) })
			}
		case *types.TypeName:
			if named, ok := o.Type().(*types.Named); ok && !o.IsAlias() && named.TypeParams().Len() == 0 {
				c.methods(full, named)
			}
		}
	}
}

func unaskedName(full string) bool {
	_, short, _ := strings.Cut(full, ".")
	return slices.ContainsFunc(unaskedNames, func(u string) bool { return strings.HasPrefix(full, u) || strings.HasPrefix(short, u) })
}

// several calls a function so often as its parameters offer a choice.
func (c *caller) several(sig *types.Signature, call func(k int)) {
	times, interesting := 1, false
	for v := range sig.Params().Variables() {
		t := v.Type()
		if s, ok := t.Underlying().(*types.Slice); ok && sig.Variadic() {
			t = s.Elem()
		}
		if i, ok := t.Underlying().(*types.Interface); ok {
			times = max(times, 3)
			if i.NumMethods() == 0 {
				times = 6
			}
		}
		if _, basic := v.Type().Underlying().(*types.Basic); !basic {
			interesting = true
		}
	}
	for v := range sig.Results().Variables() {
		switch v.Type().Underlying().(type) {
		case *types.Interface, *types.Signature:
			interesting = interesting || v.Type().String() != "error"
		}
	}
	if interesting {
		for k := range times {
			call(k)
		}
	}
}

// methods calls those of a type on a value of the pool.
func (c *caller) methods(full string, named *types.Named) {
	var t types.Type = types.NewPointer(named)
	if types.IsInterface(named) {
		t = named
	}
	set := types.NewMethodSet(t)
	for m := range set.Methods() {
		sig := m.Obj().(*types.Func).Signature()
		name := full + "." + m.Obj().Name()
		if !m.Obj().Exported() || unaskedName(name) {
			continue
		}
		recv, ok := c.receiver(named)
		if !ok {
			return
		}
		c.several(sig, func(k int) { c.call(fmt.Sprintf("%s/%d", name, k), "recv."+m.Obj().Name(), recv, sig) })
	}
}

// receiver is a value of the pool that a type's methods can be called on.
func (c *caller) receiver(named *types.Named) (*made, bool) {
	var fit []made
	for _, m := range c.pool {
		if types.AssignableTo(m.typ, named) || types.Identical(m.typ, types.NewPointer(named)) {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		return nil, false
	}
	return &made{fit[c.IntN(len(fit))].call, named}, true
}

// typeArguments are what type parameters without a core type become.
var typeArguments = []string{"int", "Mark", "Word", "any", "Shape", "error", "*Pair", "Pair", "Place", "string", "Square", "[]any", "float64"}

// lookup is the type of that name.
func (c *caller) lookup(name string) types.Type {
	if rest, ok := strings.CutPrefix(name, "[]"); ok {
		return types.NewSlice(c.lookup(rest))
	}
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		return types.NewPointer(c.lookup(rest))
	}
	if o := c.pkg.Scope().Lookup(name); o != nil {
		return o.Type()
	}
	return types.Universe.Lookup(name).Type()
}

// generic calls a generic function with several type arguments.
func (c *caller) generic(full string, o *types.Func) {
	sig := o.Signature()
	seen := map[string]bool{}
	for try, n := 0, 0; try < 200 && n < 8; try++ {
		args := c.instance(sig)
		inst, err := types.Instantiate(nil, sig, args, true)
		if err != nil {
			continue
		}
		var texts []string
		for _, a := range args {
			texts = append(texts, types.TypeString(a, byName))
		}
		name := full + "[" + strings.Join(texts, ", ") + "]"
		if !seen[name] && c.call(fmt.Sprintf("%s/%s", full, strings.Join(texts, ", ")), name, nil, inst.(*types.Signature)) {
			seen[name] = true
			n++
		}
	}
}

// instance chooses type arguments: those whose constraint is ~[]E or ~map[K]V of the
// pool, with E, K and V theirs.
func (c *caller) instance(sig *types.Signature) []types.Type {
	bound := map[*types.TypeParam]types.Type{}
	bind := func(p, t types.Type) {
		if tp, ok := p.(*types.TypeParam); ok && bound[tp] == nil {
			bound[tp] = t
		}
	}
	for tp := range sig.TypeParams().TypeParams() {
		core := coreOf(tp.Constraint())
		for range 300 {
			t := c.pool[c.IntN(len(c.pool))].typ
			if core == nil || bound[tp] != nil {
				break
			}
			switch u := t.Underlying().(type) {
			case *types.Slice:
				if s, ok := core.(*types.Slice); ok {
					bound[tp] = t
					bind(s.Elem(), u.Elem())
				}
			case *types.Map:
				if m, ok := core.(*types.Map); ok {
					bound[tp] = t
					bind(m.Key(), u.Key())
					bind(m.Elem(), u.Elem())
				}
			}
		}
	}
	var args []types.Type
	for tp := range sig.TypeParams().TypeParams() {
		t := bound[tp]
		if t == nil {
			t = c.lookup(typeArguments[c.IntN(len(typeArguments))])
		}
		args = append(args, t)
	}
	return args
}

// coreOf is the slice or map that a constraint of a single term asks for.
func coreOf(constraint types.Type) types.Type {
	i, ok := constraint.Underlying().(*types.Interface)
	if !ok || i.NumEmbeddeds() != 1 {
		return nil
	}
	if u, ok := i.EmbeddedType(0).(*types.Union); ok && u.Len() == 1 {
		switch t := u.Term(0).Type().Underlying().(type) {
		case *types.Slice, *types.Map:
			return t
		}
	}
	return nil
}

// call makes the check of one call.
func (c *caller) call(label, callee string, recv *made, sig *types.Signature) bool {
	var before, after strings.Builder
	var args []string
	slice := "" // an argument that callbacks may index
	unordered := ""
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		n, spread := 1, false
		if sig.Variadic() && i == sig.Params().Len()-1 {
			if types.TypeString(t, byName) == "string" || c.IntN(3) == 0 && !strings.HasSuffix(callee, "Escaper") { // which change the slice
				spread = true
			} else {
				t, n = t.(*types.Slice).Elem(), 2
			}
		}
		for j := range n {
			name := fmt.Sprintf("a%d", i+j)
			e, at, ok := c.argument(t, slice)
			if !ok {
				return false
			}
			fmt.Fprintf(&before, "var %s %s = %s\n", name, types.TypeString(at, byName), e)
			switch at.Underlying().(type) {
			case *types.Slice:
				slice = name
				fmt.Fprintf(&before, "alias%s, held%s := %s[:], struct{ in %s }{%s}\n", name, name, name, types.TypeString(at, byName), name)
				fmt.Fprintf(&after, "tell(%q, %s)\ntell(\"alias\", alias%s)\ntell(\"held\", held%s.in)\n", name, name, name, name)
			case *types.Signature:
			default:
				if _, m := at.Underlying().(*types.Map); m { // what it calls or yields may follow the map
					unordered = fmt.Sprintf("fmt.Println(%q)\n", anyOrder)
				}
				fmt.Fprintf(&before, "at%s := &%s\n", name, name)
				fmt.Fprintf(&after, "tell(%q, %s)\ntell(\"at\", *at%s)\n", name, name, name)
			}
			if spread {
				name += "..."
			}
			args = append(args, name)
		}
	}
	if recv != nil {
		fmt.Fprintf(&before, "recv := %s\n", recv.call)
		fmt.Fprintf(&after, "tell(\"recv\", recv)\n")
	}
	results, ok := c.results(callee, sig)
	if !ok {
		return false
	}
	if strings.HasPrefix(label, "fmt.") {
		results = strings.ReplaceAll(results, `tell("r0", r0)`, `tell("r0", printed(r0))`)
	}
	callee += "(" + strings.Join(args, ", ") + ")\n"
	c.checks = append(c.checks, check{label: "api/" + strings.ReplaceAll(label, " ", ""), body: unordered + before.String() + strings.ReplaceAll(results, "CALL\n", callee) + after.String()})
	return true
}

// argument is an expression for a parameter, and its type.
func (c *caller) argument(t types.Type, slice string) (string, types.Type, bool) {
	if u, ok := t.Underlying().(*types.Signature); ok {
		e, ok := c.literal(t, u, 0, slice)
		return e, t, ok
	}
	if fit := c.fitting(t); len(fit) > 0 {
		m := fit[c.IntN(len(fit))]
		return m.call, m.typ, true
	}
	e, ok := c.value(t, 0)
	return e, t, ok
}

// fitting are the values of the pool that can be assigned to a type.
func (c *caller) fitting(t types.Type) (fit []made) {
	for _, m := range c.pool {
		if types.AssignableTo(m.typ, t) {
			fit = append(fit, m)
		}
	}
	return fit
}

// nameable reports whether a type can be named by a check.
func nameable(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Pkg() == nil || n.Obj().Exported() && (n.Obj().Pkg().Path() == "main" || packages()[byName(n.Obj().Pkg())] == n.Obj().Pkg().Path())
}

// value is an expression of a type.
func (c *caller) value(t types.Type, deep int) (string, bool) {
	text := types.TypeString(t, byName)
	if text == "fmt.State" || text == "fmt.ScanState" || deep > 3 || !nameable(t) || strings.Contains(text, "internal") {
		return "", false
	}
	if fit := c.fitting(t); len(fit) > 0 {
		return fit[c.IntN(len(fit))].call, true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return text + `("a b")`, true
		case u.Info()&types.IsBoolean != 0:
			return text + "(true)", true
		case u.Info()&types.IsNumeric != 0:
			return fmt.Sprintf("%s(%d)", text, c.IntN(3)), true
		}
	case *types.Signature:
		return c.literal(t, u, deep, "")
	case *types.Slice:
		a, ok := c.value(u.Elem(), deep+1)
		b, ok2 := c.value(u.Elem(), deep+1)
		return text + "{" + a + ", " + b + "}", ok && ok2
	case *types.Map:
		k, ok := c.value(u.Key(), deep+1)
		e, ok2 := c.value(u.Elem(), deep+1)
		return text + "{" + k + ": " + e + "}", ok && ok2
	case *types.Array, *types.Struct:
		return text + "{}", true
	case *types.Chan:
		return "make(chan " + types.TypeString(u.Elem(), byName) + ", 1)", true
	case *types.Pointer:
		return "new(" + types.TypeString(u.Elem(), byName) + ")", nameable(u.Elem())
	}
	return "", false
}

// literal is a function that tells of its arguments.
func (c *caller) literal(t types.Type, u *types.Signature, deep int, slice string) (string, bool) {
	var params, does, gives, results []string
	for i := range u.Params().Len() {
		p := u.Params().At(i).Type()
		text := types.TypeString(p, byName)
		if u.Variadic() && i == u.Params().Len()-1 {
			text = "..." + types.TypeString(p.(*types.Slice).Elem(), byName)
		}
		params = append(params, fmt.Sprintf("p%d %s", i, text))
		f, isFunc := p.Underlying().(*types.Signature)
		switch {
		case !isFunc:
			does = append(does, fmt.Sprintf("tell(\"given\", p%d)", i))
		case u.Results().Len() == 0 && f.Results().Len() == 1 && f.Results().At(0).Type().String() == "bool":
			for range 2 {
				var args []string
				for v := range f.Params().Variables() {
					e, ok := c.value(v.Type(), deep+1)
					if !ok {
						return "", false
					}
					args = append(args, e)
				}
				does = append(does, fmt.Sprintf("if !p%d(%s) { return }", i, strings.Join(args, ", ")))
			}
		}
	}
	for v := range u.Results().Variables() {
		results = append(results, types.TypeString(v.Type(), byName))
		e, ok := c.answer(u, v.Type(), deep, slice)
		if !ok {
			return "", false
		}
		gives = append(gives, e)
	}
	if len(gives) > 0 {
		does = append(does, "return "+strings.Join(gives, ", "))
	}
	f := fmt.Sprintf("func(%s) (%s) { %s }", strings.Join(params, ", "), strings.Join(results, ", "), strings.Join(does, "; "))
	if _, ok := types.Unalias(t).(*types.Named); ok {
		f = types.TypeString(t, byName) + "(" + f + ")"
	}
	return f, nameable(t)
}

// answer is a result of a callback: an order that is one, where it is asked for that.
func (c *caller) answer(u *types.Signature, t types.Type, deep int, slice string) (string, bool) {
	n, text := u.Params().Len(), types.TypeString(t, byName)
	switch {
	case text == "bool" && n == 2 && slice != "" && u.Params().At(0).Type().String() == "int":
		return fmt.Sprintf("fmt.Sprint(%s[p0]) < fmt.Sprint(%s[p1])", slice, slice), true
	case text == "int" && n == 2:
		return "strings.Compare(fmt.Sprint(p0), fmt.Sprint(p1))", true
	case text == "bool" && n > 0:
		return "len(fmt.Sprint(p0)) > 1", true
	case text == "error":
		return []string{"nil", "nil", "Fault{77}"}[c.IntN(3)], true
	}
	for i := range n {
		if !u.Variadic() && types.Identical(u.Params().At(i).Type(), t) {
			return fmt.Sprintf("p%d", i), true
		}
	}
	return c.value(t, deep+1)
}

// results shows what a CALL gives, and what can be got out of that.
func (c *caller) results(callee string, sig *types.Signature) (string, bool) {
	if sig.Results().Len() == 0 {
		return "CALL\n", true
	}
	var names []string
	var b strings.Builder
	for i := range sig.Results().Len() {
		r, t := fmt.Sprintf("r%d", i), sig.Results().At(i).Type()
		names = append(names, r)
		u, isFunc := t.Underlying().(*types.Signature)
		counts := i == 0 && strings.HasPrefix(callee, "fmt.") && strings.Contains(strings.ToLower(callee), "print") && sig.Results().Len() == 2
		if !isFunc && !counts { // addresses have no fixed length
			fmt.Fprintf(&b, "tell(%q, %s)\n", r, r)
		}
		if isFunc && u.Params().Len() == 1 && u.Results().Len() == 0 {
			if yield, ok := u.Params().At(0).Type().Underlying().(*types.Signature); ok {
				switch yield.Params().Len() {
				case 1:
					fmt.Fprintf(&b, "for x := range %s { tell(\"yields\", x) }\n", r)
				case 2:
					fmt.Fprintf(&b, "for x, y := range %s { tell(\"yields\", x); tell(\"and\", y) }\n", r)
				}
			}
		}
		if types.IsInterface(t) && types.Implements(t, c.lookupReader()) {
			fmt.Fprintf(&b, "if %s != nil { text, err := io.ReadAll(io.LimitReader(%s, 1000)); fmt.Println(string(text), err) }\n", r, r)
		}
		fmt.Fprintf(&b, "_ = %s\n", r)
	}
	return strings.Join(names, ", ") + " := CALL\n" + b.String(), true
}

func (c *caller) lookupReader() *types.Interface {
	p, err := importer().Import("io")
	if err != nil {
		panic(err)
	}
	return p.Scope().Lookup("Reader").Type().Underlying().(*types.Interface)
}
