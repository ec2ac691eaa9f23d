package display

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"riffle/internal/display/cols"
	"riffle/internal/display/table"
	"riffle/internal/proto"
	std "riffle/stdlib/display"
)

// View is what a front end can take: the width of a terminal in columns, 0 where there
// is none, and about how many bytes of a text, 0 for any number.
type View struct{ Width, Limit int }

const (
	// maxMarkup bounds a representation other than text, in bytes: a browser takes
	// seconds for more.
	maxMarkup = 4 << 20
)

// AddTable shows a value as a table where it has no picture of its own. The text stays a
// line if the value fits on one.
func (v View) AddTable(b *proto.Bundle, t *table.Table) {
	if len(b.Data) != 1 || t == nil {
		return
	}
	l := table.Limits{}
	line := table.PageWidth
	if v.Width > 0 {
		line = min(line, v.Width)
	}
	if v.Limit > 0 {
		l = table.InCell
	}
	if t.Rows > 0 {
		b.Data[std.MIMETypeHTML] = t.HTML(l)
	}
	if v.Limit > 0 {
		l.Width = max(v.Width, line)
	}
	if text := b.Text(); t.Prefers || strings.Contains(text, "\n") || cols.Of(text) > line {
		b.Data[std.MIMETypeText] = t.Text(l)
	}
}

// Bound leaves out parts that would choke a front end, and says so.
func (v View) Bound(b *proto.Bundle) {
	if v.Limit <= 0 {
		return
	}
	text := b.Text()
	if most := 8 * v.Limit; len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + fmt.Sprintf("\n… and %s more bytes; %%show for the whole", table.Grouped(fmt.Sprint(len(text)-most)))
	}
	for _, mime := range slices.Sorted(maps.Keys(b.Data)) {
		if n := tableSize(b.Data[mime]); n > maxMarkup && mime != std.MIMETypeText && !strings.HasPrefix(mime, "image/") || n > maxMarkup && mime == std.MIMETypeSVG {
			delete(b.Data, mime)
			text = strings.TrimPrefix(text+fmt.Sprintf("\n(not shown: %s of %.1f MB; %%show for the whole)", mime, float64(n)/1e6), "\n")
		}
	}
	b.Data[std.MIMETypeText] = text
}

func tableSize(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case json.RawMessage:
		return len(v)
	}
	return 0
}
