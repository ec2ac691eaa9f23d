// A bank: accounts behind interfaces, a ledger, errors, concurrency, a report.
package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

type Cents int64

func (c Cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s%d.%02d €", sign, int64(c)/100, int64(c)%100)
}

type Account interface {
	ID() string
	Balance() Cents
	Deposit(Cents) error
	Withdraw(Cents) error
}

type base struct {
	mu      sync.Mutex
	id      string
	balance Cents
}

func (b *base) ID() string     { return b.id }
func (b *base) Balance() Cents { b.mu.Lock(); defer b.mu.Unlock(); return b.balance }
func (b *base) Deposit(c Cents) error {
	if c <= 0 {
		return AmountError{c, "deposit"}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.balance += c
	return nil
}
func (b *base) Withdraw(c Cents) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c > b.balance {
		return fmt.Errorf("account %s: %w", b.id, ErrFunds)
	}
	b.balance -= c
	return nil
}

type Savings struct {
	base
	Rate float64
}

func (s *Savings) AddInterest() { s.Deposit(Cents(float64(s.Balance()) * s.Rate)) }

type Checking struct {
	*base
	Overdraft Cents
}

func (c Checking) Withdraw(n Cents) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n > c.balance+c.Overdraft {
		return &LimitError{c.id, n, c.balance + c.Overdraft}
	}
	c.balance -= n
	return nil
}

type AmountError struct {
	Amount Cents
	Op     string
}

func (e AmountError) Error() string { return fmt.Sprintf("%s of %v is not positive", e.Op, e.Amount) }

type LimitError struct {
	id         string
	want, have Cents
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: %v is over the limit of %v", e.id, e.want, e.have)
}
func (e *LimitError) Is(t error) bool { return t == ErrFunds }

var ErrFunds = errors.New("insufficient funds")

type Entry struct {
	At       time.Time
	From, To string
	Amount   Cents
}

type Bank struct {
	accounts map[string]Account
	ledger   []Entry
	clock    func() time.Time
	sync.RWMutex
}

func (b *Bank) Transfer(from, to string, n Cents) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("transfer %s→%s: %w", from, to, err)
		}
	}()
	b.Lock()
	defer b.Unlock()
	src, ok := b.accounts[from]
	if !ok {
		return fmt.Errorf("no account %q", from)
	}
	dst, ok := b.accounts[to]
	if !ok {
		return fmt.Errorf("no account %q", to)
	}
	if err := src.Withdraw(n); err != nil {
		return err
	}
	if err := dst.Deposit(n); err != nil {
		return err
	}
	b.ledger = append(b.ledger, Entry{b.clock(), from, to, n})
	return nil
}

func (b *Bank) Report() {
	ids := make([]string, 0, len(b.accounts))
	for id := range b.accounts {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	tw := tabwriter.NewWriter(os.Stdout, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, id := range ids {
		a := b.accounts[id]
		fmt.Fprintf(tw, "%s\t%v\t%T\t\n", a.ID(), a.Balance(), a)
	}
	tw.Flush()
}

func main() {
	tick := time.Date(2024, 1, 1, 9, 0, 0, 0, time.UTC)
	bank := &Bank{accounts: map[string]Account{}, clock: func() time.Time { tick = tick.Add(time.Minute); return tick }}
	sv := &Savings{base: base{id: "sav"}, Rate: 0.05}
	ck := Checking{&base{id: "chk"}, 5000}
	for _, a := range []Account{sv, ck} {
		bank.accounts[a.ID()] = a
		fmt.Println(a.Deposit(10000), a.Deposit(-5))
	}
	for _, t := range []struct {
		from, to string
		n        Cents
	}{{"sav", "chk", 2550}, {"sav", "chk", 100000}, {"chk", "sav", 17000}, {"chk", "sav", 99999}, {"x", "sav", 1}, {"chk", "sav", 0}} {
		err := bank.Transfer(t.from, t.to, t.n)
		var le *LimitError
		var ae AmountError
		fmt.Println(err, errors.Is(err, ErrFunds), errors.As(err, &le), errors.As(err, &ae) && ae.Op == "deposit")
	}
	sv.AddInterest()
	bank.Report()
	for _, e := range bank.ledger {
		fmt.Printf("%s %v\n", e.At.Format("15:04"), e)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if i%2 == 0 {
				bank.Transfer("sav", "chk", 10)
			} else {
				bank.Transfer("chk", "sav", 10)
			}
		}()
	}
	wg.Wait()
	fmt.Println(sv.Balance()+ck.Balance(), len(bank.ledger), strings.Repeat("=", 5))
	fmt.Printf("%+v %v\n", AmountError{5, "x"}, &LimitError{"i", 1, 2})
}
