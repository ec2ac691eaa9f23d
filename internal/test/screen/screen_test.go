package screen

import "testing"

func TestScreen(t *testing.T) {
	tests := []struct{ in, want string }{
		{"ab\ncd", "ab\ncd|"},
		{"abcdefghij", "abcdefghi|j"},
		{"abcdefghijk", "abcdefghij\nk|"},
		{"abcdefghij\rx", "x|bcdefghij"},
		{"日本\x1b[2D", "日|本"},
		{"e\u0301x", "e\u0301x|"},
		{"1\n2\n3\n4\n5", "2\n3\n4\n5|"},
		{"ab\x1b[3A\x1b[Jc", "abc|"},
	}
	for _, tt := range tests {
		s := New(t, 10, 4)
		s.Write([]byte(tt.in))
		if got := s.Marked(); got != tt.want {
			t.Errorf("%q shows %q, want %q", tt.in, got, tt.want)
		}
	}
}
