//go:build (linux || darwin || freebsd || windows) && (amd64 || arm64)

package rtype

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// A thunk is a stub outside of the program: code that contains the address of its
// function value. It is written before its page becomes executable, so no page is ever
// both.

const thunkSize, thunkPage = 32, 1 << 14

var thunks struct {
	sync.Mutex
	code  []byte
	funcs []unsafe.Pointer
	used  int
}

func thunk() (stub, error) {
	thunks.Lock()
	defer thunks.Unlock()
	if thunks.used == len(thunks.funcs) {
		if err := growThunks(); err != nil {
			return stub{}, fmt.Errorf("%w: %v", errNoStubs, err)
		}
	}
	i := thunks.used
	thunks.used++
	return stub{unsafe.Pointer(&thunks.code[i*thunkSize]), &thunks.funcs[i]}, nil
}

func growThunks() error {
	funcs := make([]unsafe.Pointer, thunkPage/thunkSize)
	code, err := executable(thunkPage, func(code []byte) {
		for i := range funcs {
			writeThunk(code[i*thunkSize:], uint64(uintptr(unsafe.Pointer(&funcs[i]))))
		}
	})
	if err != nil {
		return err
	}
	kept.Lock()
	kept.funcs = append(kept.funcs, funcs)
	kept.Unlock()
	thunks.code, thunks.funcs, thunks.used = code, funcs, 0
	return nil
}

// writeThunk writes the code that jumps to the function value at an address.
func writeThunk(code []byte, at uint64) {
	if runtime.GOARCH == "amd64" {
		b := append(code[:0], 0x48, 0xba) // MOVQ $at, DX
		b = binary.LittleEndian.AppendUint64(b, at)
		b = append(b, 0x48, 0x8b, 0x12) // MOVQ (DX), DX
		b = append(b, 0x4c, 0x8b, 0x22) // MOVQ (DX), R12
		_ = append(b, 0x41, 0xff, 0xe4) // JMP R12
		return
	}
	const literal, load, branch = 0x58000000, 0xf9400000, 0xd61f0000
	b := code[:0]
	for _, i := range []uint32{
		literal | 4<<5 | 26, // LDR 16(PC), R26
		load | 26<<5 | 26,   // MOVD (R26), R26
		load | 26<<5 | 27,   // MOVD (R26), R27
		branch | 27<<5,      // B (R27)
	} {
		b = binary.LittleEndian.AppendUint32(b, i)
	}
	binary.LittleEndian.AppendUint64(b, at)
}
