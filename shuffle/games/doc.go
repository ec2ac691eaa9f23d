// Package games plays the games of a first course: Battle, the card game War,
// with its games that never end; Clock Solitaire, which is won once in 13 times;
// a coin, dice, dates and numerals. Start with [NewBattle]:
//
//	b := games.NewBattle(13)
//	fmt.Println(b.Rounds(10)) // the first ten tricks
//	fmt.Println(b.Floyd())    // and how it ends, if it does
//
// and continue with [BattleStats] for many games at once.
//
// Everything that draws takes an optional generator as its last argument, as in
// package shuffle, and everything that plays many games takes the options of
// package trials. Calls panic with a *shuffle.ArgError when an argument is out of
// range, and change nothing.
package games
