package debugger

import "testing"

// TestMurmur2 compares hashes with those of ipykernel's murmur2_x86.
func TestMurmur2(t *testing.T) {
	for _, tt := range []struct {
		text string
		want uint32
	}{
		{"", 275646681},
		{"a", 2731586172},
		{"ab", 316155434},
		{"abc", 479470107},
		{"abcd", 2971317748},
		{"x := 1\nx + 1", 3566679440},
		{"♥ und ä", 3045762185},
		{"0123456789abcdef", 1438427052},
	} {
		if got := murmur2([]byte(tt.text), hashSeed); got != tt.want {
			t.Errorf("%q: got %d, want %d", tt.text, got, tt.want)
		}
	}
}
