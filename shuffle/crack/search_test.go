package crack

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"riffle/shuffle"
)

// TestWindows: windows of no seeds say so, and those around a time that make no sense
// are refused.
func TestWindows(t *testing.T) {
	for _, c := range []struct {
		w    Window
		len  int64
		text string
	}{
		{Day, 86_400_000, "0 to 86,399,999"}, {Window{}, 0, "no seeds"}, {Window{5, 1}, 0, "no seeds"}, {Window{-3, -2}, 1, "-3 to -3"},
		{Window{math.MinInt64, math.MaxInt64}, math.MaxInt64, "-9,223,372,036,854,775,808 to 9,223,372,036,854,775,806"},
	} {
		if c.w.Len() != c.len || c.w.String() != c.text {
			t.Errorf("%d to %d: %d, %s", c.w.From, c.w.To, c.w.Len(), c.w)
		}
	}
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	if w := ClockWindow(noon, math.MaxInt64); w != Day {
		t.Errorf("all of a day: %v", w)
	}
	if w := EpochWindow(noon, time.Second); w.Len() != 2001 || w.From != noon.UnixMilli()-1000 {
		t.Errorf("a second around noon: %v", w)
	}
	for want, call := range map[string]func(){
		"crack.ClockWindow: d = -1h0m0s, want at least 0":                                      func() { ClockWindow(noon, -time.Hour) },
		"crack.EpochWindow: d = -1ns, want at least 0":                                         func() { EpochWindow(noon, -1) },
		"crack.EpochWindow: t = the year 36557176439, want one within a hundred million years": func() { EpochWindow(time.Unix(1_153_633_000_000_000_000, 0), 0) },
	} {
		func() {
			defer func() {
				var refused *shuffle.ArgError
				if err, _ := recover().(error); !errors.As(err, &refused) || fmt.Sprint(err) != want {
					t.Errorf("%v, want %s", err, want)
				}
			}()
			call()
		}()
	}
}
