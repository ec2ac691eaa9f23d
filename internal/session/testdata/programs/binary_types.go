package main

import (
	"bytes"
	"encoding/asn1"
	"encoding/binary"
	"fmt"
	"math/big"
	"time"
)

type grade int8
type point struct{ X, Y int16 }
type cell struct {
	Kind  grade
	At    point
	Marks [2]grade
	_     [1]byte
	Share float32
	Open  bool
}
type label struct{ Name string }
type labelSET []int
type code int
type when time.Time
type certificate struct {
	Version int `asn1:"explicit,default:0,tag:0"`
	Serial  *big.Int
	Code    code
	Kinds   labelSET
	Points  []inner
	ID      asn1.ObjectIdentifier
	Bits    asn1.BitString
	At      time.Time
	Name    string `asn1:"utf8"`
	Any     asn1.RawValue
	Opt     int `asn1:"optional"`
}
type inner struct {
	A int
	B string `asn1:"ia5"`
}
type private struct {
	A int
	b int
}
type node struct {
	V    int
	Next []node
}
type named interface{ Label() string }

func (l label) Label() string { return l.Name }

type holder struct{ X any }
type raw struct {
	Raw asn1.RawContent
	A   int
}

func main() {
	var b bytes.Buffer
	c := cell{3, point{1, -2}, [2]grade{4, 5}, [1]byte{}, 1.5, true}
	fmt.Println(binary.Write(&b, binary.BigEndian, c), b.Bytes())
	fmt.Println(binary.Write(&b, binary.BigEndian, []*cell{&c}))
	fmt.Println(binary.Write(&b, binary.BigEndian, &c), binary.Write(&b, binary.LittleEndian, []cell{c}), b.Len())
	var d cell
	fmt.Println(binary.Read(&b, binary.BigEndian, &d), d == c)
	ds := make([]cell, 1)
	fmt.Println(binary.Read(&b, binary.BigEndian, ds), ds[0] == c)
	gs := []grade{1, 2}
	fmt.Println(binary.Read(bytes.NewReader([]byte{7, 8}), binary.BigEndian, gs), gs)
	g := grade(0)
	fmt.Println(binary.Read(bytes.NewReader([]byte{7, 8}), binary.BigEndian, &g), g)
	fmt.Println(binary.Read(&b, binary.BigEndian, d), binary.Read(&b, binary.BigEndian, []code{1}), binary.Read(&b, binary.BigEndian, code(1)))
	fmt.Println(binary.Write(&b, binary.BigEndian, label{}), binary.Write(&b, binary.BigEndian, map[string]label{}))
	fmt.Println(binary.Write(&b, binary.BigEndian, &label{}), binary.Write(&b, binary.BigEndian, code(1)))
	fmt.Println(binary.Size(c), binary.Size(&c), binary.Size([]cell{c, c}), binary.Size(label{}), binary.Size(g), binary.Size(gs), binary.Size(nil))
	fmt.Println(binary.Append(nil, binary.LittleEndian, gs))
	fmt.Println(binary.Append(nil, binary.LittleEndian, label{}))
	fmt.Println(binary.Encode(make([]byte, 3), binary.LittleEndian, gs))
	fmt.Println(binary.Decode([]byte{1, 2}, binary.LittleEndian, &d))
	fmt.Println(binary.Decode([]byte{1, 2}, binary.LittleEndian, &label{}))

	err := fmt.Errorf("x")
	fmt.Println(binary.Size(&err))

	x := certificate{2, big.NewInt(77), 5, labelSET{3, 1}, []inner{{1, "a"}, {2, "b"}}, asn1.ObjectIdentifier{1, 2, 840}, asn1.BitString{Bytes: []byte{0xf0}, BitLength: 4}, time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC), "é", asn1.RawValue{Tag: 4, Bytes: []byte{9}}, 0}
	data, err := asn1.Marshal(x)
	fmt.Printf("%x %v\n", data, err)
	var y certificate
	rest, err := asn1.Unmarshal(append(data, 1, 2), &y)
	fmt.Println(rest, err, y.Version, y.Serial, y.Code, y.Kinds, y.Points, y.ID, y.Bits, y.At, y.Name, y.Any.Bytes, y.Opt)
	data, err = asn1.MarshalWithParams(x.Kinds, "explicit,tag:3")
	fmt.Printf("%x %v\n", data, err)
	var k labelSET
	_, err = asn1.UnmarshalWithParams(data, &k, "explicit,tag:3")
	fmt.Println(k, err)
	data, err = asn1.Marshal(node{1, []node{{2, nil}, {3, []node{{4, nil}}}}})
	fmt.Printf("%x %v\n", data, err)
	var n node
	_, err = asn1.Unmarshal(data, &n)
	fmt.Println(n, err)
	var h struct{ X any }
	data, _ = asn1.Marshal(struct{ X code }{6})
	_, err = asn1.Unmarshal(data, &h)
	fmt.Printf("%v %T %v\n", h, h.X, err)
	var hs []any
	_, err = asn1.Unmarshal(data, &hs)
	fmt.Println(hs, err)
	data, err = asn1.Marshal(raw{nil, 5})
	fmt.Printf("%x %v\n", data, err)
	var r raw
	_, err = asn1.Unmarshal(data, &r)
	fmt.Println(r, err)
	var shown fmt.Stringer
	_, err = asn1.Unmarshal(data, &shown)
	fmt.Println(shown, err)
	var s struct{ S named }
	_, err = asn1.Unmarshal(data, &s)
	fmt.Println(s, err)
	_, err = asn1.Marshal(struct{ S named }{label{"a"}})
	fmt.Println(err)
	_, err = asn1.Marshal([]named{label{"a"}})
	fmt.Println(err)
	_, err = asn1.Marshal(private{1, 2})
	fmt.Println(err)
	_, err = asn1.Unmarshal(data, &private{})
	fmt.Println(err)
	_, err = asn1.Marshal(holder{map[string]int{}})
	fmt.Println(err)
	_, err = asn1.Marshal(holder{code(5)})
	fmt.Println(err)
	_, err = asn1.Unmarshal(data, x)
	fmt.Println(err)
	_, err = asn1.Unmarshal(data, (*certificate)(nil))
	fmt.Println(err)
	_, err = asn1.Unmarshal(data, nil)
	fmt.Println(err)
	_, err = asn1.Unmarshal([]byte{0x30, 3, 2, 1, 200}, &y)
	fmt.Println(err)
	_, err = asn1.Unmarshal([]byte{4, 1, 200}, &y)
	fmt.Println(err)
	fmt.Println(y.Version, y.Code)
}
