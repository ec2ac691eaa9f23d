// Speed of a calculator with a stack.
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

type stack struct{ values []int }

func (s *stack) push(v int) { s.values = append(s.values, v) }

func (s *stack) pop() (int, error) {
	if len(s.values) == 0 {
		return 0, errors.New("the stack is empty")
	}
	v := s.values[len(s.values)-1]
	s.values = s.values[:len(s.values)-1]
	return v, nil
}

var operators = map[string]func(a, b int) int{
	"+": func(a, b int) int { return a + b },
	"-": func(a, b int) int { return a - b },
	"*": func(a, b int) int { return a * b },
}

func evaluate(text string) (int, error) {
	var s stack
	for _, word := range strings.Fields(text) {
		if op, ok := operators[word]; ok {
			b, err := s.pop()
			if err != nil {
				return 0, err
			}
			a, err := s.pop()
			if err != nil {
				return 0, err
			}
			s.push(op(a, b))
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil {
			return 0, fmt.Errorf("what is %q?", word)
		}
		s.push(n)
	}
	return s.pop()
}

// postfix brings an expression of single digits into the order of a stack.
func postfix(text string) string {
	weight := map[byte]int{'+': 1, '-': 1, '*': 2}
	var out []string
	var waiting []byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= '0' && c <= '9' {
			out = append(out, string(c))
			continue
		}
		for len(waiting) > 0 && weight[waiting[len(waiting)-1]] >= weight[c] {
			out = append(out, string(waiting[len(waiting)-1]))
			waiting = waiting[:len(waiting)-1]
		}
		waiting = append(waiting, c)
	}
	for i := len(waiting) - 1; i >= 0; i-- {
		out = append(out, string(waiting[i]))
	}
	return strings.Join(out, " ")
}

func work() int {
	texts := []string{"1+2*3-4", "9*8-7*6+5", "2*3*4-5*6+7-8", "1-2-3-4*5*6", "7*7+1*2-3*3"}
	sum := 0
	for round := 0; round < 300; round++ {
		for _, t := range texts {
			v, err := evaluate(postfix(t))
			if err != nil {
				return -1
			}
			sum += v
		}
		if _, err := evaluate("1 +"); err != nil {
			sum += len(err.Error())
		}
	}
	return sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
