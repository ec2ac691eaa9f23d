package corpus

// Fib calls itself twice.
func Fib(n int) int {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}

// Ackermann calls itself in an argument.
func Ackermann(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return Ackermann(m-1, 1)
	}
	return Ackermann(m-1, Ackermann(m, n-1))
}

func divmod(a, b int) (q, r int, ok bool) {
	if b == 0 {
		return 0, a, false
	}
	return a / b, a % b, true
}

// Several takes several results apart.
func Several(n int) (int, int, bool, bool) {
	q, r, ok := divmod(100, n)
	_, s, again := divmod(q+r, 3)
	return q - s, r, ok, again
}

// Even and Odd call each other.
func Even(n int) bool {
	if n == 0 {
		return true
	}
	return Odd(n - 1)
}

// Odd is the other half of Even.
func Odd(n int) bool {
	if n == 0 {
		return false
	}
	return Even(n - 1)
}

// Deep needs more than one segment of the stack.
func Deep(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + Deep(n-1)
}
