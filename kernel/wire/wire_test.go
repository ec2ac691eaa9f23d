package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"riffle/kernel/message"
	"riffle/kernel/wire"
)

// request is a well-formed message with the given JSON frames.
func request(t testing.TB, key string, parts ...string) [][]byte {
	t.Helper()
	m := &message.Message{Identities: [][]byte{[]byte("client")}, Header: message.Header{ID: "1", Type: "execute_request"}}
	frames, err := wire.New(key).Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	if parts == nil {
		return frames
	}
	// An unsigned codec does not look at the signature.
	frames = frames[:3]
	for _, p := range parts {
		frames = append(frames, []byte(p))
	}
	return frames
}

func TestRoundTrip(t *testing.T) {
	want := &message.Message{
		Identities: [][]byte{[]byte("proxy"), []byte("client")},
		Header: message.Header{
			ID: "a_1", Type: "execute_request", Session: "a", Username: "u",
			Date: message.Date(time.Unix(1, 2000)), Version: message.Version, Subshell: "s",
		},
		Parent:   json.RawMessage(`{"msg_id":"p"}`),
		Metadata: json.RawMessage(`{"m":1}`),
		Content:  json.RawMessage(`{"code":"žluť ♠ 🂡"}`),
		Buffers:  [][]byte{{0, 1}, {}, {2}},
	}
	for _, key := range []string{"", "secret"} {
		frames, err := wire.New(key).Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := wire.New(key).Decode(frames)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(message.Message{})); diff != "" {
			t.Errorf("key %q: %s", key, diff)
		}
		if got.ParentID() != "p" {
			t.Errorf("ParentID = %q, want p", got.ParentID())
		}
	}
}

func TestDate(t *testing.T) {
	if got, want := message.Date(time.Unix(1, 2000)), "1970-01-01T00:00:01.000002Z"; got != want {
		t.Errorf("Date = %s, want %s", got, want)
	}
}

// TestSignature pins the bytes: HMAC-SHA256 over the four JSON frames, as
// Python's hmac module computes it.
func TestSignature(t *testing.T) {
	frames, err := wire.New("key").Encode(&message.Message{Header: message.Header{ID: "1", Type: "t"}})
	if err != nil {
		t.Fatal(err)
	}
	const header = `{"msg_id":"1","msg_type":"t","session":"","username":"","date":"","version":""}`
	const signature = "bd8b9efe5e4a8e3ed235f4d71eb0c860b4d830667190e240163adf703681b5bc"
	want := []string{"<IDS|MSG>", signature, header, "{}", "{}", "{}"}
	got := make([]string, len(frames))
	for i, f := range frames {
		got[i] = string(f)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDecodeErrors(t *testing.T) {
	const header = `{"msg_id":"1","msg_type":"execute_request"}`
	tests := []struct {
		name   string
		key    string
		frames [][]byte
		want   error
	}{
		{"nothing", "", nil, wire.ErrDelimiter},
		{"one empty frame", "", [][]byte{{}}, wire.ErrDelimiter},
		{"wrong delimiter", "", [][]byte{[]byte("<IDS|XXX>"), {}, {}, {}, {}, {}}, wire.ErrDelimiter},
		{"delimiter too late", "", append(make([][]byte, 100), request(t, "")...), wire.ErrDelimiter},
		{"too few frames", "", [][]byte{[]byte("<IDS|MSG>"), []byte("abc")}, wire.ErrFrames},
		{"other key", "secret", request(t, "not the secret"), wire.ErrSignature},
		{"no signature", "secret", request(t, ""), wire.ErrSignature},
		{"header no JSON", "", request(t, "", "{not json", "{}", "{}", "{}"), message.ErrJSON},
		{"header empty", "", request(t, "", "", "{}", "{}", "{}"), message.ErrJSON},
		{"content cut", "", request(t, "", header, "{}", "{}", `{"code": `), message.ErrJSON},
		{"content an array", "", request(t, "", header, "{}", "{}", "[1,2]"), message.ErrJSON},
		{"two values", "", request(t, "", header, "{}", "{}", "{} {}"), message.ErrJSON},
		{"too deep", "", request(t, "", header, "{}", "{}", strings.Repeat(`{"a":`, 20000)), message.ErrJSON},
		{"no type", "", request(t, "", `{"msg_id":"1"}`, "{}", "{}", "{}"), message.ErrHeader},
		{"type a number", "", request(t, "", `{"msg_type":1}`, "{}", "{}", "{}"), message.ErrHeader},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if m, err := wire.New(tt.key).Decode(tt.frames); !errors.Is(err, tt.want) {
				t.Errorf("Decode = %v, %v; want error %v", m, err, tt.want)
			}
		})
	}
}

func TestReplay(t *testing.T) {
	c := wire.New("secret")
	frames := request(t, "secret")
	if _, err := c.Decode(frames); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Decode(frames); !errors.Is(err, wire.ErrReplay) {
		t.Errorf("second Decode: %v, want %v", err, wire.ErrReplay)
	}
	for i := range 5000 {
		other, err := c.Encode(&message.Message{Header: message.Header{ID: strconv.Itoa(i), Type: "t"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Decode(other); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Decode(frames); !errors.Is(err, wire.ErrReplay) {
		t.Errorf("Decode after many others: %v, want %v", err, wire.ErrReplay)
	}
}

func TestRawHeaderKeepsUnknownFields(t *testing.T) {
	const header = `{"msg_type":"x","custom":[1, 2]}`
	m, err := new(wire.Codec).Decode(request(t, "", header, "{}", "{}", "{}"))
	if err != nil {
		t.Fatal(err)
	}
	if string(m.RawHeader()) != header {
		t.Errorf("RawHeader = %s, want %s", m.RawHeader(), header)
	}
}

// FuzzDecode checks that no frames crash the decoder and that what it accepts
// survives a round trip.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("<IDS|MSG>\n\n{\"msg_type\":\"a\"}\n{}\n{}\n{}"))
	f.Add([]byte("id\n<IDS|MSG>\nabc\n{\"msg_type\":\"a\",\"subshell_id\":null}\n{\"msg_id\":1}\n{}\n{\"code\":\"1\"}\nbuf"))
	f.Add([]byte("<IDS|XXX>\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var frames [][]byte
		for _, s := range strings.Split(string(data), "\n") {
			frames = append(frames, []byte(s))
		}
		var c wire.Codec
		m, err := c.Decode(frames)
		if err != nil {
			return
		}
		again, err := c.Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Decode(again); err != nil {
			t.Fatalf("accepted %q but not its own encoding: %v", data, err)
		}
	})
}

func ExampleCodec_Decode() {
	c := wire.New("secret")
	frames, _ := c.Encode(&message.Message{Header: message.Header{ID: "1", Type: "kernel_info_request"}})
	m, err := c.Decode(frames)
	fmt.Println(m.Header.Type, err)

	_, err = wire.New("another").Decode(frames)
	fmt.Println(err)
	// Output:
	// kernel_info_request <nil>
	// wrong signature
}

func BenchmarkRoundTrip(b *testing.B) {
	c := wire.New("secret")
	m := &message.Message{Header: message.Header{Type: "execute_request"}, Content: json.RawMessage(`{"code":"1+1"}`)}
	for i := 0; b.Loop(); i++ {
		m.Header.ID = strconv.Itoa(i)
		frames, err := c.Encode(m)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.Decode(frames); err != nil {
			b.Fatal(err)
		}
	}
}

// A header is encoded as json.Marshal does it.
func TestHeaderAsJSON(t *testing.T) {
	for _, s := range []string{"", "plain", `"quoted" \back`, "tab\tand\nline", "<b>&amp;", "é 日 \u2028", "\xff broken", "\x00\x7f"} {
		for _, subshell := range []string{"", s} {
			h := message.Header{ID: s, Type: s + "_request", Session: "s" + s, Username: s, Date: s, Version: message.Version, Subshell: subshell}
			want, err := json.Marshal(h)
			if err != nil {
				t.Fatal(err)
			}
			frames, err := wire.New("").Encode(&message.Message{Header: h})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(frames[2]); got != string(want) {
				t.Errorf("got %s\nwant %s", got, want)
			}
		}
	}
}
