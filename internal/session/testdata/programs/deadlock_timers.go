// Timers that have fired, were stopped, or that nobody waits for wake nobody.
package main

import (
	"context"
	"flag"
	"fmt"
	"sync"
	"time"
)

func main() {
	flag.Parse()
	<-time.After(time.Millisecond)
	ticker := time.NewTicker(time.Millisecond)
	<-ticker.C
	<-ticker.C
	unheard := time.NewTimer(time.Hour)
	stopped := time.AfterFunc(time.Hour, func() { fmt.Println("never") })
	fmt.Println("stopped", stopped.Stop(), stopped.Stop())
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err())

	var wg sync.WaitGroup
	wg.Add(2)
	time.AfterFunc(20*time.Millisecond, func() {
		time.Sleep(50 * time.Millisecond) // longer than it takes to see that all sleep
		wg.Done()
	})
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	context.AfterFunc(ctx, func() {
		time.Sleep(50 * time.Millisecond)
		wg.Done()
	})
	wg.Wait()
	fmt.Println("both", ctx.Err())

	again := time.NewTimer(time.Hour)
	go func() {
		time.Sleep(50 * time.Millisecond)
		again.Reset(time.Millisecond)
	}()
	<-again.C
	fmt.Println("set again", unheard.Stop())
	time.AfterFunc(time.Millisecond, func() { fmt.Println("the last") })
	<-again.C
}
