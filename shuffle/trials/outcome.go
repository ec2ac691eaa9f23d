package trials

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// Outcomes are written exactly, as JSON: numbers and bools as they are, floating
// point numbers as strings in hexadecimal, strings as strings, or as {"bytes": …}
// if they aren't UTF-8, arrays and structs as arrays. Values that == calls equal
// are written alike, so -0 is written as 0.

// appendOutcome appends a value.
func appendOutcome(b []byte, v reflect.Value) ([]byte, error) {
	switch {
	case v.Kind() == reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case v.CanInt():
		return strconv.AppendInt(b, v.Int(), 10), nil
	case v.CanUint() && v.Kind() != reflect.Uintptr:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case v.CanFloat():
		return appendReal(b, v.Float()), nil
	case v.CanComplex():
		b = appendReal(append(b, '['), real(v.Complex()))
		return append(appendReal(append(b, ','), imag(v.Complex())), ']'), nil
	case v.Kind() == reflect.String:
		return appendString(b, v.String()), nil
	case v.Kind() == reflect.Array:
		return appendList(b, v.Len(), v.Index)
	case v.Kind() == reflect.Struct:
		return appendList(b, v.NumField(), func(i int) reflect.Value {
			if v.Type().Field(i).Name == "_" { // == doesn't look
				return reflect.Zero(v.Type().Field(i).Type)
			}
			return v.Field(i)
		})
	}
	return nil, fmt.Errorf("an outcome has a %v, which another process can't read: return a bool, a number, a string, or an array or struct of them", v.Type())
}

// appendReal adds 0, so that -0 becomes 0.
func appendReal(b []byte, x float64) []byte {
	return append(strconv.AppendFloat(append(b, '"'), x+0, 'x', -1, 64), '"')
}

func appendString(b []byte, s string) []byte {
	if utf8.ValidString(s) {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.Encode(s) // a string can't fail
		return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...)
	}
	return append(hex.AppendEncode(append(b, `{"bytes":"`...), []byte(s)), `"}`...)
}

func appendList(b []byte, n int, item func(i int) reflect.Value) ([]byte, error) {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendOutcome(b, item(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// readOutcome sets v, which is addressable, to what appendOutcome has written.
func readOutcome(data []byte, v reflect.Value) error {
	switch {
	case v.Kind() == reflect.Bool || v.CanInt() || v.CanUint() && v.Kind() != reflect.Uintptr:
		return readBasic(data, v)
	case v.CanFloat():
		x, err := readReal(data)
		v.SetFloat(x)
		return err
	case v.CanComplex():
		var parts [2]json.RawMessage
		err := json.Unmarshal(data, &parts)
		re, err1 := readReal(parts[0])
		im, err2 := readReal(parts[1])
		v.SetComplex(complex(re, im))
		return errors.Join(err, err1, err2)
	case v.Kind() == reflect.String:
		s, err := readString(data)
		v.SetString(s)
		return err
	case v.Kind() == reflect.Array:
		return readList(data, v.Len(), v.Index)
	case v.Kind() == reflect.Struct:
		return readList(data, v.NumField(), func(i int) reflect.Value {
			f := v.Field(i)
			return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() // it may be unexported
		})
	}
	return fmt.Errorf("a %v can't be read", v.Type())
}

// readBasic reads a bool or an integer.
func readBasic(data []byte, v reflect.Value) (err error) {
	switch {
	case v.Kind() == reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(string(data))
		v.SetBool(b)
	case v.CanInt():
		var i int64
		i, err = strconv.ParseInt(string(data), 10, v.Type().Bits())
		v.SetInt(i)
	default:
		var u uint64
		u, err = strconv.ParseUint(string(data), 10, v.Type().Bits())
		v.SetUint(u)
	}
	return err
}

func readReal(data []byte) (float64, error) {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return 0, err
	}
	return strconv.ParseFloat(text, 64)
}

func readString(data []byte) (text string, err error) {
	if bytes.HasPrefix(data, []byte("{")) {
		var raw struct{ Bytes string }
		if err := json.Unmarshal(data, &raw); err != nil {
			return "", err
		}
		decoded, err := hex.DecodeString(raw.Bytes)
		return string(decoded), err
	}
	err = json.Unmarshal(data, &text)
	return text, err
}

func readList(data []byte, n int, item func(i int) reflect.Value) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) != n {
		return fmt.Errorf("%d values, want %d", len(list), n)
	}
	for i, data := range list {
		if err := readOutcome(data, item(i)); err != nil {
			return err
		}
	}
	return nil
}

// plain is an outcome as another process reads it: of equal values, such as 0 and
// -0 in an array, always the same.
func plain(t reflect.Type, outcome any) any {
	if t.Kind() != reflect.Array && t.Kind() != reflect.Struct && t.Kind() != reflect.Complex128 && t.Kind() != reflect.Complex64 {
		return outcome
	}
	data, err := appendOutcome(nil, reflect.ValueOf(outcome))
	v := reflect.New(t).Elem()
	if err != nil || readOutcome(data, v) != nil {
		return outcome
	}
	return v.Interface()
}
