package main

import "testing"

// TestTerms calculates what 10^12 runs of 100 ns take on 1,000 cores: 100 s of trials by
// arithmetic, 3,725 stretches of 65,536 blocks, of which a core plays one in 27 s.
func TestTerms(t *testing.T) {
	b := &bench{trial: 100e-9, shard: 0.05, part: 1e-3, rate: 372.5}
	files, server := terms(b, paperRuns, paperCores)
	for _, tt := range []struct {
		got  term
		what string
		want float64
	}{
		{files[0], "the trials, 100 ns each", 100}, {files[1], "what a shard costs besides, on all cores at once", 0.05}, {files[2], "merging 1,000 parts", 1},
		{server[1], "waiting for the last of 3,725 stretches, at most", 26.85}, {server[2], "3,725 stretches through the server", 10}, {server[3], "merging 3,725 parts", 3.725},
	} {
		if tt.got.what != tt.what || tt.got.seconds < 0.999*tt.want || tt.got.seconds > 1.001*tt.want {
			t.Errorf("%+v, want %s in %g s", tt.got, tt.what, tt.want)
		}
	}
	if got := bound(files); got != files[0] {
		t.Errorf("bound by %v", got)
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1_000_000_000_000: "1,000,000,000,000", 65_007: "65,007"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	for x, want := range map[float64]string{1234.5: "1234", 99.94: "99.9", 1.234: "1.23", 0.01234: "0.0123"} {
		if got := digits(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}
