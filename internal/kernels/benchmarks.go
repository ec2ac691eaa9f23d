package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// benchmarks are the tasks outside of package shuffle, by package.
var benchmarks = []struct {
	folder string
	tasks  []string
}{
	{"./shuffle/fair", []string{"Matrix52"}},
	{"./shuffle/trials", []string{"Trials"}},
	{"./shuffle/crack", []string{"CrackASF", "CrackBorland", "CrackJava", "CrackMT"}},
}

// measureBenchmarks runs the benchmarks whose names match, and takes the medians.
func measureBenchmarks(ctx context.Context, pattern string) (all []measured, err error) {
	for _, b := range benchmarks {
		tasks := slices.DeleteFunc(slices.Clone(b.tasks), func(task string) bool {
			ok, err := path.Match(pattern, task)
			return err != nil || !ok
		})
		if len(tasks) == 0 {
			continue
		}
		cmd := exec.CommandContext(ctx, "go", "test", b.folder, "-run", "^$", "-bench", "^Benchmark("+strings.Join(tasks, "|")+")$", "-benchtime", "200ms", "-count", "5")
		out, err := cmd.CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%s, from the root of the project: %w\n%s", cmd, err, out)
		}
		some, err := medians(string(out))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// medians reads what benchmarks print, in the order in which they ran first.
func medians(out string) (all []measured, err error) {
	times := map[measured][]float64{}
	lines := bufio.NewScanner(strings.NewReader(out))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name, what := strings.TrimPrefix(fields[0], "Benchmark"), "search"
		if at := strings.LastIndexByte(name, '-'); at >= 0 {
			name = name[:at] // without the number of cores
		}
		// Values and their units follow; ns/op comes first, and then, if there is
		// one, the benchmark's own.
		value := fields[2]
		if i := len(fields) - 2; i > 2 {
			value, what = fields[i], strings.TrimPrefix(fields[i+1], "ns/")
		}
		ns, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", lines.Text(), err)
		}
		task, job, _ := strings.Cut(name, "/")
		m := measured{Task: task, What: what, Job: job}
		if times[m] == nil {
			all = append(all, m)
		}
		times[m] = append(times[m], ns)
	}
	for i, m := range all {
		list := times[m]
		slices.Sort(list)
		all[i].Nanoseconds = list[len(list)/2]
	}
	return all, lines.Err()
}
