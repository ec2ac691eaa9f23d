// A mutex that is locked twice.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var mu sync.Mutex
	mu.Lock()
	fmt.Println("locked once")
	mu.Lock()
}
