package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"riffle/internal/help"
	"riffle/internal/magic"
	"riffle/internal/past"
	"riffle/internal/proto"
)

// ran records how a cell ended.
func (f *front) ran(n int, source string, r proto.Result) {
	end := howEnded(r)
	f.journal.Ended(n, end)
	f.keepCell(past.Entry{N: n, Source: source, End: end})
	switch {
	case r.Reset:
		f.lose(len(f.done) - 1)
	case r.Lost:
		f.lose(len(f.done))
	}
}

// lose records that the session in which the first over cells ran has ended. Those before
// a reset had already been forgotten.
func (f *front) lose(over int) {
	f.from, f.over, f.former = afterReset(f.ends[:over]), over, ""
}

// afterReset is the index after the last cell that reset the session.
func afterReset(ends []string) int {
	for i, end := range slices.Backward(ends) {
		if end == past.Reset {
			return i + 1
		}
	}
	return 0
}

// recalled records that what a reset dropped is back, so that the cells before it count
// again.
func (f *front) recalled() {
	if f.over < len(f.done) && f.ends[f.over] == past.Reset {
		f.ends[f.over] = past.Failed
		f.journal.Ended(f.done[f.over].N, past.Failed)
	}
}

// keepCell stores a cell of this session, or of one that was restored in it.
func (f *front) keepCell(e past.Entry) {
	f.done = append(f.done, magic.Cell{N: e.N, Source: e.Source, OK: e.End == past.Ended || e.End == past.Reset})
	f.ends = append(f.ends, e.End)
}

// howEnded is how a cell ended, for a journal.
func howEnded(r proto.Result) string {
	switch {
	case r.Reset:
		return past.Reset
	case r.Status == proto.OK:
		return past.Ended
	case r.Lost:
		return past.Died
	case r.Status == proto.Aborted, r.Err != nil && r.Err.Name == "compile error":
		return past.None
	}
	return past.Failed
}

// leaveJournal ends the journal, unless riffle is being killed, or its terminal is gone.
func (f *front) leaveJournal(ctx context.Context) {
	if e, ok := f.lines.(*Editor); ok && e.tty.isClosed() || ctx.Err() != nil {
		return
	}
	f.journal.Leave()
}

// offerRestore mentions a session that ended without its user leaving it.
func (f *front) offerRestore() {
	if when, ok := f.cfg.Journals.Unfinished(f.journal); ok {
		if !f.cfg.Settings.On("notes") {
			return
		}
		f.screen.showNote("The last session ended unexpectedly " + moment(when) + "; %restore brings it back.")
	}
}

// moment is a time as one would say it, without the day if that is today.
func moment(t time.Time) string {
	if t.Format(time.DateOnly) == time.Now().Format(time.DateOnly) {
		return "at " + t.Format("15:04")
	}
	return "on " + t.Format("2 January 2006") + " at " + t.Format("15:04")
}

// Restore answers %restore.
func (p atPrompt) Restore(ctx context.Context, all bool) error {
	f := p.f
	of, cells, err := f.restorable()
	if err != nil {
		return err
	}
	f.tellTooLarge(cells)
	if all {
		f.recalled()
		return f.rerun(ctx, of, cells)
	}
	r := f.execute(ctx, proto.Cell{Restore: cells, Silent: true})
	if r.Restored == nil {
		f.showResult(r)
		if r.Lost {
			f.lose(len(f.done))
			f.runStartUp(ctx)
		}
		return ErrFailed
	}
	f.recalled()
	f.tellRestored(r.Restored, of)
	return nil
}

// restorable are the cells that %restore restores, and a description of whose they are:
// this one's that a restart lost; or those of the session before it, which become this
// one's.
func (f *front) restorable() (of string, cells []proto.Past, err error) {
	if f.over == 0 {
		s, ok := f.cfg.Journals.Last(f.journal)
		if !ok {
			return "", nil, errors.New("there is nothing to restore: this session goes on, and none before it is known")
		}
		from := len(f.done)
		ends := make([]string, len(s.Cells))
		for i, e := range s.Cells {
			ends[i] = e.End
		}
		f.adopt(s.Cells[afterReset(ends):])
		f.from, f.over, f.former = from, len(f.done), "the session that ended "+moment(s.When)
	}
	for i, c := range f.done[f.from:f.over] {
		if end := f.ends[f.from+i]; end != past.None {
			fatal := end == past.Died || end == past.Unsaid
			cells = append(cells, proto.Past{N: c.N, Source: c.Source, OK: end == past.Ended, Fatal: fatal})
		}
	}
	if len(cells) == 0 {
		return "", nil, errors.New("there is nothing to restore: no cell had declared anything")
	}
	of = fmt.Sprintf("cells %d to %d", cells[0].N, cells[len(cells)-1].N)
	if len(cells) == 1 {
		of = fmt.Sprintf("cell %d", cells[0].N)
	}
	return cmp.Or(f.former, of), cells, nil
}

// adopt takes over the cells of another session. They keep their numbers if this session
// has no cells yet.
func (f *front) adopt(cells []past.Entry) {
	for i, e := range cells {
		if i == 0 && f.n == 0 {
			f.n = e.N - 1
		}
		f.n++
		e.N = max(f.n, 1)
		f.journal.Runs(e.N, e.Source)
		f.journal.Ended(e.N, e.End)
		f.keepCell(e)
	}
}

// rerun runs cells again, and the declarations of those that failed.
func (f *front) rerun(ctx context.Context, of string, cells []proto.Past) error {
	ok, failed := 0, 0
	for _, c := range cells {
		again := proto.Cell{Restore: []proto.Past{c}, Anew: true, Silent: true}
		if c.OK {
			again = proto.Cell{Source: c.Source, N: c.N}
		}
		r := f.execute(ctx, again)
		switch {
		case r.Status == proto.OK:
			ok++
			continue
		case r.Err != nil:
			f.screen.showError(r.Err)
		}
		failed++
		if r.Lost {
			f.screen.showNote(newSession)
			f.runStartUp(ctx)
		}
		if r.Lost || ctx.Err() != nil || r.Status == proto.Aborted || r.Err != nil && r.Err.Name == "interrupted" {
			f.screen.showNote("%restore stopped in cell " + fmt.Sprint(c.N))
			return ErrFailed
		}
	}
	text := "ran " + of + " again"
	if failed > 0 {
		text += fmt.Sprintf("; %s failed", amount(failed, "cell"))
	}
	f.screen.showNote(text)
	return nil
}

// mostFaults is how many errors %restore shows.
const mostFaults = 3

// tellRestored says what was restored.
func (f *front) tellRestored(r *proto.Restored, of string) {
	for i, e := range r.Failed {
		if i == mostFaults {
			f.screen.showNote(fmt.Sprintf("… and %s more", amount(len(r.Failed)-i, "error")))
			break
		}
		f.screen.showError(e)
	}
	text := fmt.Sprintf("restored %s of %s", amount(r.Declared, "declaration"), of)
	if len(r.Changed) > 0 {
		text += "; " + sayNames(r.Changed, "is as it began", "are as they began")
	}
	var rest []string
	if r.Skipped > 0 {
		s := was(r.Skipped, "statement") + " not run"
		if len(r.Missing) > 0 {
			s += ", so " + sayNames(r.Missing, "has no value", "have no value")
		}
		rest = append(rest, s)
	}
	if len(r.Kept) > 0 {
		rest = append(rest, sayNames(r.Kept, "is declared here already and stays", "are declared here already and stay"))
	}
	if len(rest) > 0 {
		text += "\n" + strings.Join(append(rest, "%restore all runs everything again"), "; ")
	}
	f.screen.showNote(help.Wrap(text, f.terminalWidth()))
}

// tellTooLarge names the cells that the journal of another session left out.
func (f *front) tellTooLarge(cells []proto.Past) {
	var names []string
	for _, c := range cells {
		if c.Source == past.TooLarge {
			names = append(names, fmt.Sprint(c.N))
		}
	}
	switch len(names) {
	case 0:
	case 1:
		f.screen.showNote("cell " + names[0] + " was too large to keep, so it isn't restored")
	default:
		f.screen.showNote("cells " + listNames(names) + " were too large to keep, so they aren't restored")
	}
}

// sayNames makes a sentence about names, in the singular or the plural.
func sayNames(names []string, one, more string) string {
	if len(names) == 1 {
		return names[0] + " " + one
	}
	return listNames(names) + " " + more
}

// amount is a number with its noun.
func amount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// was is an amount with its verb.
func was(n int, noun string) string {
	if n == 1 {
		return amount(n, noun) + " was"
	}
	return amount(n, noun) + " were"
}

// listNames lists at most five names, as in a sentence.
func listNames(names []string) string {
	if n := len(names); n > 5 {
		return strings.Join(names[:4], ", ") + fmt.Sprintf(" and %d others", n-4)
	} else if n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}
