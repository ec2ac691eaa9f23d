package parts

import (
	"strings"
	"testing"

	"riffle/shuffle/trials"
)

// TestParseShard reads shards as they are written, and as batch systems tell them.
func TestParseShard(t *testing.T) {
	task := func(values ...string) map[string]string {
		env := map[string]string{}
		for i, name := range []string{"ID", "COUNT", "MIN", "MAX", "STEP"} {
			if i < len(values) {
				env["SLURM_ARRAY_TASK_"+name] = values[i]
			}
		}
		return env
	}
	pod := func(index string) map[string]string { return map[string]string{"JOB_COMPLETION_INDEX": index} }
	for _, c := range []struct {
		text string
		env  map[string]string
		want string // a shard, or a part of an error
	}{
		{"3/100", nil, "3/100"}, {"3/100", pod("7"), "3/100"},
		{"auto", task("1", "100", "1", "100", "1"), "1/100"}, {"auto", task("99", "100", "0", "99"), "100/100"},
		{"auto", task("6", "4", "0", "6", "2"), "4/4"},
		{"auto", task("3", "2", "3", "7", "1"), "isn't one of a range"}, // --array=3,7
		{"auto", task("3", "x", "3", "7", "1"), `SLURM_ARRAY_TASK_COUNT is "x"`},
		{"auto/100", pod("0"), "1/100"}, {"auto/100", pod("99"), "100/100"},
		{"auto/100", task("3", "100", "1", "100"), "want auto, or $SLURM_ARRAY_TASK_ID/100"},
		{"auto/100", pod("x"), `JOB_COMPLETION_INDEX is "x", want a number from 0`}, {"auto/x", pod("1"), "want auto/N"},
		{"auto/100", pod("-1"), `JOB_COMPLETION_INDEX is "-1", want a number from 0`},
		{"auto/100", pod("100"), "here at least 101"}, {"auto", pod("3"), "want auto/N"},
		{"auto", nil, "and this is neither"}, {"auto/100", nil, "and this is neither"},
		{"0/5", nil, "counted from 1"}, {"autos", nil, "and this is neither"},
	} {
		s, err := ParseShard(c.text, func(name string) string { return c.env[name] })
		if got := s.String(); err != nil && !strings.Contains(err.Error(), c.want) || err == nil && got != c.want {
			t.Errorf("%s in %v: %v, %v, want %s", c.text, c.env, got, err, c.want)
		}
	}
}

// TestSplit finds out from some parts into how many shards an experiment was split.
func TestSplit(t *testing.T) {
	for _, runs := range []int{5, 1000, 30_000, 1 << 30} {
		plan := trials.Plan{Runs: runs}
		for _, of := range []int{1, 2, 3, 7, 100, 333} {
			if of > plan.Blocks() {
				continue
			}
			var files []file
			for i := 1; i <= of; i++ {
				from, to := trials.Shard{Index: i, Of: of}.Blocks(plan)
				files = append(files, file{from: from, to: to})
			}
			if got := shardCount(plan, files); got != of {
				t.Errorf("%d runs in %d shards: %d", runs, of, got)
			}
		}
	}
	plan := trials.Plan{Runs: 1 << 30}
	if got := shardCount(plan, []file{{from: 0, to: 1}, {from: 1, to: plan.Blocks()}}); got != 0 {
		t.Errorf("a block and all others: %d shards", got)
	}
	if got := ranges([]trials.Shard{{Index: 1, Of: 9}, {Index: 2, Of: 9}, {Index: 3, Of: 9}, {Index: 7, Of: 9}}); got != "1-3,7" {
		t.Error(got)
	}
}

// TestJobs wants both jobs to name the file, and all that is given them.
func TestJobs(t *testing.T) {
	for _, system := range []string{"slurm", "kubernetes"} {
		text, err := Job(system, "'My dice.go'", "'My dice.go' 5", 40)
		if err != nil || strings.Count(text, "'My dice.go' 5") != 2 || !strings.Contains(text, "my-dice") || strings.Contains(text, "%!") {
			t.Errorf("%v\n%s", err, text)
		}
		if _, err := Job(system, "a\nb.go", "'a\nb.go'", 40); err == nil {
			t.Errorf("%s: a line break in the name of a file", system)
		}
	}
}

// TestJobNames wants names that both systems take: of letters, digits and hyphens, with a
// letter or a digit at both ends.
func TestJobNames(t *testing.T) {
	for file, want := range map[string]string{
		"dice.go": "dice", "dir/My Dice.ipynb": "my-dice", "würfel.go": "w-rfel", "é.go": "experiment", "-x-.go": "x", "..": "experiment",
		"a-name-that-is-cut-after-40-characters---and-goes-on.go": "a-name-that-is-cut-after-40-characters",
	} {
		if got := jobName(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
