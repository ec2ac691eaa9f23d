// A small stack machine and a recursive-descent calculator.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

type Op int

const (
	Push Op = iota
	Add
	Mul
	Jump
	JumpIfZero
	Dup
	Print
	Halt
)

//go:generate stringer -type=Op
var names = [...]string{"Push", "Add", "Mul", "Jump", "JumpIfZero", "Dup", "Print", "Halt"}

func (o Op) String() string { return names[o] }

type Instr struct {
	Op  Op
	Arg int
}

type VM struct {
	code  []Instr
	stack []int
	pc    int
	trace []string
}

func (vm *VM) pop() int {
	v := vm.stack[len(vm.stack)-1]
	vm.stack = vm.stack[:len(vm.stack)-1]
	return v
}

func (vm *VM) Run() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("vm at %d (%v): %v", vm.pc, vm.code[vm.pc-1], r)
		}
	}()
	for {
		in := vm.code[vm.pc]
		vm.pc++
		vm.trace = append(vm.trace, in.Op.String()[:2])
		switch in.Op {
		case Push:
			vm.stack = append(vm.stack, in.Arg)
		case Add, Mul:
			b, a := vm.pop(), vm.pop()
			if in.Op == Add {
				a += b
			} else {
				a *= b
			}
			vm.stack = append(vm.stack, a)
		case Dup:
			vm.stack = append(vm.stack, vm.stack[len(vm.stack)-1])
		case Jump:
			vm.pc = in.Arg
		case JumpIfZero:
			if vm.pop() == 0 {
				vm.pc = in.Arg
			}
		case Print:
			fmt.Print(vm.stack[len(vm.stack)-1], " ")
		case Halt:
			fmt.Println()
			return nil
		}
	}
}

type parser struct {
	toks []string
	vars map[string]float64
}

var errSyntax = errors.New("syntax error")

func tokenize(s string) (toks []string) {
	for i := 0; i < len(s); {
		switch c := rune(s[i]); {
		case unicode.IsSpace(c):
			i++
		case unicode.IsDigit(c):
			j := i
			for j < len(s) && (unicode.IsDigit(rune(s[j])) || s[j] == '.') {
				j++
			}
			toks = append(toks, s[i:j])
			i = j
		case unicode.IsLetter(c):
			j := i
			for j < len(s) && unicode.IsLetter(rune(s[j])) {
				j++
			}
			toks = append(toks, s[i:j])
			i = j
		default:
			toks = append(toks, string(c))
			i++
		}
	}
	return
}

func (p *parser) peek() string {
	if len(p.toks) == 0 {
		return ""
	}
	return p.toks[0]
}
func (p *parser) next() (t string) { t, p.toks = p.peek(), p.toks[min(1, len(p.toks)):]; return }

func (p *parser) expr() float64 {
	v := p.term()
	for p.peek() == "+" || p.peek() == "-" {
		if p.next() == "+" {
			v += p.term()
		} else {
			v -= p.term()
		}
	}
	return v
}
func (p *parser) term() float64 {
	v := p.factor()
	for {
		switch p.peek() {
		case "*":
			p.next()
			v *= p.factor()
		case "/":
			p.next()
			d := p.factor()
			if d == 0 {
				panic(errors.New("division by zero"))
			}
			v /= d
		default:
			return v
		}
	}
}
func (p *parser) factor() float64 {
	switch t := p.next(); {
	case t == "(":
		v := p.expr()
		if p.next() != ")" {
			panic(fmt.Errorf("%w: missing )", errSyntax))
		}
		return v
	case t == "-":
		return -p.factor()
	case t != "" && unicode.IsLetter(rune(t[0])):
		v, ok := p.vars[t]
		if !ok {
			panic(fmt.Errorf("undefined: %s", t))
		}
		return v
	default:
		v, err := strconv.ParseFloat(t, 64)
		if err != nil {
			panic(fmt.Errorf("%w: %q", errSyntax, t))
		}
		return v
	}
}

func eval(s string, vars map[string]float64) (v float64, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case error:
			err = e
		default:
			panic(e)
		}
	}()
	if name, rhs, ok := strings.Cut(s, "="); ok {
		v, err = eval(rhs, vars)
		if err == nil {
			vars[strings.TrimSpace(name)] = v
		}
		return
	}
	p := &parser{tokenize(s), vars}
	v = p.expr()
	if p.peek() != "" {
		return 0, fmt.Errorf("%w at %q", errSyntax, p.peek())
	}
	return v, nil
}

func main() {
	vm := &VM{code: []Instr{{Push, 3}, {Print, 0}, {Push, -1}, {Add, 0}, {Dup, 0}, {JumpIfZero, 7}, {Jump, 1}, {Halt, 0}}}
	fmt.Println(vm.Run(), vm.stack, strings.Join(vm.trace, ""))
	fmt.Printf("%v %+v\n", vm.code[0], vm.code[5])
	fmt.Println((&VM{code: []Instr{{Add, 0}}}).Run())
	vars := map[string]float64{}
	for _, line := range []string{"1 + 2 * 3", "(1+2)*3", "x = 10 / 4", "x*x - -1", "1 / 0", "2 +", "(1", "y", "3 4"} {
		v, err := eval(line, vars)
		fmt.Printf("%-10s = %v, %v, %t\n", line, v, err, errors.Is(err, errSyntax))
	}
	fmt.Println(vars)
}
