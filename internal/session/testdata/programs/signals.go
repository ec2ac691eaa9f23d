// Signals and the numbers of errors are those of package syscall.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	me, err := os.FindProcess(syscall.Getpid())
	if err != nil {
		fmt.Println(err)
		return
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	if err := me.Signal(syscall.SIGTERM); err != nil {
		fmt.Println(err)
	}
	select {
	case s := <-c:
		fmt.Println("got", s, s == syscall.SIGTERM, int(s.(syscall.Signal)))
	case <-time.After(10 * time.Second):
		fmt.Println("no signal came")
	}
	<-ctx.Done()
	fmt.Println(ctx.Err())
	_, err = os.Stat("/no/such/file")
	fmt.Println(errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOENT))
	var number syscall.Errno
	fmt.Println(errors.As(err, &number), number == syscall.ENOENT, number)
	if syscall.Getpid() == os.Getpid() {
		syscall.Exit(3)
	}
}
