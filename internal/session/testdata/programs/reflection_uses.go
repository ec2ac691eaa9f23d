// Reflection as tutorials use it: structs filled, registries, calls by name.
package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"sync"
	"testing/quick"
	"text/template"
	"unicode"
)

type Animal interface{ Sound() string }
type Dog struct{ Name string }

func (d *Dog) Sound() string { return d.Name + " woof" }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s Stack[T]) Len() int  { return len(s.items) }

type Event struct {
	mu   sync.Mutex
	Kind string `db:"kind" json:"k,omitempty"`
	Tags []string
	Sub  struct{ A, B int }
	F    func(int) error
	C    chan Event
	M    map[string]*Event
	I    Animal
	A    [2]bool
}
type Weekday int

const (
	Sunday Weekday = iota
	Monday
)

func (d Weekday) String() string { return [...]string{"Sun", "Mon"}[d] }

func describe(x any) string {
	switch v := reflect.ValueOf(x); v.Kind() {
	case reflect.Int, reflect.Int64:
		return "int " + fmt.Sprint(v.Int())
	case reflect.String:
		return "string " + v.String()
	case reflect.Slice:
		return fmt.Sprint("slice of ", v.Type().Elem(), " ", v.Len())
	case reflect.Func:
		return fmt.Sprint("func ", v.Type().NumIn(), v.Type().In(0))
	default:
		return v.Kind().String() + " " + v.Type().String()
	}
}

func fill(v reflect.Value) {
	for i := 0; i < v.NumField(); i++ {
		f := v.Field(i)
		if !f.CanSet() {
			continue
		}
		switch f.Kind() {
		case reflect.String:
			f.SetString("filled")
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 2, 2))
			f.Index(0).SetString("t0")
		case reflect.Struct:
			fill(f)
		case reflect.Int:
			f.SetInt(5)
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
			f.SetMapIndex(reflect.ValueOf("self"), reflect.New(f.Type().Elem().Elem()))
		case reflect.Array:
			f.Index(1).SetBool(true)
		case reflect.Interface:
			f.Set(reflect.ValueOf(&Dog{"rex"}))
		case reflect.Chan:
			f.Set(reflect.MakeChan(f.Type(), 1))
		}
	}
}

func toMap(x any) map[string]any {
	out := map[string]any{}
	v := reflect.Indirect(reflect.ValueOf(x))
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !unicode.IsUpper(rune(f.Name[0])) || f.Type.Kind() == reflect.Func || f.Type.Kind() == reflect.Chan {
			continue
		}
		key := f.Tag.Get("db")
		if k, ok := f.Tag.Lookup("db"); ok {
			key = k
		} else {
			key = f.Name
		}
		out[key] = v.Field(i).Interface()
	}
	return out
}

type Handler func(name string) string

func (h Handler) Serve(n string) string { return h(n) }

func main() {
	fmt.Println(describe(3), describe("x"), describe([]Dog{}), describe(describe), describe(Dog{}), describe(Monday), describe(Stack[int]{}))
	e := &Event{}
	fill(reflect.ValueOf(e).Elem())
	fmt.Println(e.Kind, len(e.Tags), e.Tags[0], e.Sub, e.A, e.I.Sound(), len(e.M), e.M["self"].Kind == "", cap(e.C))
	m := toMap(e)
	fmt.Println(m["kind"], m["Tags"], m["Sub"], m["A"])
	b, err := json.Marshal(m["Sub"])
	fmt.Println(string(b), err)
	s := &Stack[string]{}
	sv := reflect.ValueOf(s)
	sv.MethodByName("Push").Call([]reflect.Value{reflect.ValueOf("a")})
	fmt.Println(sv.MethodByName("Len").Call(nil)[0].Int(), sv.Type(), sv.Elem().Type().Name(), sv.Type().NumMethod())
	fmt.Println(reflect.TypeOf(e).Elem().Field(0).Type, reflect.TypeOf(*new(Weekday)), reflect.ValueOf(Monday), reflect.ValueOf(Monday).Int())
	h := Handler(func(n string) string { return "hi " + n })
	hv := reflect.ValueOf(h)
	fmt.Println(hv.Type(), hv.Kind(), hv.Call([]reflect.Value{reflect.ValueOf("bo")})[0], hv.MethodByName("Serve").Call([]reflect.Value{reflect.ValueOf("di")})[0])
	for i := range 2 {
		f := reflect.TypeFor[Event]().Field(i + 1)
		fmt.Printf("%s %v %q %v\n", f.Name, f.Type, f.Tag, f.Index)
	}
	fmt.Printf("%+v\n", reflect.TypeFor[Event]().Field(1))
	fmt.Println(quick.Check(func(a, b int) bool { return a+b == b+a }, nil))
	slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})).Info("m", "d", Monday, "t", reflect.TypeOf(e))
	template.Must(template.New("").Parse("{{.T}} {{.V}}\n")).Execute(os.Stdout, map[string]any{"T": reflect.TypeOf(Monday), "V": reflect.ValueOf(Monday).Int()})
	var nilDog *Dog
	var an Animal = nilDog
	fmt.Println(an == nil, reflect.ValueOf(an).IsNil(), reflect.TypeOf(an))
	types := []reflect.Type{reflect.TypeOf(1), reflect.TypeOf(Monday), reflect.TypeOf(e)}
	fmt.Println(types, len(types))
	vals := map[string]reflect.Value{"a": reflect.ValueOf(1), "w": reflect.ValueOf(Monday)}
	fmt.Println(vals["a"], vals["w"], vals["zz"].IsValid())
	in := reflect.ValueOf(fmt.Sprintf).Call([]reflect.Value{reflect.ValueOf("%v-%v"), reflect.ValueOf(1), reflect.ValueOf(Monday)})
	fmt.Println(in[0])
	var err2 error = fmt.Errorf("e")
	fmt.Println(reflect.TypeOf(err2), reflect.TypeOf(&err2).Elem(), reflect.TypeOf(&err2).Elem().Kind(), reflect.TypeOf(err2).Implements(reflect.TypeFor[error]()))
	cmp := reflect.ValueOf(3).Equal(reflect.ValueOf(3))
	fmt.Println(cmp, reflect.ValueOf(Dog{"a"}).Comparable(), reflect.TypeOf(e).Comparable(), reflect.TypeFor[[]int]().Comparable())
	type kv struct {
		K string
		V any
	}
	kvs := []kv{{"a", 1}, {"b", Dog{"z"}}}
	rv := reflect.ValueOf(kvs)
	for i := range rv.Len() {
		el := rv.Index(i)
		fmt.Println(el.Field(0), el.Field(1), el.Field(1).Kind(), el.Field(1).Elem().Kind(), el.FieldByName("V").Elem().Type())
	}
	old := reflect.ValueOf(&kvs[0]).Elem()
	old.Field(1).Set(reflect.ValueOf([]int{4}))
	fmt.Println(kvs)
	dst := reflect.MakeSlice(rv.Type(), 2, 2)
	fmt.Println(reflect.Copy(dst, rv), dst.Interface().([]kv)[1].K, dst.Slice(1, 2))
}
