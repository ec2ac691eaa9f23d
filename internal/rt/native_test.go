package rt

import (
	"net"
	"reflect"
	"testing"
)

// TestInterruptedBefore: a native call that begins after the interrupt ends too, and
// leaves what it would have waited for as before.
func TestInterruptedBefore(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := New(Config{})
	run := r.Begin()
	run.Interrupt()
	func() {
		defer func() {
			if v := recover(); v != ErrInterrupted {
				t.Errorf("the call ends with %v, want an interrupt", v)
			}
		}()
		r.Calling(reflect.ValueOf(l.Accept), reflect.ValueOf(l), func() { l.Accept() })
	}()
	r.End(run)
	go net.Dial("tcp", l.Addr().String())
	if _, err := l.Accept(); err != nil {
		t.Errorf("the listener doesn't listen on: %v", err)
	}
}
