package parts

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"riffle/shuffle/trials"
)

// inherited is the variable with the options of the process that started this one.
const inherited = "RIFFLE_PARTS"

// Environ are the variables from which a child knows the options; nil options need
// none.
func (o *Options) Environ() []string {
	if o == nil {
		return nil
	}
	data, _ := json.Marshal(o) // of strings and numbers: it can't fail
	return []string{inherited + "=" + string(data)}
}

// Inherited returns the options of the process that started this one, nil if it has none.
// Processes that this one starts don't inherit them.
func Inherited() *Options {
	text := os.Getenv(inherited)
	if text == "" {
		return nil
	}
	os.Unsetenv(inherited)
	o := new(Options)
	if json.Unmarshal([]byte(text), o) != nil {
		return nil
	}
	return o
}

// Plays reports whether a shard is played.
func (o *Options) Plays() bool { return o.Shard != (trials.Shard{}) }

// ParseShard reads a shard such as 3/100. "auto" takes both numbers from the environment
// of a Slurm array's task; "auto/100" takes the first from that of a Kubernetes job with
// completion mode Indexed.
func ParseShard(text string, getenv func(string) string) (trials.Shard, error) {
	of, auto := strings.CutPrefix(text, "auto")
	switch {
	case !auto:
		return trials.ParseShard(text)
	case of == "" && getenv("SLURM_ARRAY_TASK_ID") != "":
		return slurmShard(getenv)
	case getenv("JOB_COMPLETION_INDEX") != "":
		return podShard(text, strings.TrimPrefix(of, "/"), getenv("JOB_COMPLETION_INDEX"))
	case getenv("SLURM_ARRAY_TASK_ID") != "":
		return trials.Shard{}, fmt.Errorf("--shard %s is for a pod of an indexed Kubernetes job, and this is task %s of a Slurm array: want auto, or $SLURM_ARRAY_TASK_ID%s", text, getenv("SLURM_ARRAY_TASK_ID"), of)
	}
	return trials.Shard{}, fmt.Errorf("--shard %s is for a task of a Slurm array (auto) or a pod of an indexed Kubernetes job (auto/N), and this is neither; want I/N such as 3/100", text)
}

// podShard is the shard of an indexed job's pod. Pods are counted from 0, and don't know
// how many there are.
func podShard(text, of, index string) (trials.Shard, error) {
	n, err := strconv.Atoi(of)
	if err != nil || n < 1 {
		return trials.Shard{}, fmt.Errorf("--shard %s in a pod of an indexed job: want auto/N, where N is the job's completions", text)
	}
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 {
		return trials.Shard{}, fmt.Errorf("--shard %s: JOB_COMPLETION_INDEX is %q, want a number from 0", text, index)
	}
	if i >= n {
		return trials.Shard{}, fmt.Errorf("--shard %s in the job's pod %d, counted from 0: want auto/N, where N is the job's completions, here at least %d", text, i, i+1)
	}
	return trials.Shard{Index: i + 1, Of: n}, nil
}

// slurmShard is the shard of an array's task: of --array=0-99:1 as of any other
// range with a step, but not of a list, whose tasks can't be counted from one.
func slurmShard(getenv func(string) string) (trials.Shard, error) {
	var n [5]int
	for i, name := range []string{"ID", "COUNT", "MIN", "MAX", "STEP"} {
		value := getenv("SLURM_ARRAY_TASK_" + name)
		var err error
		if n[i], err = strconv.Atoi(value); name == "STEP" && value == "" {
			n[i], err = 1, nil
		}
		if err != nil {
			return trials.Shard{}, fmt.Errorf("--shard auto: SLURM_ARRAY_TASK_%s is %q, want a number", name, value)
		}
	}
	id, count, low, high, step := n[0], n[1], n[2], n[3], max(1, n[4])
	s := trials.Shard{Index: (id-low)/step + 1, Of: count}
	if (id-low)%step != 0 || (high-low)/step+1 != count || s.Index < 1 || s.Index > count {
		return trials.Shard{}, fmt.Errorf("--shard auto: task %d of %d from %d to %d in steps of %d isn't one of a range such as --array=1-100; to run some shards again, name them: --shard $SLURM_ARRAY_TASK_ID/100",
			id, count, low, high, step)
	}
	return s, nil
}
