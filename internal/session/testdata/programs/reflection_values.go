// Reflection walks, changes, calls and makes values of the user's types.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"
)

type MyInt int

type User struct {
	Name  string `validate:"required" json:"name"`
	Age   int    `validate:"min=18"`
	Email *string
	tags  []string
	Meta  map[string]any
	When  time.Duration
	Err   error
	Next  *User
	Fn    func(int) string
}

type Shape interface {
	Area() float64
	Name() string
}
type Square struct{ Side float64 }
type Circle struct{ R float64 }

func (s Square) Area() float64              { return s.Side * s.Side }
func (s Square) Name() string               { return "square" }
func (c *Circle) Area() float64             { return 3 * c.R * c.R }
func (c *Circle) Name() string              { return "circle" }
func (c *Circle) Scale(f float64, n ...int) { c.R *= f; fmt.Println("scaled", n) }

type Pair[K comparable, V any] struct {
	Key K
	Val V
}
type List func() List
type Tree struct {
	Left, Right *Tree
	V           int
}
type Base struct{ ID int }

func (b Base) Describe() string { return "base " + strconv.Itoa(b.ID) }

type Derived struct {
	*Base
	Name string
}

func walk(v reflect.Value, depth int) {
	in := strings.Repeat("  ", depth)
	switch v.Kind() {
	case reflect.Struct:
		fmt.Println(in+"struct", v.Type())
		for i := 0; i < v.NumField(); i++ {
			fmt.Println(in+" ."+v.Type().Field(i).Name, v.Field(i).CanInterface(), v.Field(i).CanSet())
			walk(v.Field(i), depth+1)
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			fmt.Println(in+"nil", v.Type())
			return
		}
		fmt.Println(in+v.Kind().String(), v.Type())
		walk(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		fmt.Println(in+"list", v.Type(), v.Len())
		for i := range v.Len() {
			walk(v.Index(i), depth+1)
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		fmt.Println(in+"map", v.Type())
		for _, k := range keys {
			fmt.Println(in, k)
			walk(v.MapIndex(k), depth+1)
		}
	default:
		fmt.Println(in, v.Kind(), v.Type(), v)
	}
}

func try(name string, f func()) {
	defer func() {
		r := recover()
		if e, ok := r.(error); ok {
			fmt.Printf("%s: error %v\n", name, e)
			var ve *reflect.ValueError
			fmt.Println(errors.As(e, &ve))
			return
		}
		fmt.Printf("%s: %v\n", name, r)
	}()
	f()
}

func main() {
	s := "a@b"
	u := User{"bob", 3, &s, []string{"x"}, map[string]any{"k": 1, "m": MyInt(3), "u": Square{2}}, time.Second, io.EOF, &User{Name: "in"}, nil}
	walk(reflect.ValueOf(u), 0)
	walk(reflect.ValueOf(&u), 0)
	walk(reflect.ValueOf([]Shape{Square{1}, &Circle{2}, nil}), 0)
	walk(reflect.ValueOf(map[MyInt]Pair[string, int]{1: {"a", 2}}), 0)
	walk(reflect.ValueOf([2]MyInt{1, 2}), 0)
	t := reflect.TypeOf(Tree{})
	fmt.Println(t, t.Field(0).Type, t.Field(0).Type.Elem() == t, t.Size())
	p := reflect.TypeOf(Pair[string, []int]{})
	fmt.Println(p, p.Name(), p.String(), p.NumField(), p.Field(1).Type)
	sh := reflect.TypeOf((*Shape)(nil)).Elem()
	fmt.Println(sh, sh.Kind(), sh.NumMethod(), sh.Method(0).Name, sh.Method(0).Type)
	for _, x := range []any{Square{}, &Square{}, Circle{}, &Circle{}, 3} {
		ty := reflect.TypeOf(x)
		fmt.Println(ty, ty.Implements(sh), ty.NumMethod(), ty.AssignableTo(sh))
		for m := range ty.NumMethod() {
			fmt.Println("  ", ty.Method(m).Name, ty.Method(m).Type, ty.Method(m).Index)
		}
	}
	c := &Circle{1}
	cv := reflect.ValueOf(c)
	cv.MethodByName("Scale").Call([]reflect.Value{reflect.ValueOf(2.5), reflect.ValueOf(1), reflect.ValueOf(2)})
	fmt.Println(*c, cv.MethodByName("Area").Call(nil)[0].Float(), cv.MethodByName("Nope").IsValid())
	fmt.Println(reflect.TypeOf(c).Method(0).Func.Call([]reflect.Value{cv})[0])
	area := cv.Method(0).Interface().(func() float64)
	fmt.Println(area())
	// setting
	e := reflect.ValueOf(&u).Elem()
	e.FieldByName("Name").SetString("eve")
	e.FieldByName("Age").SetInt(7)
	e.FieldByName("Err").Set(reflect.ValueOf(errors.New("mine")))
	e.FieldByName("Next").Set(reflect.ValueOf(&User{Name: "n2"}))
	e.FieldByName("Meta").SetMapIndex(reflect.ValueOf("z"), reflect.ValueOf(Square{9}))
	e.FieldByName("Fn").Set(reflect.ValueOf(func(n int) string { return strconv.Itoa(n) + "!" }))
	fmt.Println(u.Name, u.Age, u.Err, u.Next.Name, u.Meta["z"], u.Fn(4))
	fmt.Println(e.FieldByName("Fn").Call([]reflect.Value{reflect.ValueOf(8)})[0])
	try("unexported", func() { e.FieldByName("tags").Set(reflect.ValueOf([]string{})) })
	try("interface of unexported", func() { e.FieldByName("tags").Interface() })
	try("unaddressable", func() { reflect.ValueOf(u).Field(0).SetString("x") })
	try("wrong kind", func() { reflect.ValueOf(3).NumField() })
	try("wrong kind 2", func() { reflect.ValueOf("s").Int() })
	try("wrong type", func() { e.Field(0).Set(reflect.ValueOf(3)) })
	try("type elem", func() { reflect.TypeOf(3).Elem() })
	try("type field", func() { reflect.TypeOf(3).Field(0) })
	try("zero", func() { reflect.ValueOf(nil).Type() })
	try("index", func() { reflect.ValueOf([]int{1}).Index(3) })
	try("few", func() { reflect.ValueOf(strconv.Itoa).Call(nil) })
	try("bad arg", func() { reflect.ValueOf(strconv.Itoa).Call([]reflect.Value{reflect.ValueOf("x")}) })
	// making
	sl := reflect.MakeSlice(reflect.TypeOf([]Square{}), 0, 4)
	sl = reflect.Append(sl, reflect.ValueOf(Square{4}))
	fmt.Println(sl.Interface().([]Square), sl.Len(), sl.Cap(), sl.Type())
	m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(""), reflect.TypeOf(MyInt(0))))
	m.SetMapIndex(reflect.ValueOf("q"), reflect.ValueOf(MyInt(5)))
	fmt.Println(m.Interface(), m.Type(), m.Interface().(map[string]MyInt)["q"])
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(0), Tag: `json:"a"`}, {Name: "B", Type: reflect.TypeOf(MyInt(0))}})
	sv := reflect.New(st).Elem()
	sv.Field(0).SetInt(4)
	fmt.Printf("%v %+v %T\n", sv.Interface(), sv.Interface(), sv.Interface())
	swap := func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} }
	var intSwap func(int, int) (int, int)
	reflect.ValueOf(&intSwap).Elem().Set(reflect.MakeFunc(reflect.TypeOf(intSwap), swap))
	fmt.Println(intSwap(1, 2))
	var sqSwap func(a, b Square) (Square, Square)
	fn := reflect.ValueOf(&sqSwap).Elem()
	fn.Set(reflect.MakeFunc(fn.Type(), swap))
	fmt.Println(sqSwap(Square{1}, Square{2}))
	fmt.Println(reflect.PointerTo(t), reflect.SliceOf(t), reflect.ArrayOf(3, t), reflect.ChanOf(reflect.BothDir, t), reflect.TypeOf(walk), reflect.TypeOf(os.Stdout))
	d := Derived{&Base{4}, "d"}
	dv := reflect.ValueOf(d)
	fmt.Println(dv.FieldByName("ID"), dv.MethodByName("Describe").Call(nil)[0], dv.Type().NumMethod())
	f, ok := dv.Type().FieldByName("ID")
	fmt.Println(f.Index, f.Name, ok)
	for _, f := range reflect.VisibleFields(dv.Type()) {
		fmt.Println(f.Name, f.Index, f.Anonymous)
	}
	fmt.Println(reflect.DeepEqual(u, u), reflect.DeepEqual([]Square{{1}}, []Square{{1}}), reflect.DeepEqual(MyInt(1), 1), reflect.DeepEqual(map[string]any{"a": Square{1}}, map[string]any{"a": Square{1}}))
	fmt.Println(reflect.ValueOf(MyInt(3)).Convert(reflect.TypeOf(0.5)), reflect.ValueOf(3).Convert(reflect.TypeOf(MyInt(0))).Type())
	fmt.Println(reflect.Zero(reflect.TypeOf(u)).Field(0).String() == "", reflect.ValueOf(u).IsZero(), reflect.Zero(t).IsZero())
	fmt.Printf("%v %d %T %s\n", reflect.ValueOf(MyInt(4)), reflect.ValueOf(4), reflect.ValueOf(4), reflect.ValueOf(Square{2}))
	fmt.Println(reflect.ValueOf(Square{2}).String(), reflect.ValueOf("str").String())
	registry := map[reflect.Type]string{reflect.TypeOf(Square{}): "sq", reflect.TypeOf(0): "int", reflect.TypeFor[Shape](): "shape"}
	fmt.Println(registry[reflect.TypeOf(Square{3})], registry[reflect.TypeOf(5)], registry[sh])
	var l List
	fmt.Println(reflect.TypeOf(l), reflect.ValueOf(&l).Elem().IsNil(), reflect.TypeOf(l).Kind(), reflect.TypeOf(l).Out(0))
	it := reflect.ValueOf(map[string]Square{"one": {1}}).MapRange()
	for it.Next() {
		fmt.Println(it.Key(), it.Value(), it.Value().Interface().(Square).Area())
	}
	for i, x := range reflect.ValueOf([]Square{{1}, {2}}).Seq2() {
		fmt.Println(i, x)
	}
	ch := make(chan Square, 1)
	reflect.ValueOf(ch).Send(reflect.ValueOf(Square{6}))
	got, ok2 := reflect.ValueOf(ch).Recv()
	fmt.Println(got, ok2, reflect.TypeOf(ch))
	var x any = 3.4
	v := reflect.ValueOf(&x).Elem()
	fmt.Println(v.Kind(), v.Type(), v.Elem().Kind(), v.Elem().Float(), v.NumMethod())
	v.Set(reflect.ValueOf(Square{1}))
	fmt.Println(x, x.(Shape).Name())
	type local struct{ A, B int }
	fmt.Println(reflect.TypeOf(local{}), reflect.TypeOf(struct{ X, y int }{}), reflect.TypeOf([]error{}), reflect.TypeOf(map[string]io.Reader{}).Elem())
	reflect.Swapper([]Square{{1}, {2}})(0, 1)
	var sp Shape = Square{3}
	fmt.Println(reflect.ValueOf(sp).Field(0), reflect.TypeOf(&sp).Elem() == sh, reflect.ValueOf(&sp).Elem().Kind(), reflect.ValueOf(&sp).Elem().MethodByName("Name").Call(nil)[0])
	n, ok := reflect.TypeAssert[Square](reflect.ValueOf(sp))
	fmt.Println(n, ok)
}
