package rand

import (
	"math/rand"
	"os"
	"os/exec"
	"slices"
	"testing"
)

// With a seed both shuffle alike. Only a program that asks for it can seed the default
// generator.
func TestShuffle(t *testing.T) {
	if os.Getenv("GODEBUG") != "randseednop=0" {
		cmd := exec.Command(os.Args[0], "-test.run=TestShuffle")
		cmd.Env = append(os.Environ(), "GODEBUG=randseednop=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	for n := range 300 {
		drawn := func(shuffle func(int, func(i, j int))) (js []int) {
			rand.Seed(int64(n))
			shuffle(n, func(i, j int) { js = append(js, i, j) })
			return append(js, rand.Intn(1000))
		}
		if got, want := drawn(Shuffle), drawn(rand.Shuffle); !slices.Equal(got, want) {
			t.Fatalf("%d: drawn %v, want %v", n, got, want)
		}
	}
	defer func() {
		if p := recover(); p != "invalid argument to Shuffle" {
			t.Errorf("Shuffle(-1): %v", p)
		}
	}()
	Shuffle(-1, nil)
}
