package worker

import (
	"io"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// TestAttentiveReadsAll rouses a reader at all moments, while the session is busy and
// while it isn't, and expects every byte, and the end.
func TestAttentiveReadsAll(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var busy atomic.Bool
	a := &attentive{in: r, busy: busy.Load}
	stop := make(chan struct{})
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				busy.Store(i/50%2 == 0)
				a.rouse()
				time.Sleep(100 * time.Microsecond)
			}
		}
	}()
	const n = 300
	go func() {
		defer w.Close()
		for i := range n {
			w.Write([]byte{byte(i)})
			time.Sleep(time.Duration(i%4) * 100 * time.Microsecond)
		}
	}()
	got, err := io.ReadAll(a)
	close(stop)
	if err != nil || len(got) != n {
		t.Fatalf("read %d bytes and %v, want %d", len(got), err, n)
	}
	for i, b := range got {
		if b != byte(i) {
			t.Fatalf("byte %d is %d", i, b)
		}
	}
}

// TestAttentiveIsCalm: a reader that nobody rouses waits without a deadline, also after
// it has been alert.
func TestAttentiveIsCalm(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var asked atomic.Int64
	a := &attentive{in: r, busy: func() bool { return asked.Add(1) == 1 }}
	read := make(chan int)
	go func() {
		b := make([]byte, 10)
		for {
			n, err := a.Read(b)
			if err != nil {
				return
			}
			read <- n
		}
	}()
	for !a.calm.Load() {
		time.Sleep(time.Millisecond)
	}
	a.rouse() // busy the first time, idle the second
	for asked.Load() < 2 || !a.calm.Load() {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(5 * beat)
	if n := asked.Load(); n != 2 {
		t.Errorf("a calm reader looked %d times more", n-2)
	}
	w.Write([]byte("x"))
	if n := <-read; n != 1 {
		t.Errorf("read %d bytes", n)
	}
	w.Close()
}
