package display_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"reflect"
	"strings"
	"testing"

	"riffle/internal/display"
	std "riffle/stdlib/display"
)

type (
	html   string
	broken struct{}
	cyclic map[string]any
	codec  struct{}
)

func (h html) HTML() string                { return string(h) }
func (broken) HTML() string                { panic("no ink") }
func (broken) SVG() string                 { return "<svg/>" }
func (c cyclic) JSON() cyclic              { return c }
func (codec) MarshalJSON() ([]byte, error) { panic("no codec") }

// asImage is <svg/> as a page shows it.
const asImage = `<img src="data:image/svg+xml;charset=utf-8,%3Csvg/%3E" alt="A picture" style="display:block;max-width:100%;height:auto">`

func TestOf(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, c := range []struct {
		name  string
		value any
		text  string
		want  map[string]any
	}{
		{"nil", nil, "nil", map[string]any{"text/plain": "nil"}},
		{"plain", 7, "7", map[string]any{"text/plain": "7"}},
		{"HTMLer", html("<b>"), `"<b>"`, map[string]any{"text/plain": `"<b>"`, "text/html": "<b>"}},
		{"panic", broken{}, "{}", map[string]any{
			"text/plain": "{}\n(not shown: HTML: panic: no ink)", "image/svg+xml": "<svg/>", "text/html": asImage,
		}},
		{"wrong signature", cyclic{}, "x", map[string]any{"text/plain": "x"}},
		{"error", errors.New("too few cards"), "too few cards", map[string]any{"text/plain": "too few cards"}},
		{"error without text", errors.New("too few cards"), "", map[string]any{"text/plain": "too few cards"}},
		{"data with its own text", std.Math("n!"), "ignored", map[string]any{"text/plain": "n!", "text/latex": "$$n!$$"}},
		{"data without text", std.MIME(std.MIMEMap{"text/html": "<i>"}, nil), "t", map[string]any{"text/plain": "t", "text/html": "<i>"}},
		{"empty data", std.Data{}, "", map[string]any{"text/plain": ""}},
		{"binary", std.PNG([]byte{0, 255}), "", map[string]any{"text/plain": "image/png, 2 bytes", "image/png": "AP8="}},
		{"base64 already", std.MakeData3("image/png", "p", "AP8="), "", map[string]any{"text/plain": "p", "image/png": "AP8="}},
		{"svg bytes", std.MakeData3("image/svg+xml", "s", []byte("<svg/>")), "", map[string]any{"text/plain": "s", "image/svg+xml": "<svg/>", "text/html": asImage}},
		{"invalid UTF-8", std.MakeData3("text/html", "h", "a\xffb"), "", map[string]any{"text/plain": "h", "text/html": "a\ufffdb"}},
		{"json", std.JSON(map[string]any{"k": 1}), "", map[string]any{"text/plain": "map[k:1]", "application/json": raw(`{"k":1}`)}},
		{"json string", std.JSON("42"), "", map[string]any{"text/plain": "42", "application/json": raw(`"42"`)}},
		{"json document", std.MakeData3("application/vnd.vegalite.v5+json", "v", `{"mark":"bar"}`), "",
			map[string]any{"text/plain": "v", "application/vnd.vegalite.v5+json": raw(`{"mark":"bar"}`)}},
		{"broken json document", std.MakeData3("application/json", "v", "{"), "",
			map[string]any{"text/plain": "v\n(not shown: application/json: the document is no valid JSON)"}},
		{"json of NaN", std.MakeData3("application/json", "v", math.NaN()), "",
			map[string]any{"text/plain": "v\n(not shown: application/json: json: unsupported value: NaN)"}},
		{"json that panics", std.MakeData3("application/json", "v", codec{}), "",
			map[string]any{"text/plain": "v\n(not shown: application/json: panic: no codec)"}},
		{"nil representation", std.MakeData3("text/html", "v", nil), "",
			map[string]any{"text/plain": "v\n(not shown: text/html: nil, want a string or bytes)"}},
		{"stringer", std.MakeData3("text/html", "v", html("<p>")), "", map[string]any{"text/plain": "v", "text/html": "<p>"}},
		{"json too deep", std.MakeData3("application/json", "v", strings.Repeat("[", 600)+strings.Repeat("]", 600)), "",
			map[string]any{"text/plain": "v\n(not shown: application/json: lists and objects nest more than 500 deep)"}},
		{"json with a number too large", std.MakeData3("application/json", "v", "[1e400]"), "", map[string]any{"text/plain": "v\n(not shown: application/json: a number is too large for a float64)"}},
		{"json with brackets in texts", std.MakeData3("application/json", "v", []string{strings.Repeat("\"[", 600)}), "",
			map[string]any{"text/plain": "v", "application/json": raw(`["` + strings.Repeat(`\"[`, 600) + `"]`)}},
		{"no MIME type", std.MakeData3("a\n", "v", 1), "", map[string]any{"text/plain": "v\n(not shown: \"a\\n\": no MIME type, want one such as text/html)"}},
		{"json that is stored as text", std.MakeData3("model/gltf+json", "v", []int{1}), "", map[string]any{"text/plain": "v", "model/gltf+json": "[1]"}},
		{"text that is no string", std.MakeData("text/plain", 7), "", map[string]any{"text/plain": "7"}},
	} {
		if got := display.Of(c.value, c.text); !reflect.DeepEqual(got.Data, c.want) {
			t.Errorf("%s: %v\nwant %v", c.name, got.Data, c.want)
		}
	}
}

func TestOfImage(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 3, 2))
	b := display.Of(img, fmt.Sprint(img))
	if s, _ := b.Data["image/png"].(string); !strings.HasPrefix(s, "iVBORw0KGgo") {
		t.Errorf("png %q", s)
	}
	if got, want := fmt.Sprintf("%s", b.Metadata["image/png"]), `{"height":2,"width":3}`; got != want {
		t.Errorf("metadata %s, want %s", got, want)
	}
	if got, want := b.Text(), "*image.RGBA, 3×2 pixels"; want != got && len(fmt.Sprint(img)) >= 80 {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestOfKeepsTheDisplayID(t *testing.T) {
	d := std.Data{Data: std.MIMEMap{"text/plain": "x"}, Transient: std.MIMEMap{"display_id": "curve"}}
	if got := display.Of(d, "").ID; got != "curve" {
		t.Errorf("id %q, want curve", got)
	}
}

func TestOfMetadataThatCannotBeSent(t *testing.T) {
	d := std.MIME(std.MIMEMap{"text/plain": "x"}, std.MIMEMap{"text/html": func() {}})
	b := display.Of(d, "")
	if want := "x\n(not shown: metadata of text/html: json: unsupported type: func())"; b.Text() != want || b.Metadata != nil {
		t.Errorf("text %q, metadata %v", b.Text(), b.Metadata)
	}
}

func TestOfDoesNotChangeTheValue(t *testing.T) {
	d := std.MIME(std.MIMEMap{"text/html": "<i>"}, nil)
	display.Of(d, "t")
	if len(d.Data) != 1 {
		t.Errorf("the value became %v", d.Data)
	}
}

func TestEveryBundleMarshals(t *testing.T) {
	for _, v := range []any{nil, broken{}, std.PNG(nil), std.JSON(codec{}), image.NewGray(image.Rect(0, 0, 1, 1))} {
		if _, err := json.Marshal(display.Of(v, "\xff")); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
}
