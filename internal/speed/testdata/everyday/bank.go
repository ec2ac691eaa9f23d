// Speed of a bank: maps of pointers, errors, deferred calls.
package main

import (
	"errors"
	"fmt"
	"time"
)

var (
	errUnknown = errors.New("no such account")
	errFunds   = errors.New("insufficient funds")
	errFrozen  = errors.New("the account is frozen")
)

type account struct {
	owner   string
	balance int
	frozen  bool
	moves   int
}

type bank struct {
	accounts map[string]*account
	open     int // transfers that have begun and not ended
	done     int
}

func newBank(owners ...string) *bank {
	b := &bank{accounts: make(map[string]*account)}
	for i, o := range owners {
		b.accounts[o] = &account{owner: o, balance: 100 * (i + 1)}
	}
	return b
}

func (b *bank) find(owner string) (*account, error) {
	a, ok := b.accounts[owner]
	if !ok {
		return nil, errUnknown
	}
	if a.frozen {
		return nil, errFrozen
	}
	return a, nil
}

func (a *account) withdraw(amount int) error {
	if a.balance < amount {
		return errFunds
	}
	a.balance -= amount
	a.moves++
	return nil
}

func (b *bank) transfer(from, to string, amount int) error {
	b.open++
	defer func() { b.open--; b.done++ }()
	src, err := b.find(from)
	if err != nil {
		return err
	}
	dst, err := b.find(to)
	if err != nil {
		return err
	}
	if err := src.withdraw(amount); err != nil {
		return err
	}
	dst.balance += amount
	dst.moves++
	return nil
}

func work() int {
	owners := []string{"ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"}
	b := newBank(owners[:7]...)
	b.accounts["gus"].frozen = true
	failed := map[string]int{}
	for i := 0; i < 20000; i++ {
		from, to := owners[i%8], owners[(i*5+3)%8]
		err := b.transfer(from, to, i%90)
		switch {
		case errors.Is(err, errUnknown):
			failed["unknown"]++
		case errors.Is(err, errFunds):
			failed["funds"]++
		case errors.Is(err, errFrozen):
			failed["frozen"]++
		}
	}
	sum := b.done - b.open
	for i, o := range owners[:7] {
		sum += (i + 1) * (b.accounts[o].balance + b.accounts[o].moves)
	}
	return sum + 3*failed["unknown"] + 5*failed["funds"] + 7*failed["frozen"]
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
