// Speed of a cache that forgets what was used least recently.
package main

import (
	"container/list"
	"fmt"
	"time"
)

type entry struct {
	key   int
	value string
}

// cache keeps the newest entries in front.
type cache struct {
	size   int
	order  *list.List
	places map[int]*list.Element
}

func newCache(size int) *cache {
	return &cache{size: size, order: list.New(), places: make(map[int]*list.Element)}
}

func (c *cache) get(key int) (string, bool) {
	if e, ok := c.places[key]; ok {
		c.order.MoveToFront(e)
		return e.Value.(*entry).value, true
	}
	return "", false
}

func (c *cache) put(key int, value string) {
	if e, ok := c.places[key]; ok {
		e.Value.(*entry).value = value
		c.order.MoveToFront(e)
		return
	}
	c.places[key] = c.order.PushFront(&entry{key, value})
	if c.order.Len() > c.size {
		last := c.order.Back()
		c.order.Remove(last)
		delete(c.places, last.Value.(*entry).key)
	}
}

func work() int {
	words := []string{"ace", "king", "queen", "jack", "ten"}
	c := newCache(64)
	hits, x := 0, uint32(1)
	for i := 0; i < 30000; i++ {
		x = x*1664525 + 1013904223
		key := int(x>>24) & 127
		if v, ok := c.get(key); ok {
			hits += len(v)
		} else {
			c.put(key, words[key%5])
		}
	}
	sum := 0
	for e := c.order.Front(); e != nil; e = e.Next() {
		sum = sum*3%1000003 + e.Value.(*entry).key
	}
	return hits + sum
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
