package diff

import (
	"math/rand/v2"
	"strings"
)

// readOperand is something that is read, with what is declared for it and a change of it.
// The order in which Go reads it and calls a function that changes it is compiled Go's.
type readOperand struct{ name, declare, read, change string }

var readOperands = []readOperand{
	{"variable", "n := 1", "n", "n += 10"},
	{"uncaptured", "n := 1\nstep := 0", "n", "step++"},
	{"pointer", "v := 1\nn := &v", "*n", "*n += 10"},
	{"pointer moved", "v, u := 1, 50\nn := &v", "*n", "n = &u"},
	{"field", "n := struct{ a, b int }{1, 2}", "n.a", "n.a += 10"},
	{"field of pointer", "n := &Place{Row: 1}", "n.Row", "n.Row += 10"},
	{"element", "n := []int{1, 2}", "n[0]", "n[0] += 10"},
	{"element of another", "n := []int{1, 2}", "n[0]", "n = []int{5, 6}"},
	{"array", "n := [2]int{1, 2}", "n[0]", "n[0] += 10"},
	{"map", "n := map[string]int{\"a\": 1}", "n[\"a\"]", "n[\"a\"] += 10"},
	{"length", "n := []int{1}", "len(n)", "n = append(n, 1)"},
	{"index", "n, i := []int{1, 2, 3}, 0", "n[i]", "i = 2"},
	{"conversion", "n := int8(1)", "int(n)", "n += 10"},
	{"negation", "n := 1", "-n", "n += 10"},
	{"sum", "n := 1", "(n + 1)", "n += 10"},
	{"interface", "var n any = 1", "n.(int)", "n = 11"},
	{"method", "n := Level(1)", "n.Measure()", "n += 10"},
	{"closure", "c := 1\nn := func() int { return c }", "n()", "c += 10"},
	{"constant", "const n = 1\nstep := 0", "n", "step++"},
}

// contexts are statements with an operand and the call of a function that changes it.
var contexts = []struct{ name, do string }{
	{"arguments", "fmt.Println(READ, f())"},
	{"arguments turned", "fmt.Println(f(), READ)"},
	{"arguments of all", "fmt.Println(READ, f(), READ, f(), READ)"},
	{"arguments of ints", "two := func(a, b int) { fmt.Println(a, b) }\ntwo(READ, f())"},
	{"method's arguments", "s := Stack[int]{}\ns.Push(READ)\nfmt.Println(s.Push(READ+f()), s.items)"},
	{"sum", "fmt.Println(READ + f())"},
	{"sum turned", "fmt.Println(f() + READ)"},
	{"sums", "x := READ + f()*READ - f()\nfmt.Println(x)"},
	{"text", "fmt.Println(fmt.Sprint(READ) + fmt.Sprint(f()))"},
	{"comparison", "fmt.Println(READ == f(), READ < f(), f() > READ)"},
	{"conditions", "fmt.Println(READ > 0 && f() > 5 && READ > 5, READ < 0 || f() > READ)"},
	{"slice", "fmt.Println([]int{READ, f(), READ})"},
	{"array", "x := [2]int{READ, f()}\nfmt.Println(x)"},
	{"struct", "x := struct{ a, b int }{READ, f()}\nfmt.Println(x)"},
	{"map", "fmt.Println(map[int]int{READ: f()})"},
	{"anys", "fmt.Println([]any{READ, f()})"},
	{"assignment", "a, b := READ, f()\nfmt.Println(a, b)"},
	{"assignment turned", "a, b := f(), READ\nfmt.Println(a, b)"},
	{"assigned operator", "x := READ\nx += f()\nfmt.Println(x, READ)"},
	{"element assigned", "xs := make([]int, 200)\nxs[READ&127] = f()\nfmt.Println(slices.Index(xs, 5))"},
	{"element of map assigned", "m := map[int]int{}\nm[READ] = f()\nfmt.Println(m)"},
	{"results", "x, y := func() (int, int) { return READ, f() }()\nfmt.Println(x, y)"},
	{"append", "fmt.Println(append([]int{}, READ, f()))"},
	{"send", "c := make(chan int, 1)\nc <- READ + f()\nfmt.Println(<-c)"},
	{"deferred", "defer fmt.Println(READ, f())\nfmt.Println(READ)"},
	{"switch", "switch READ {\ncase f():\nfmt.Println(\"same\")\ndefault:\nfmt.Println(\"other\", READ)\n}"},
	{"max", "fmt.Println(max(READ, f()))"},
	{"range", "for i := range READ + f() - 4 {\nfmt.Print(i)\n}\nfmt.Println()"},
	{"slicing", "xs := make([]int, 300)\nfmt.Println(len(xs[READ&127 : f()+200]))"},
	{"goroutine", "c := make(chan int)\ngo func(a, b int) { c <- a*1000 + b }(READ, f())\nfmt.Println(<-c)"},
	{"generic", "fmt.Println(pick(READ > 0, READ, f()), sum(READ, f(), READ))"},
	{"literal", "fmt.Println(func(a, b int) int { return a*100 + b }(READ, f()))"},
}

// operandOrders is each operand in each context.
func operandOrders(*rand.Rand) (checks []check) {
	for _, o := range readOperands {
		for _, c := range contexts {
			body := o.declare + "\nf := func() int {\n" + o.change + "\nreturn 5\n}\n" + strings.ReplaceAll(c.do, "READ", o.read) + "\nfmt.Println(" + o.read + ")\n"
			checks = append(checks, check{label: "order/" + slashed(o.name, c.name), body: body})
		}
	}
	return checks
}
