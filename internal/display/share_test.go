package display

import "testing"

// TestFourDigits wants thousands written out, as the text of an experiment has them.
func TestFourDigits(t *testing.T) {
	for x, want := range map[float64]string{0.81634: "0.8163", 12.3456: "12.35", 285505.36: "285,505", 833333.3: "833,333", 1000: "1,000"} {
		if got := fourDigits(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
