package protocol

import (
	"bytes"
	"io"
	"log"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestJournalCountsRepetitions floods the journal for a while.
func TestJournalCountsRepetitions(t *testing.T) {
	var out bytes.Buffer
	log.SetOutput(&out)
	flags := log.Flags()
	log.SetFlags(0)
	t.Cleanup(func() { log.SetOutput(io.Discard); log.SetFlags(flags) })
	synctest.Test(t, func(t *testing.T) {
		var j Journal
		for i := range 10_000 {
			j.Note("dropped a message on shell", "no. "+strconv.Itoa(i))
		}
		j.Note("ignored a comm message", strings.Repeat("x", 1000))
		time.Sleep(61 * time.Second)
		for range 5 {
			j.Note("dropped a message on shell", "again")
		}
		time.Sleep(10 * time.Minute)
		j.Note("dropped a message on shell", "later")
		j.Note("dropped a message on shell", "much later")
		j.Close()
	})
	want := "riffle kernel: dropped a message on shell: no. 0\n" +
		"riffle kernel: ignored a comm message: " + strings.Repeat("x", maxReason) + "…\n" +
		"riffle kernel: dropped a message on shell: 9999 more; the last: no. 9999\n" +
		"riffle kernel: dropped a message on shell: 5 more; the last: again\n" +
		"riffle kernel: dropped a message on shell: later\n" +
		"riffle kernel: dropped a message on shell: 1 more; the last: much later\n"
	if got := out.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
