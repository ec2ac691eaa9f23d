package protocol

import (
	"context"
	"sync"
)

// cells are the cells that run or wait to run, to be interrupted together.
type cells struct {
	mu      sync.Mutex
	next    int
	cancels map[int]context.CancelFunc

	turn sync.Mutex // held by the running cell
}

// beginCell makes the context of a cell; end must be called after it.
func (c *cells) beginCell(parent context.Context) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(parent)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancels == nil {
		c.cancels = make(map[int]context.CancelFunc)
	}
	c.next++
	id := c.next
	c.cancels[id] = cancel
	return ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.cancels, id)
		cancel()
	}
}

func (c *cells) interruptCell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.cancels {
		cancel()
	}
}
