package corpus

// Loops has loops with and without conditions.
func Loops(n int) (sum int) {
	for i := 0; i < n; i++ {
		if i%7 == 3 {
			continue
		}
		for j := i; ; j-- {
			if j < 0 || sum > 10_000 {
				break
			}
			sum += j
		}
	}
	for range n {
		sum++
	}
	for k := n; k > 0; k /= 2 {
		sum -= k
	}
	return sum
}

// Labels breaks and continues outer loops.
func Labels(n int) (sum int) {
outer:
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			switch {
			case j > i:
				continue outer
			case i*j > 60:
				break outer
			case j == 4:
				break
			default:
				sum += i * j
			}
			sum++
		}
	}
	return sum
}

// Gotos jumps back and forth.
func Gotos(n int) (sum int) {
	i := 0
again:
	if i < n {
		sum += i
		i++
		if i%3 == 0 {
			goto skip
		}
		sum *= 2
		sum %= 1001
	skip:
		if sum > 500 {
			goto done
		}
		goto again
	}
done:
	return sum*100 + i
}

// Switches falls through, and has defaults.
func Switches(n int) (sum int) {
	switch n {
	case 0:
		sum = 1
		fallthrough
	case 1, 2:
		sum += 10
		if n == 2 {
			break
		}
		fallthrough
	case 3:
		sum += 100
	default:
		sum = -1
	case 40:
		sum = -40
	}
	switch {
	case n > 3 && sum < 0:
		return sum - 1000
	case n == 3:
		sum++
	}
	return sum
}

// Shadows declares variables that hide others.
func Shadows(n int) int {
	x := n
	{
		x := x + 1
		x++
		n += x
	}
	for x := 0; x < 3; x++ {
		n += x
	}
	return n*10 + x
}
