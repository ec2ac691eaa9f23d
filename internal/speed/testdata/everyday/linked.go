// Speed of a linked list by hand.
package main

import (
	"fmt"
	"time"
)

type node struct {
	value int
	next  *node
}

type list struct {
	head *node
	size int
}

func (l *list) push(v int) {
	l.head = &node{v, l.head}
	l.size++
}

// insert keeps the list in order.
func (l *list) insert(v int) {
	at := &l.head
	for *at != nil && (*at).value < v {
		at = &(*at).next
	}
	*at = &node{v, *at}
	l.size++
}

func (l *list) reverse() {
	var done *node
	for n := l.head; n != nil; {
		next := n.next
		n.next = done
		done, n = n, next
	}
	l.head = done
}

func (l *list) remove(v int) bool {
	for at := &l.head; *at != nil; at = &(*at).next {
		if (*at).value == v {
			*at = (*at).next
			l.size--
			return true
		}
	}
	return false
}

func (l *list) sum() (total int) {
	for n := l.head; n != nil; n = n.next {
		total += n.value
	}
	return total
}

func work() int {
	result := 0
	for round := 0; round < 20; round++ {
		var l list
		x := round + 1
		for i := 0; i < 200; i++ {
			x = x * 75 % 65537
			l.insert(x % 1000)
		}
		for i := 0; i < 300; i++ {
			l.push(i)
		}
		l.reverse()
		for i := 0; i < 100; i++ {
			if l.remove(i * 10) {
				result++
			}
		}
		l.reverse()
		for i := 0; i < 10; i++ {
			result += l.sum() % 1000
		}
		result += l.size
	}
	return result
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
