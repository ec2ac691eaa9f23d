package parts

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"riffle/shuffle/trials"
)

// file is a part in the folder, as its name tells.
type file struct {
	name, plan string
	from, to   int
}

// partFiles lists the parts of experiment number n.
func (p *Player) partFiles(n int) (list []file, err error) {
	entries, err := os.ReadDir(p.options.Dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		f := file{name: entry.Name()}
		plan, ok := strings.CutSuffix(f.name, ".part")
		if fields := strings.Split(plan, "-"); ok && len(fields) == 4 {
			f.plan = fields[1]
			number, err1 := strconv.Atoi(fields[0])
			from, err2 := strconv.Atoi(fields[2])
			to, err3 := strconv.Atoi(fields[3])
			if f.from, f.to = from, to; errors.Join(err1, err2, err3) == nil && number == n {
				list = append(list, f)
			}
		}
	}
	return list, nil
}

// merged adds the parts in the folder up to the whole experiment. It reads them only if,
// by their names, none is missing, and one at a time: a hundred thousand may not fit into
// memory.
func (p *Player) merged(e *trials.Experiment) (*trials.Part, error) {
	all, err := p.partFiles(e.Plan.Number)
	if err != nil {
		return nil, fmt.Errorf("the folder with the parts: %w", err)
	}
	_, plan, _ := strings.Cut((&trials.Part{Plan: e.Plan}).Name(), "-")
	plan, _, _ = strings.Cut(plan, "-")
	var own, others []file
	for _, f := range all {
		if f.plan == plan {
			own = append(own, f)
		} else {
			others = append(others, f)
		}
	}
	if missing := gaps(e.Plan, own); missing != nil {
		return nil, p.missingError(missing, e, own, others)
	}
	if a, b := overlapping(own); a != nil {
		return nil, overlapError(p.options.Shown, a, b)
	}
	blocks := make([][2]int, len(own))
	for i, f := range own {
		blocks[i] = [2]int{f.from, f.to}
	}
	return e.MergeRead(blocks, func(i int) (*trials.Part, error) {
		f := own[i]
		part, err := readPart(filepath.Join(p.options.Dir, f.name))
		if err == nil && (part.From != f.from || part.To != f.to) {
			err = fmt.Errorf("%s has other blocks than its name says", f.name)
		}
		if err != nil {
			return nil, p.broken(e, own, f, err)
		}
		return part, nil
	})
}

// overlapping returns two files that have a block in common, nil if there are none.
func overlapping(files []file) (a, b *file) {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b file) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	last := -1 // of those before, the one that ends last
	for i, f := range sorted {
		if f.from == f.to {
			continue
		}
		if last >= 0 && f.from < sorted[last].to {
			return &sorted[last], &sorted[i]
		}
		last = i
	}
	return nil, nil
}

// overlapError says which files can't be added up, and what to do.
func overlapError(dir string, a, b *file) error {
	return fmt.Errorf("%s and %s in %s have blocks in common, as the experiment was split in two ways: remove the parts of one of them", a.name, b.name, dir)
}

// gaps says which blocks no file has, nil if none are missing.
func gaps(plan trials.Plan, files []file) *trials.MissingError {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b file) int { return a.from - b.from })
	m := &trials.MissingError{Plan: plan}
	next := 0
	for _, f := range sorted {
		if f.from > next {
			m.Blocks = append(m.Blocks, [2]int{next, f.from})
		}
		next = max(next, f.to)
	}
	if all := plan.Blocks(); next < all {
		m.Blocks = append(m.Blocks, [2]int{next, all})
	}
	if m.Blocks == nil {
		return nil
	}
	return m
}

// broken is the error of a file that can't be read. In a shard its blocks count as
// missing, so that the shard it belongs to can play them again.
func (p *Player) broken(e *trials.Experiment, own []file, f file, err error) error {
	if of := shardCount(e.Plan, own); of > 0 {
		m := &trials.MissingError{Plan: e.Plan, Blocks: [][2]int{{f.from, f.to}}}
		err = fmt.Errorf("%w\n%s", err, p.commands(m, of))
		if p.options.Shard != (trials.Shard{}) {
			return errors.Join(err, m)
		}
	}
	return err
}

// missingError is the error for blocks that no file has, with the commands that play them.
func (p *Player) missingError(m *trials.MissingError, e *trials.Experiment, own, others []file) error {
	lines := []string{""}
	if len(own) == 0 {
		lines[0] = fmt.Sprintf("no part of %v is in %s", e.Plan, p.options.Shown)
		if len(others) > 0 {
			lines = append(lines, p.foreignReason(e, others[0]))
		}
	} else if a, b := overlapping(own); a != nil {
		return &missingError{m, overlapError(p.options.Shown, a, b).Error()}
	} else {
		lines[0] = fmt.Sprintf("not all parts of %v are in %s: %d of %d blocks are missing", e.Plan, p.options.Shown, missingBlocks(m), e.Plan.Blocks())
	}
	of := shardCount(e.Plan, own)
	if of == 0 && len(own) > 0 {
		of = fittingShards(m, own)
	}
	lines = append(lines, p.commands(m, of))
	return &missingError{m, strings.Join(lines, "\n")}
}

// missingError is a MissingError that says what to do.
type missingError struct {
	missing *trials.MissingError
	text    string
}

func (m *missingError) Error() string { return m.text }
func (m *missingError) Unwrap() error { return m.missing }

func missingBlocks(m *trials.MissingError) (n int) {
	for _, b := range m.Blocks {
		n += b[1] - b[0]
	}
	return n
}

// foreignReason says why a file isn't a part of the experiment.
func (p *Player) foreignReason(e *trials.Experiment, f file) string {
	part, err := readPart(filepath.Join(p.options.Dir, f.name))
	if err != nil {
		return err.Error()
	}
	if part.Plan.Program != e.Plan.Program {
		return fmt.Sprintf("%s is of another program: the source or the arguments were others when it was played", f.name)
	}
	return fmt.Sprintf("%s is of another experiment: %s", f.name, e.Plan.Differs(part.Plan))
}

// shardCount finds out into how many shards an experiment was split, 0 if none is known.
func shardCount(plan trials.Plan, files []file) int {
	if len(files) == 0 {
		return 0
	}
	all, width := plan.Blocks(), files[0].to-files[0].from
	for of := max(1, all/(width+1)); width > 0 && of <= all/width+1; of++ {
		if isSplit(plan, files, of) {
			return of
		}
	}
	return 0
}

// fittingShards returns a number of shards such that some of them have exactly the missing
// blocks: that of one of the files, or one block a shard.
func fittingShards(m *trials.MissingError, files []file) int {
	for _, f := range files {
		of := shardCount(m.Plan, []file{f})
		if of > 0 && blocksOf(m.Plan, m.Shards(of)) == missingBlocks(m) {
			return of
		}
	}
	return m.Plan.Blocks()
}

// blocksOf counts the blocks of shards.
func blocksOf(plan trials.Plan, list []trials.Shard) (n int) {
	for _, s := range list {
		from, to := s.Blocks(plan)
		n += to - from
	}
	return n
}

// isSplit reports whether files are shards of an experiment split into of. Shard i begins
// with block ⌊(i-1)·all/of⌋, so the last of those that begin with block b is number
// ⌈(b+1)·of/all⌉.
func isSplit(plan trials.Plan, files []file, of int) bool {
	all := uint64(plan.Blocks())
	return !slices.ContainsFunc(files, func(f file) bool {
		hi, lo := bits.Mul64(uint64(f.from)+1, uint64(of))
		i, rest := bits.Div64(hi, lo, all)
		if rest > 0 {
			i++
		}
		from, to := trials.Shard{Index: int(i), Of: of}.Blocks(plan)
		return from != f.from || to != f.to
	})
}

// commands says what to run for the missing blocks of an experiment split into of shards.
func (p *Player) commands(m *trials.MissingError, of int) string {
	if of == 0 {
		return "each shard is one command, for example the first of 100: " + p.shardCommand(trials.Shard{Index: 1, Of: 100})
	}
	list := m.Shards(of)
	if len(list) == 1 {
		return fmt.Sprintf("shard %v is missing: ", list[0]) + p.shardCommand(list[0])
	}
	return fmt.Sprintf("of %d shards %d are missing (%s); the first of them: ", of, len(list), ranges(list)) + p.shardCommand(list[0])
}

// shardCommand is the one that plays a shard.
func (p *Player) shardCommand(s trials.Shard) string {
	return fmt.Sprintf("riffle run --shard %v %s", s, p.options.Arguments)
}

// ranges lists the numbers of shards, as in 1-3,7, which is what sbatch --array
// takes too.
func ranges(list []trials.Shard) string {
	var text []string
	for i := 0; i < len(list); {
		end := i
		for end+1 < len(list) && list[end+1].Index == list[end].Index+1 {
			end++
		}
		if end == i {
			text = append(text, fmt.Sprint(list[i].Index))
		} else {
			text = append(text, fmt.Sprintf("%d-%d", list[i].Index, list[end].Index))
		}
		i = end + 1
	}
	const most = 20
	if len(text) > most {
		text = append(text[:most], "…")
	}
	return strings.Join(text, ",")
}
