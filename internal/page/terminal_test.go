package page

import (
	"strings"
	"testing"
)

// TestTerminal wants the readable part of text for a terminal, and its colours.
func TestTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[1mbold\x1b[0m":                                `<span style="font-weight:bold">bold</span>`,
		"\x1b]0;title\x07text":                              "text",
		"\x1b]8;;https://example.org\x1b\\a\x1b]8;;\x1b\\b": "ab",
		"\u009d0;title\u009ctext":                           "text",
		"\x1b]0;title\nnext":                                "\nnext",
		"\x1bPq#0~~\x1b\\text":                              "text",
		"\x1b_private\x1b\\\x1b^private\x1b\\text":          "text",
		"\x1b(Btext\x1b7\x1b8\x1b=":                         "text",
		"\x1b[?25ltext\x1b[2 q\x1b[>4;2m":                   "text",
		"\x1b[>4;1mtext":                                    "text",
		"a\x07b\x00c\td":                                    "abc\td",
		"50 €, é, 日本":                                       "50 €, é, 日本",
	} {
		got := strings.TrimSuffix(strings.TrimPrefix(terminal("out", in).html, `<pre class="out">`), "</pre>\n")
		if got != want {
			t.Errorf("%q\ngot  %q\nwant %q", in, got, want)
		}
	}
}
