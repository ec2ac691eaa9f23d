// Hashes and encodings.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"net/url"
	"os"
	"strings"
)

type record struct {
	ID   uint16
	Flag bool
	_    [1]byte
	Val  float32
}

type gobbed struct {
	Name   string
	Scores map[string]int
	Next   *gobbed
}

func sum(h hash.Hash, s string) string {
	io.WriteString(h, s)
	return hex.EncodeToString(h.Sum(nil))
}

func main() {
	s := "sha256 this string"
	h := sha256.New()
	h.Write([]byte(s))
	fmt.Printf("%s\n%x\n", s, h.Sum(nil))
	fmt.Printf("%x\n%x\n", md5.Sum([]byte(s)), sha256.Sum256([]byte("x")))
	fmt.Println(sum(sha1.New(), s), sum(fnv.New32a(), s), crc32.ChecksumIEEE([]byte(s)))
	data := "abc123!?$*&()'-=@~"
	enc := base64.StdEncoding.EncodeToString([]byte(data))
	dec, err := base64.StdEncoding.DecodeString(enc)
	fmt.Println(enc, string(dec), err, base64.URLEncoding.EncodeToString([]byte(data)))
	_, err = base64.StdEncoding.DecodeString("!")
	fmt.Println(err)
	b, err := hex.DecodeString("deadbeef0")
	fmt.Println(b, err)
	fmt.Print(hex.Dump([]byte("go go go")))
	buf := new(bytes.Buffer)
	fmt.Println(binary.Write(buf, binary.LittleEndian, record{ID: 513, Flag: true, Val: 1.5}))
	fmt.Printf("% x\n", buf.Bytes())
	var r record
	fmt.Println(binary.Read(buf, binary.LittleEndian, &r), r.ID, r.Flag, r.Val, binary.BigEndian.Uint32([]byte{0, 0, 1, 2}))
	w := csv.NewWriter(os.Stdout)
	w.Write([]string{"a", "b,c", "d \"q\""})
	w.Flush()
	rows, err := csv.NewReader(strings.NewReader("x,y\n1,\"two, three\"\n")).ReadAll()
	fmt.Printf("%q %v\n", rows, err)
	var g bytes.Buffer
	fmt.Println(gob.NewEncoder(&g).Encode(gobbed{"a", map[string]int{"x": 1}, &gobbed{Name: "b"}}))
	var back gobbed
	fmt.Println(gob.NewDecoder(&g).Decode(&back), back.Name, back.Scores, back.Next.Name)
	var z bytes.Buffer
	zw := gzip.NewWriter(&z)
	fmt.Fprint(zw, strings.Repeat("shuffle ", 50))
	zw.Close()
	zr, _ := gzip.NewReader(&z)
	all, _ := io.ReadAll(zr)
	fmt.Println(len(all))
	u, err := url.Parse("postgres://user:pass@host.com:5432/path?k=v&k=w#f")
	fmt.Println(u.Scheme, u.User.Username(), u.Host, u.Port(), u.Path, u.Fragment, u.Query()["k"], u.Query().Get("none"), err)
	fmt.Println(url.QueryEscape("a b&c"), url.Values{"x": {"1", "2"}, "a": {"z"}}.Encode())
}
