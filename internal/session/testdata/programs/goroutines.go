// Goroutines, channels, select, timeouts, closing.
package main

import (
	"fmt"
	"sync"
	"time"
)

func worker(done chan<- bool) {
	fmt.Print("working...")
	fmt.Println("done")
	done <- true
}

func ping(pings chan<- string, msg string)          { pings <- msg }
func pong(pings <-chan string, pongs chan<- string) { pongs <- <-pings }

func gen(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i
		}
	}()
	return out
}

func sq(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for n := range in {
			out <- n * n
		}
		close(out)
	}()
	return out
}

func merge(cs ...<-chan int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int, 10)
	for _, c := range cs {
		wg.Go(func() {
			for n := range c {
				out <- n
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type request struct {
	n    int
	resp chan int
}

func main() {
	messages := make(chan string)
	go func() { messages <- "ping" }()
	fmt.Println(<-messages)

	buffered := make(chan string, 2)
	buffered <- "buffered"
	buffered <- "channel"
	fmt.Println(len(buffered), cap(buffered), <-buffered, <-buffered)

	done := make(chan bool, 1)
	go worker(done)
	<-done

	pings, pongs := make(chan string, 1), make(chan string, 1)
	ping(pings, "passed message")
	pong(pings, pongs)
	fmt.Println(<-pongs)

	c1, c2 := make(chan string), make(chan string)
	first := make(chan bool)
	go func() { time.Sleep(10 * time.Millisecond); c1 <- "one"; close(first) }()
	go func() { <-first; time.Sleep(10 * time.Millisecond); c2 <- "two" }()
	for range 2 {
		select {
		case msg := <-c1:
			fmt.Println("received", msg)
		case msg := <-c2:
			fmt.Println("received", msg)
		}
	}

	slow := make(chan string, 1)
	go func() { time.Sleep(200 * time.Millisecond); slow <- "late" }()
	select {
	case res := <-slow:
		fmt.Println(res)
	case <-time.After(10 * time.Millisecond):
		fmt.Println("timeout")
	}

	signals := make(chan bool)
	none := make(chan string)
	select {
	case msg := <-none:
		fmt.Println(msg)
	default:
		fmt.Println("no message received")
	}
	select {
	case none <- "hi":
		fmt.Println("sent")
	default:
		fmt.Println("no message sent")
	}
	select {
	case msg := <-none:
		fmt.Println(msg)
	case sig := <-signals:
		fmt.Println(sig)
	default:
		fmt.Println("no activity")
	}

	jobs := make(chan int, 5)
	fin := make(chan bool)
	go func() {
		for {
			j, more := <-jobs
			if more {
				fmt.Println("received job", j)
			} else {
				fmt.Println("received all jobs")
				fin <- true
				return
			}
		}
	}()
	for j := 1; j <= 3; j++ {
		jobs <- j
	}
	close(jobs)
	<-fin
	_, ok := <-jobs
	fmt.Println("received more jobs:", ok)

	queue := make(chan string, 2)
	queue <- "one"
	queue <- "two"
	close(queue)
	for elem := range queue {
		fmt.Println(elem)
	}
	sum := 0
	for n := range merge(sq(gen(4)), sq(gen(5))) {
		sum += n
	}
	fmt.Println("sum", sum)

	reqs := make(chan request)
	go func() {
		total := 0
		for r := range reqs {
			total += r.n
			r.resp <- total
		}
	}()
	for i := range 3 {
		r := request{i + 1, make(chan int)}
		reqs <- r
		fmt.Print(<-r.resp, " ")
	}
	fmt.Println()
	chans := make(chan chan int, 1)
	inner := make(chan int, 1)
	chans <- inner
	(<-chans) <- 5
	fmt.Println(<-inner, (<-chan int)(inner) != nil)
	funcs := make(chan func() string)
	go func() { funcs <- func() string { return "from a channel" } }()
	fmt.Println((<-funcs)())
	var nilch chan int
	select {
	case <-nilch:
	case nilch <- 1:
	default:
		fmt.Println("nil channels never")
	}
	quit := make(chan struct{})
	res := make(chan int)
	go func() {
		x, y := 0, 1
		for {
			select {
			case res <- x:
				x, y = y, x+y
			case <-quit:
				close(res)
				return
			}
		}
	}()
	for range 10 {
		fmt.Print(<-res, " ")
	}
	close(quit)
	for range res {
	}
	fmt.Println("quit")
	results := make([]int, 5)
	var wg sync.WaitGroup
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i] = i * i
		}()
	}
	wg.Wait()
	fmt.Println(results)
	fmt.Printf("%T %T %T\n", quit, pings, (<-chan int)(nil))
}
