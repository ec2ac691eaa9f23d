package cell

import (
	"go/token"
	"go/types"
	"strings"

	"riffle/internal/intents"
	"riffle/internal/proto"
)

// intent is the hint for a call that wants something of riffle's cards, lotteries,
// generators or experiments in other words: the line that does it.
func (b *builder) intent(d *proto.Diagnostic, pos token.Pos) string {
	if b.program() {
		return ""
	}
	return wanted(d, b.isOwn(pos), func(expr string) string {
		tv, err := types.Eval(b.c.fset, b.pkg, token.NoPos, expr)
		if err != nil || tv.Type == nil || !tv.IsValue() {
			return ""
		}
		return types.TypeString(tv.Type, (*types.Package).Name)
	})
}

// isOwn tells which names are the user's at a place: what they mean is known.
func (b *builder) isOwn(pos token.Pos) func(name string) bool {
	return func(name string) bool {
		scope := b.scopeAt(pos)
		if scope == nil {
			scope = b.pkg.Scope()
		}
		_, o := scope.LookupParent(name, token.NoPos)
		return o != nil && o.Pkg() != nil && o.Pkg().Path() == b.pkg.Path()
	}
}

// wanted is the hint for the call at the place of an error, "" if it is none that wants
// something of riffle's.
func wanted(d *proto.Diagnostic, own func(string) bool, typeOf func(string) string) string {
	before, after, _ := strings.Cut(marked(d), "¦")
	call, ok := intents.Read(before+after, len(before))
	if !ok || own(call.Function) {
		return ""
	}
	line := call.Line(typeOf)
	if line == "" || strings.Contains(before+after, line) {
		return ""
	}
	return writeHint + line
}

// writeHint begins the hint that is a line to run.
const writeHint = "write "

// sameIntent reports whether the second of two errors follows from the first: the same
// line mends both.
func sameIntent(a, b proto.Diagnostic) bool {
	return a.Line == b.Line && a.Hint == b.Hint && strings.HasPrefix(a.Hint, writeHint)
}

// noneOwn and untyped are what is known of a cell that can't be parsed.
func noneOwn(string) bool { return false }

// untyped is the type of an expression of a cell that can't be parsed: none.
func untyped(string) string { return "" }

// otherCall finds a call of Java or Python that Go's parser doesn't read as one.
var otherCall = pattern(`\bnew\s+\w|\(range\(`)
