package session

import (
	"context"
	"strings"
	"sync"
	"testing"

	"riffle/internal/proto"
)

type recorder struct {
	proto.Discard
	mu  sync.Mutex
	out strings.Builder
}

func (r *recorder) Stream(name string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Write(text)
}

func TestTry(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, src := range []string{
		"1+1",
		"lotto := NewLottery(40); lotto.Pick(6)",
		"x := 3\nfunc f(n int) int { return n * x }\nf(4)",
		"import \"fmt\"\nfmt.Println(f(5))",
		"x = 10; f(1)",
	} {
		r := &recorder{}
		res := s.Run(context.Background(), proto.Cell{Source: src, N: i + 1}, r)
		t.Log(src, "=>", res.Value.Text(), r.out.String())
		if res.Err != nil {
			t.Error(res.Err)
		}
	}
}
