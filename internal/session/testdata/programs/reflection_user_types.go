package main

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"unique"
)

type Speaker interface {
	Speak(loud bool) string
}
type Dog struct {
	Name string `tag:"n"`
	age  int
	Speaker
}

func (d Dog) Speak(loud bool) string { return d.Name + fmt.Sprint(loud) }
func (d *Dog) Rename(s string)       { d.Name = s }
func (d Dog) hidden()                {}

type Pack []Dog
type Index map[string]*Dog
type Op func(a, b int) int
type Num float64

func (n Num) Double() Num { return n * 2 }

type Gen[T any] struct{ V T }

func (g Gen[T]) Get() T { return g.V }

func main() {
	d := Dog{Name: "rex"}
	for _, x := range []any{d, &d, Pack{}, Index{}, Op(nil), Num(2), Gen[int]{}, Gen[Dog]{}, struct{ A Dog }{}, []Speaker{}, make(chan Num), [2]Pack{}} {
		t := reflect.TypeOf(x)
		fmt.Println(t, t.Kind(), t.Name(), t.PkgPath(), t.NumMethod(), t.Comparable(), t.Size() > 0)
		for i := range t.NumMethod() {
			m := t.Method(i)
			fmt.Println("  ", m.Name, m.Type, m.Index)
		}
	}
	sp := reflect.TypeFor[Speaker]()
	fmt.Println(sp, sp.Kind(), sp.NumMethod(), sp.Method(0).Name, sp.Method(0).Type, reflect.TypeOf(d).Implements(sp), reflect.TypeOf(Num(1)).Implements(sp), reflect.TypeOf(&d).AssignableTo(sp))
	st := reflect.TypeFor[fmt.Stringer]()
	fmt.Println(reflect.TypeOf(d).Implements(st), reflect.PointerTo(reflect.TypeOf(d)).NumMethod())
	v := reflect.New(reflect.TypeOf(d))
	v.Elem().Field(0).SetString("new")
	fmt.Println(v.Elem().Interface(), v.Elem().Field(1).CanSet(), v.MethodByName("Speak").Call([]reflect.Value{reflect.ValueOf(true)})[0])
	v.MethodByName("Rename").Call([]reflect.Value{reflect.ValueOf("renamed")})
	fmt.Println(v.Interface().(*Dog).Name, v.MethodByName("Nope").IsValid())
	s := reflect.MakeSlice(reflect.TypeOf(Pack{}), 0, 2)
	s = reflect.Append(s, reflect.ValueOf(d), v.Elem())
	fmt.Println(s.Interface(), s.Len(), s.Type())
	m := reflect.MakeMap(reflect.TypeOf(Index{}))
	m.SetMapIndex(reflect.ValueOf("k"), v)
	fmt.Println(m.Len(), m.Interface().(Index)["k"].Name, m.MapKeys()[0])
	add := reflect.MakeFunc(reflect.TypeOf(Op(nil)), func(a []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(int(a[0].Int() + a[1].Int()))}
	}).Interface().(Op)
	fmt.Println(add(3, 4))
	fmt.Println(reflect.Zero(reflect.TypeOf(Num(0))).Interface(), reflect.ValueOf(Num(3)).MethodByName("Double").Call(nil)[0], reflect.ValueOf(Num(3)).Convert(reflect.TypeOf(0)).Interface())
	fmt.Println(reflect.DeepEqual(Pack{d}, Pack{d}), reflect.DeepEqual(Index{"a": &d}, Index{"a": {Name: "rex"}}), reflect.DeepEqual(Num(1), 1.0), reflect.DeepEqual([]any{d, nil}, []any{d, nil}))
	f, ok := reflect.TypeOf(d).FieldByName("Name")
	fmt.Println(f.Name, f.Type, f.Tag.Get("tag"), ok, f.Index)
	for _, f := range reflect.VisibleFields(reflect.TypeOf(d)) {
		fmt.Print(f.Name, ":", f.Type, ":", f.Anonymous, " ")
	}
	fmt.Println()
	fmt.Println(reflect.TypeOf(main), reflect.TypeOf(strings.ToUpper), reflect.TypeOf(d.Speak), reflect.TypeOf(Dog.Speak), reflect.TypeOf((*Dog).Rename))
	var e any = reflect.TypeOf(d)
	if t, ok := e.(reflect.Type); ok {
		fmt.Println("a type", t.String())
	}
	switch x := e.(type) {
	case fmt.Formatter:
		fmt.Println("formatter")
	case fmt.Stringer:
		fmt.Println("stringer", x)
	}
	swap := reflect.Swapper([]Dog{{Name: "a"}, {Name: "b"}})
	swap(0, 1)
	names := map[reflect.Type]string{reflect.TypeOf(d): "dog", reflect.TypeFor[Num](): "num"}
	fmt.Println(names[reflect.TypeOf(Dog{})], names[reflect.TypeOf(Num(0))], names[reflect.TypeOf(1.0)])
	defer func() {
		r := recover()
		fmt.Println(r)
		h1, h2 := unique.Make("a"), unique.Make("a")
		fmt.Println(h1 == h2, h1.Value(), unique.Make(Num(2)).Value(), unique.Make(Num(2)) == unique.Make(Num(2)))
	}()
	sort.Slice(d, func(i, j int) bool { return false })
}
