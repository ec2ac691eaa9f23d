package corpus

// Sum receives from a goroutine until the channel is closed.
func Sum(n int) (sum int) {
	numbers := make(chan int)
	go func() {
		for i := range n {
			numbers <- i
		}
		close(numbers)
	}()
	for x := range numbers {
		sum += x
	}
	return sum
}

// Buffered asks for a channel's length, and receives after it is closed.
func Buffered(n int) (int, int, bool, int) {
	ch := make(chan string, n)
	ch <- "a"
	ch <- "bc"
	l, c := len(ch), cap(ch)
	close(ch)
	sum := 0
	for s := range ch {
		sum += len(s)
	}
	_, ok := <-ch
	return l, c, ok, sum
}

// Workers shares jobs among goroutines.
func Workers(n int) (sum int) {
	jobs, results := make(chan int, 3), make(chan [2]int)
	for w := range 3 {
		go func() {
			for j := range jobs {
				results <- [2]int{j * j, w - w}
			}
		}()
	}
	go func() {
		for i := range n {
			jobs <- i
		}
		close(jobs)
	}()
	for range n {
		r := <-results
		sum += r[0] + r[1]
	}
	return sum
}

// Selects chooses among sends and receives.
func Selects(n int) (s string) {
	a, b, quit := make(chan int, 1), make(chan string), make(chan struct{})
	done := make(chan bool)
	go func() {
		for {
			select {
			case x := <-b:
				s += x
			case <-quit:
				done <- true
				return
			}
		}
	}()
	for range n {
		select {
		case a <- 1:
			b <- "sent "
		case x, ok := <-a:
			if ok && x == 1 {
				b <- "received "
			}
		}
	}
	close(quit)
	<-done
	select {
	case x := <-b:
		s += x
	default:
		s += "nothing"
	}
	return s
}

// Closed sends to a closed channel, and receives from it.
func Closed(n int) (s string) {
	ch := make(chan int, 2)
	defer func() {
		if recover() != nil {
			s += "panic"
		}
	}()
	close(ch)
	if n == 0 {
		close(ch)
	}
	ch <- 1
	return "sent"
}

type message struct {
	text string
	num  *int
	list []string
	back chan message
}

// Messages sends structs that have channels in them.
func Messages(n int) (s string) {
	ch := make(chan message)
	go func() {
		for m := range ch {
			m.text += m.list[0]
			*m.num++
			m.back <- m
		}
	}()
	num := 0
	for range n {
		m := message{"text ", &num, []string{"list "}, make(chan message, 1)}
		ch <- m
		s += (<-m.back).text
	}
	close(ch)
	if num != n {
		return "wrong"
	}
	return s
}

// Kinds sends values of each kind.
func Kinds(n int) (int8, uint16, int32, float32, float64, bool, string, *int, []int, func() int, complex128) {
	a, b, c, d, e := make(chan int8, 1), make(chan uint16, 1), make(chan int32, 1), make(chan float32, 1), make(chan float64, 1)
	g, h, i, j, k, l := make(chan bool, 1), make(chan string, 1), make(chan *int, 1), make(chan []int, 1), make(chan func() int, 1), make(chan complex128, 1)
	a <- int8(n)
	b <- uint16(n)
	c <- int32(n)
	d <- float32(n)
	e <- float64(n)
	g <- n > 0
	h <- "text"
	i <- nil
	j <- []int{n}
	k <- nil
	l <- complex(float64(n), 1)
	return <-a, <-b, <-c, <-d, <-e, <-g, <-h, <-i, <-j, <-k, <-l
}

// Ring passes a number through a chain of goroutines.
func Ring(n int) int {
	first := make(chan int)
	in := first
	for range n {
		out := make(chan int)
		go func(in, out chan int) { out <- 1 + <-in }(in, out)
		in = out
	}
	first <- 0
	return <-in
}

// Mutual has pairs of goroutines answer each other.
func Mutual(n int) (sum int) {
	type pair struct{ a, b chan int }
	ps := make([]pair, n)
	for i := range ps {
		ps[i] = pair{make(chan int), make(chan int)}
		go func() {
			x := <-ps[i].a
			ps[i].b <- x * x
		}()
	}
	for i := range ps {
		ps[i].a <- i
	}
	for i := range ps {
		sum += <-ps[i].b
	}
	var same chan int
	if n > 0 && ps[0].a == ps[0].b || same != nil {
		return 0
	}
	return sum
}

// Choices selects among channels of several kinds, some of them nil, closed or full.
func Choices(n int) (s string) {
	ints, texts, pairs, errs := make(chan int8, 2), make(chan string, 2), make(chan [2]int, 2), make(chan error, 1)
	lists, nothing := make(chan []int, 1), make(chan struct{})
	var never chan string
	if n > 0 {
		close(nothing)
	}
	for i := range 12 {
		switch i % 6 {
		case 0:
			ints <- int8(-i)
		case 1:
			texts <- "text"[i%4:]
		case 2:
			lists <- []int{i, n}
		case 3:
			errs <- nil
		case 4:
			pairs <- [2]int{i, n}
		}
		var l []int
		var ok bool
		select {
		case x := <-ints:
			s += "int" + string(rune('a'-x))
		case x, ok := <-texts:
			s += x
			if !ok {
				s += "closed"
			}
		case l, ok = <-lists:
			s += string(rune('a' + l[0] + l[1]))
			if ok {
				s += "!"
			}
		case err := <-errs:
			if err == nil {
				s += " nil "
			}
		case p := <-pairs:
			s += string(rune('a' + p[0]))
		case x := <-never:
			s += x
		default:
			s += "-"
		}
		select {
		case _, open := <-nothing:
			if !open {
				s += "."
			}
		default:
			s += "?"
		}
	}
	return s
}
