// Enumerations with String, and maps from and to them.
package main

import "fmt"

type ServerState int

const (
	StateIdle ServerState = iota
	StateConnected
	StateError
	StateRetrying
)

var stateName = map[ServerState]string{
	StateIdle: "idle", StateConnected: "connected", StateError: "error", StateRetrying: "retrying",
}

func (s ServerState) String() string { return stateName[s] }

func transition(s ServerState) ServerState {
	switch s {
	case StateIdle:
		return StateConnected
	case StateConnected, StateRetrying:
		return StateIdle
	case StateError:
		return StateError
	default:
		panic(fmt.Errorf("unknown state: %s", s))
	}
}

type Suit uint8

const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

func (s Suit) String() string { return [...]string{"♣", "♦", "♥", "♠"}[s] }

type Card struct {
	Suit Suit
	Rank int
}

func (c Card) String() string {
	r := fmt.Sprint(c.Rank)
	if c.Rank > 10 {
		r = string("JQKA"[c.Rank-11])
	}
	return r + c.Suit.String()
}

type Perm uint

const (
	R Perm = 1 << iota
	W
	X
)

func (p Perm) String() string {
	out := ""
	for i, c := range "rwx" {
		if p&(1<<i) != 0 {
			out += string(c)
		} else {
			out += "-"
		}
	}
	return out
}

func (p Perm) Has(q Perm) bool { return p&q == q }

type Color string

const Red Color = "red"

func (c Color) MarshalText() ([]byte, error) { return []byte("#" + string(c)), nil }

func main() {
	ns := transition(StateIdle)
	fmt.Println(ns, transition(ns), StateError)
	fmt.Printf("%v %d %s %q %x %T|%12v|%-12s|%03d|%+v|%#v\n", ns, ns, ns, ns, ns, ns, ns, ns, ns, ns, ns)
	hand := []Card{{Spades, 14}, {Hearts, 10}, {Clubs, 11}}
	fmt.Println(hand, hand[0], &hand[1])
	fmt.Printf("%v %+v %s %d %5v|%-5s|\n", hand, hand, hand, hand, hand, hand)
	fmt.Printf("%#v\n", hand)
	bySuit := map[Suit][]Card{}
	for _, c := range hand {
		bySuit[c.Suit] = append(bySuit[c.Suit], c)
	}
	fmt.Println(bySuit)
	fmt.Println(R|X, (R | W).Has(W), Perm(0), []Perm{R, W, X})
	fmt.Println(Red)
	b, err := Red.MarshalText()
	fmt.Println(string(b), err)
	fmt.Println(Suit(1)+1, ServerState(9) == 9, len(Color("x")))
	for s := Clubs; s <= Spades; s++ {
		fmt.Print(s, " ")
	}
	fmt.Println()
	defer func() {
		r := recover()
		fmt.Printf("%T %v\n", r, r)
	}()
	transition(ServerState(17))
}
