package proto

import "testing"

func TestQuestion(t *testing.T) {
	for _, c := range []struct {
		source string
		name   string
		detail int
		ok     bool
	}{
		{"?", "", 0, true},
		{"?Lottery.Pick", "Lottery.Pick", 0, true},
		{" lotto.Pick? ", "lotto.Pick", 0, true},
		{"??FisherYates", "FisherYates", 1, true},
		{"FisherYates ??", "FisherYates", 1, true},
		{"%time?", "%time", 0, true},
		{"größe?", "größe", 0, true},
		{"???x", "", 0, false},
		{"x ? y", "", 0, false},
		{"?x?", "", 0, false},
		{"?1", "", 0, false},
		{"", "", 0, false},
		{"%?", "", 0, false},
		{"f()?", "", 0, false},
	} {
		name, detail, ok := Question(c.source)
		if name != c.name || detail != c.detail || ok != c.ok {
			t.Errorf("Question(%q) = %q, %d, %t; want %q, %d, %t", c.source, name, detail, ok, c.name, c.detail, c.ok)
		}
	}
}
