// Contexts: cancellation, deadlines, values, timers and tickers.
package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type key int

const userKey key = 1

type ctxKey struct{}

func slow(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return fmt.Errorf("slow: %w", ctx.Err())
	}
}

func produce(ctx context.Context) <-chan int {
	ch := make(chan int)
	go func() {
		defer close(ch)
		for i := 0; ; i++ {
			select {
			case ch <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}

type myCtx struct {
	context.Context
	extra string
}

func (c myCtx) Value(k any) any {
	if k == "extra" {
		return c.extra
	}
	return c.Context.Value(k)
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	sum := 0
	for n := range produce(ctx) {
		sum += n
		if n == 5 {
			cancel()
			break
		}
	}
	fmt.Println(sum, ctx.Err(), errors.Is(ctx.Err(), context.Canceled))

	ctx, cancel = context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	err := slow(ctx, time.Second)
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded))
	fmt.Println(slow(context.Background(), time.Millisecond))

	ctx = context.WithValue(context.Background(), userKey, "ann")
	ctx = context.WithValue(ctx, ctxKey{}, []int{1, 2})
	name, ok := ctx.Value(userKey).(string)
	fmt.Println(name, ok, ctx.Value(ctxKey{}), ctx.Value("none"), ctx.Value(1))

	mc := myCtx{ctx, "more"}
	child, stop := context.WithCancelCause(mc)
	fmt.Println(child.Value("extra"), child.Value(userKey))
	stop(errors.New("my cause"))
	<-child.Done()
	fmt.Println(child.Err(), context.Cause(child))

	timer := time.NewTimer(time.Hour)
	fmt.Println(timer.Stop(), timer.Stop())
	timer.Reset(time.Millisecond)
	<-timer.C
	fmt.Println("timer fired")
	fired := make(chan string)
	time.AfterFunc(time.Millisecond, func() { fired <- "after func" })
	fmt.Println(<-fired)
	ticker := time.NewTicker(2 * time.Millisecond)
	done := make(chan bool)
	ticks := 0
loop:
	for {
		select {
		case <-done:
			break loop
		case <-ticker.C:
			if ticks++; ticks == 3 {
				go func() { done <- true }()
			}
		}
	}
	ticker.Stop()
	fmt.Println(ticks > 2)
	dl, has := ctx.Deadline()
	fmt.Println(dl.IsZero(), has)
	if c2, cancel2 := context.WithDeadline(ctx, time.Now().Add(-time.Second)); true {
		defer cancel2()
		fmt.Println(c2.Err(), c2.Value(userKey))
	}
	fmt.Println(context.Background(), context.TODO())
	stopf := context.AfterFunc(ctx, func() {})
	fmt.Println(stopf())
}
