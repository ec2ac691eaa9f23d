package worker

import (
	"testing"
	"testing/fstest"
)

func TestFreeMemory(t *testing.T) {
	const meminfo = "MemTotal: 1000 kB\nMemFree: 10 kB\nMemAvailable: 500 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
		ok    bool
	}{
		"nothing known": {nil, 0, false},
		"machine":       {map[string]string{"proc/meminfo": meminfo}, 500 << 10, true},
		"version 2": {map[string]string{
			"proc/meminfo":                       meminfo,
			"proc/self/cgroup":                   "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":       "max\n",
			"sys/fs/cgroup/a/memory.max":         "200000\n",
			"sys/fs/cgroup/a/memory.current":     "150000\n",
			"sys/fs/cgroup/a/memory.stat":        "anon 1\ninactive_file 50000\n",
			"sys/fs/cgroup/a/b/memory.current":   "1\n",
			"sys/fs/cgroup/memory.pressure/file": "",
		}, 100000, true},
		"version 1": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "12:cpu:/x\n4:memory:/of/the/host\nbroken\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "300000",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "400000",
			"sys/fs/cgroup/memory/memory.stat":           "total_inactive_file 150000",
		}, 50000, true},
		"no limit in version 1": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712",
		}, 500 << 10, true},
		"used up": {map[string]string{
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "100",
			"sys/fs/cgroup/memory.current": "200",
		}, 0, true},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got, ok := freeMemoryIn(root); got != c.want || ok != c.ok {
			t.Errorf("%s: %d, %v; want %d", name, got, ok, c.want)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	if got := memoryLimit(-1); got != 0 {
		t.Errorf("no limit is %d", got)
	}
	if got := memoryLimit(5); got != 5 {
		t.Errorf("a limit of 5 is %d", got)
	}
	if got := memoryLimit(0); got < 1<<20 {
		t.Errorf("the default is %d", got)
	}
}
