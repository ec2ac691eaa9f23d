package rt

import (
	"context"
	"reflect"
	"time"
)

// Symbols are the natives that lowered code calls as rt.Name, and the Runtime itself for
// engines that don't use all of them.
func (r *Runtime) Symbols() map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]reflect.Value{
		"As": v(As), "Box": v(Box), "CheckChan": v(CheckChan), "CheckMake": v(r.CheckMake), "CheckAppend": v(r.CheckAppend), "Clear": v(Clear),
		"Close": v(Close), "Complex": v(Complex), "Convert": v(r.Convert), "Copy": v(Copy), "DecodeRune": v(DecodeRune),
		"DivideByZero": v(DivideByZero), "Enter": v(r.Enter), "Withhold": v(r.Withhold), "Equal": v(Equal), "Go": v(r.Go), "Guard": v(r.Guard), "Imag": v(Imag), "Implements": v(Implements),
		"IndexOutOfRange": v(IndexOutOfRange), "UnsignedOutOfRange": v(UnsignedOutOfRange), "SliceOutOfRange": v(SliceOutOfRange), "UnsignedSliceOutOfRange": v(UnsignedSliceOutOfRange),
		"Interface": v(Interface), "Invoke": v(r.Invoke), "Is": v(Is), "IteratorDone": v(IteratorDone), "Literal": v(Literal), "LoadVar": v(r.LoadVar), "VarAddress": v(r.VarAddress),
		"Max": v(Max), "Min": v(Min), "MustAs": v(MustAs), "MustImplement": v(MustImplement),
		"MutexLock": v(r.MutexLock), "MutexUnlock": v(MutexUnlock), "RWMutexUnlock": v(RWMutexUnlock), "RWMutexRUnlock": v(RWMutexRUnlock), "CondWait": v(r.CondWait), "Native": v(r.Native), "NativeMethod": v(r.NativeMethod), "Reflect": v(r.Reflect), "ReflectMethod": v(r.ReflectMethod), "Lend": v(r.Lend), "LendMethod": v(r.LendMethod),
		"NegativeShift": v(NegativeShift), "NilDereference": v(NilDereference), "NotNil": v(NotNil), "Panic": v(Panic),
		"Print": v(r.Print), "Println": v(r.Println), "Quo": v(Quo), "RWMutexLock": v(r.RWMutexLock),
		"RWMutexRLock": v(r.RWMutexRLock), "RangeMap": v(r.RangeMap), "Real": v(Real), "Recover": v(Recover), "Recv": v(r.Recv),
		"RuneString": v(RuneString), "SameChan": v(SameChan), "Slice": v(Slice), "SliceData": v(SliceData), "Reinterpret": v(Reinterpret), "AddressOf": v(AddressOf), "PointerAt": v(PointerAt), "PointerAfter": v(PointerAfter), "StringAt": v(StringAt), "StringData": v(StringData), "Select": v(r.Select), "Send": v(r.Send), "Show": v(r.Show),
		"ShowError": v(r.ShowError), "Store": v(r.Store), "StoreVar": v(r.StoreVar), "ToInterface": v(ToInterface), "WaitGroupWait": v(r.WaitGroupWait), "WaitGroupGo": v(r.WaitGroupGo),

		"Runtime": v(r),

		"Called": v(r.frameCalled), "Local": v(Local), "At": v(r.frameAt), "Returned": v(r.frameReturned), "Frame": v((*Frame)(nil)),

		"Defers": v((*Defers)(nil)), "Iter": v((*Iter)(nil)), "Type": v((*Type)(nil)),
	}
}

// Of is the runtime in a native "Runtime", nil if it isn't one.
func Of(native reflect.Value, ok bool) *Runtime {
	if !ok {
		return nil
	}
	r, _ := native.Interface().(*Runtime)
	return r
}

// Overrides are the session's own versions of functions of the standard library that end
// the process, wait, or will wake who waits.
func (r *Runtime) Overrides() map[string]map[string]reflect.Value {
	v := reflect.ValueOf
	return map[string]map[string]reflect.Value{
		"os":      {"Exit": v(r.ExitWith)},
		"syscall": {"Exit": v(r.ExitWith)},
		"io":      {"Pipe": v(r.Pipe)},
		"time": {
			"Sleep": v(r.Sleep), "NewTimer": v(r.NewTimer), "After": v(r.After),
			"NewTicker": v(r.NewTicker), "Tick": v(r.Tick),
		},
		"context": {
			"WithTimeout": v(func(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
				return r.expires(context.WithTimeout(parent, d))
			}),
			"WithTimeoutCause": v(func(parent context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
				return r.expires(context.WithTimeoutCause(parent, d, cause))
			}),
			"WithDeadline": v(func(parent context.Context, d time.Time) (context.Context, context.CancelFunc) {
				return r.expires(context.WithDeadline(parent, d))
			}),
			"WithDeadlineCause": v(func(parent context.Context, d time.Time, cause error) (context.Context, context.CancelFunc) {
				return r.expires(context.WithDeadlineCause(parent, d, cause))
			}),
		},
	}
}

// ExitWith is os.Exit.
func (r *Runtime) ExitWith(code int) {
	if r.config.Exit != nil {
		r.config.Exit(code)
	}
	panic(Exit{code})
}
