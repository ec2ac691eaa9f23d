package fair

import (
	"testing"

	"riffle/shuffle"
)

// TestShufflersTable wants the table of shuffles to say the truth: which are fair,
// and which describe their steps.
func TestShufflersTable(t *testing.T) {
	const n = 5
	for _, e := range shuffle.Shufflers() {
		if e.Name == "SortShuffleKeys" || e.Name == "RandomComparator" {
			// Students' versions, which Exact plays, are as many ways as these.
			if e.Steps {
				t.Errorf("%s draws as it goes on", e.Name)
			}
		}
		if fair := Exact(e.Shuffler, n).IsFair(); fair != e.Fair {
			t.Errorf("%s: fair is %v, and the table says %v", e.Call(), fair, e.Fair)
		}
		s := newScript("test", e.Shuffler, n)
		s.ask = true
		s.play()
		if described := s.steps != nil && !s.plain; described != e.Steps {
			t.Errorf("%s: describes its steps is %v, and the table says %v", e.Call(), described, e.Steps)
		}
	}
}
