package grade

import (
	"testing"

	"riffle/internal/proto"
)

func TestWithCall(t *testing.T) {
	const test = "import \"riffle/shuffle/check\"\n\n" +
		"check.Equal(hits([]int{3}, []int{8, 9}), 0).Must();\n" +
		"check.Equal(hits([]int{3},\n\t[]int{8}), 1).Must()\n" +
		"check.Near(len(ticket), 6, 0.5).Must()\n" +
		"check.Equal(scored(\"A♠\"), \"4 points\").Must();\n" +
		"takes(1, 2).Must()"
	for line, want := range map[int]string{
		1: "wrong: got 3, want 2",
		3: "wrong: hits([]int{3}, []int{8, 9}): got 3, want 2",
		4: "wrong: hits([]int{3}, []int{8}): got 3, want 2",
		6: "wrong: len(ticket): got 3, want 2",
		7: "wrong: got 3, want 2", // a name that only the test knows
		8: "wrong: got 3, want 2",
		9: "wrong: got 3, want 2",
	} {
		at := []proto.Diagnostic{{File: "your answer", Line: 3}, {File: testFile, Line: line, Column: 1}}
		if got := withCall("wrong: got 3, want 2", at, test, []string{"hits", "ticket"}); got != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
	at := []proto.Diagnostic{{File: testFile, Line: 3, Column: 1}}
	for _, said := range []string{"wrong: card 3 never moves", "not solved yet", "panic: 1"} {
		if got := withCall(said, at, test, []string{"hits"}); got != said {
			t.Errorf("%q becomes %q", said, got)
		}
	}
}
