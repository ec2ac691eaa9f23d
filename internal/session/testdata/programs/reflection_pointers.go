// Reflection calls methods of pointers that no program text makes.
package main

import (
	"fmt"
	"reflect"
)

type Counter struct{ n int }

func (c *Counter) Add(k int) int { c.n += k; return c.n }

func make(x any) reflect.Value { return reflect.New(reflect.TypeOf(x)) }

func main() {
	v := make(Counter{})
	v.MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(2)})
	fmt.Println(v.MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(3)})[0])
	fmt.Println(v.Interface().(*Counter).n)
	fmt.Println(v.Interface().(interface{ Add(int) int }).Add(1))
	m, ok := reflect.PointerTo(reflect.TypeOf(Counter{})).MethodByName("Add")
	fmt.Println(m.Type, ok, m.Func.Call([]reflect.Value{v, reflect.ValueOf(4)})[0])
	all := []Counter{{1}, {2}}
	for i := range all {
		e := reflect.ValueOf(all).Index(i).Addr()
		fmt.Println(e.Type(), e.NumMethod(), e.Method(0).Call([]reflect.Value{reflect.ValueOf(10)})[0])
	}
	fmt.Println(all)
}
