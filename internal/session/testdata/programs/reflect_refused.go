package main

import (
	"fmt"
	"reflect"
)

// What package reflect says of wrong calls.

type Place struct{ A int }

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
	fmt.Println("done")
}

func main() {
	m := map[string]int{"a": 1}
	v := reflect.ValueOf(m)
	var k string
	var n int
	kv, nv := reflect.ValueOf(&k).Elem(), reflect.ValueOf(&n).Elem()
	try(func() { kv.SetIterKey(new(reflect.MapIter)) })
	try(func() { new(reflect.MapIter).Next() })
	try(func() { new(reflect.MapIter).Key() })
	it := v.MapRange()
	try(func() { kv.SetIterKey(it) })
	try(func() { it.Value() })
	fmt.Println(it.Next())
	try(func() { kv.SetIterKey(it); nv.SetIterValue(it); fmt.Println(k, n, it.Key(), it.Value()) })
	try(func() { kv.SetIterValue(it) })
	try(func() { nv.SetIterKey(it) })
	try(func() { reflect.ValueOf(k).SetIterKey(it) })
	fmt.Println(it.Next())
	try(func() { it.Value() })
	try(func() { nv.SetIterValue(it) })
	it.Reset(v)
	try(func() { it.Key() })
	fmt.Println(it.Next(), it.Key())
	it.Reset(reflect.Value{})
	try(func() { it.Next() })
	try(func() { v.FieldByIndex([]int{1}) })
	try(func() { v.FieldByIndex([]int{1, 2}) })
	try(func() { v.FieldByIndex(nil) })
	try(func() { v.FieldByIndexErr([]int{1, 2}) })
	try(func() { v.FieldByNameFunc(nil) })
	try(func() { v.Fields() })
	try(func() { v.Type().Fields() })
	try(func() { v.Type().Ins() })
	try(func() { v.Type().Outs() })
	try(func() { reflect.ValueOf(Place{}).Seq() })
	try(func() { reflect.ValueOf(Place{}).Seq2() })
	try(func() { reflect.MakeFunc(v.Type(), nil) })
	type inner struct{ *Place }
	try(func() { reflect.ValueOf(inner{}).FieldByIndex([]int{0, 0}) })
	try(func() { _, err := reflect.ValueOf(inner{}).FieldByIndexErr([]int{0, 0}); fmt.Println(err) })
	try(func() { reflect.ValueOf(inner{}).FieldByName("A") })
}
