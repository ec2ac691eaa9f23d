package main

import (
	"context"
	"database/sql/driver"
	"image"
	"image/color"
	"io"
)

// Types whose methods do what the variable act says, wherever the library calls them.

var act func()

var thrown = &Square{9}

type Sorting struct{}

func (Sorting) Len() int           { return 3 }
func (Sorting) Less(i, j int) bool { act(); return true }
func (Sorting) Swap(i, j int)      {}

type Heaping struct{ Sorting }

func (Heaping) Push(x any) { act() }
func (Heaping) Pop() any   { act(); return 1 }

type Streaming struct{}

func (Streaming) Read(p []byte) (int, error)  { act(); return 0, io.EOF }
func (Streaming) Write(p []byte) (int, error) { act(); return len(p), nil }
func (Streaming) Uint64() uint64              { act(); return 0 }
func (Streaming) Int63() int64                { act(); return 0 }
func (Streaming) Seed(int64)                  {}

type Encoding struct{}

func (Encoding) Method() string               { act(); return "" }
func (Encoding) MarshalJSON() ([]byte, error) { act(); return []byte("1"), nil }
func (*Encoding) UnmarshalJSON([]byte) error  { act(); return nil }

type Texting struct{}

func (Texting) MarshalText() ([]byte, error) { act(); return nil, nil }

type Gobbing struct{}

func (Gobbing) GobEncode() ([]byte, error) { act(); return nil, nil }

type Wrapping struct{}

func (Wrapping) Error() string { return "wrapping" }
func (Wrapping) Unwrap() error { act(); return nil }

type Valued struct{ context.Context }

func (Valued) Value(any) any { act(); return nil }

type Stringing struct{}

func (Stringing) String() string { act(); return "s" }

type Erring struct{}

func (Erring) Error() string { act(); return "e" }

type Picture struct{}

func (Picture) ColorModel() color.Model { return color.GrayModel }
func (Picture) Bounds() image.Rectangle { return image.Rect(0, 0, 1, 1) }
func (Picture) At(x, y int) color.Color { act(); return color.Black }

type Database struct{}

func (Database) Connect(context.Context) (driver.Conn, error) { act(); return nil, io.EOF }
func (Database) Driver() driver.Driver                        { return nil }
