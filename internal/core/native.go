package core

import (
	"maps"
	"sync"
)

// Effects are what a native of the run-time may do besides returning results.
type Effects uint8

// The effects of natives.
const (
	// Panics: it may panic.
	Panics Effects = 1 << iota
	// Calls: it may run functions of the user's, with all their effects.
	Calls
	// Blocks: it may wait for another goroutine; an interrupt ends the wait.
	Blocks
	// Wakes: it may start a goroutine, or end another's wait.
	Wakes
	// Ends: it always panics.
	Ends
	// Waits: it may wait for any length of time, unlike for a lock, which is released
	// soon.
	Waits
	// Asks: somebody outside the program has to answer: at the keyboard or in the
	// debugger.
	Asks
	// Reads: it reads from an argument, or one given earlier, which may ask.
	Reads
)

// Has reports whether all effects of f are among e.
func (e Effects) Has(f Effects) bool { return e&f == f }

// OperandKind is the kind of a native's operand.
type OperandKind uint8

// The kinds of operands.
const (
	// Exact is a value of the operand's type T.
	Exact OperandKind = iota
	// Value is a value of any type, with its type.
	Value
	// Address is the address of a variable that the native fills, or nil.
	Address
	// FuncValue is a function of any type.
	FuncValue
	// ChanValue and MapValue are values of any type of that kind.
	ChanValue
	MapValue
)

// Operand describes an operand of a native.
type Operand struct {
	Kind OperandKind
	T    *Type // of an Exact one
}

// NativeFunc is a function of the run-time package.
type NativeFunc struct {
	Params []Operand
	// Rest are the operands after Params, any number of times; none for a
	// native that takes no more.
	Rest    []Operand
	Results []*Type
	Effects Effects
}

// RuntimeNative is the run-time's native with that name, nil for none.
func RuntimeNative(name string) *NativeFunc { return natives()[name] }

// RuntimeMethod is a method of one of the run-time's types, nil for none.
func RuntimeMethod(t *Type, name string) *NativeFunc {
	switch t {
	case Defers:
		return deferMethods[name]
	case Iter:
		return iterMethods[name]
	}
	return nil
}

// RuntimeNatives are the names of all natives of the run-time.
func RuntimeNatives() []string {
	names := make([]string, 0, len(natives()))
	for name := range natives() {
		names = append(names, name)
	}
	return names
}

// Rt is a native of the run-time package as the callee of a Call.
func Rt(name string) *NativeName { return &NativeName{Path: RuntimePath, Name: name} }

// What natives take.
var (
	value   = Operand{Kind: Value}
	address = Operand{Kind: Address}
	anyFunc = Operand{Kind: FuncValue}
	anyChan = Operand{Kind: ChanValue}
	anyMap  = Operand{Kind: MapValue}
	boolean = Operand{T: Bool}
	integer = Operand{T: Int}
	text    = Operand{T: String}
	iface   = Operand{T: Empty}
	desc    = Operand{T: Desc}
	frame   = Operand{T: Frame}
	thunk   = Operand{T: &Type{Kind: Func}}
	float   = Operand{T: float64Type}
	complx  = Operand{T: complex128Type}
)

var (
	float64Type    = &Type{Kind: Basic, Name: "float64"}
	complex128Type = &Type{Kind: Basic, Name: "complex128"}
	int64Type      = &Type{Kind: Basic, Name: "int64"}
	uintptrType    = &Type{Kind: Basic, Name: "uintptr"}
	bytePointer    = PointerTo(Byte)
)

// nativePointer is a pointer to a type of a native package.
func nativePointer(path, name string) Operand {
	return Operand{T: PointerTo(&Type{Kind: Native, Path: path, Name: name})}
}

func in(ps ...Operand) []Operand { return ps }
func out(ts ...*Type) []*Type    { return ts }

// user are the effects of running the user's code.
const user = Panics | Calls | Blocks | Wakes

// nativeGroups are the functions of the run-time, by what they are for.
var nativeGroups = []func() map[string]*NativeFunc{
	interfaceNatives, foreignNatives, panicNatives, waitingNatives,
	loopNatives, checkNatives, valueNatives, displayNatives, debugNatives,
}

// natives are all of them. The table is made when first needed: a process that only
// starts the session's never needs it.
var natives = sync.OnceValue(func() map[string]*NativeFunc {
	all := map[string]*NativeFunc{}
	for _, g := range nativeGroups {
		maps.Copy(all, g())
	}
	return all
})

// interfaceNatives deal with interface values.
func interfaceNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Box":           {in(desc, value), nil, out(Empty), 0},
		"File":          {in(nativePointer("os", "File")), nil, out(Empty), 0},
		"Interface":     {in(iface), nil, out(Empty), 0},
		"Is":            {in(iface, desc), nil, out(Bool), 0},
		"As":            {in(iface, desc, address), nil, out(Bool), 0},
		"MustAs":        {in(iface, desc, address, text), nil, nil, Panics},
		"Implements":    {in(iface, desc), nil, out(Bool), 0},
		"MustImplement": {in(iface, desc), nil, out(Empty), Panics},
		"NotNil":        {in(iface), nil, nil, Panics},
		// the address of an interface with methods, and a value that has them, or nil
		"ToInterface": {in(address, iface), nil, nil, 0},
		"Equal":       {in(value, value), nil, out(Bool), Panics},
		"SameChan":    {in(anyChan, anyChan), nil, out(Bool), 0},
		// the name of the method, the number of results, their addresses, the arguments
		"Invoke": {in(iface, text, integer), in(value), nil, user},
	}
}

// foreignNatives cross into native code. They take how it looks at values, the callee,
// whether the last argument is spread, the number of results, their addresses, the
// arguments.
func foreignNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Native":        {in(anyFunc, boolean, integer), in(value), nil, user},
		"NativeMethod":  {in(value, text, boolean, integer), in(value), nil, user},
		"Lend":          {in(anyFunc, boolean, integer), in(value), nil, user},
		"LendMethod":    {in(value, text, boolean, integer), in(value), nil, user},
		"Reflect":       {in(anyFunc, boolean, integer), in(value), nil, user},
		"ReflectMethod": {in(value, text, boolean, integer), in(value), nil, user},
		"ValuePointer":  {in(value), nil, out(uintptrType), Panics},
		"Finite":        {in(text, value), nil, out(Empty), 0},
		"Store":         {in(address, value), nil, nil, Panics},
		"VarAddress":    {in(text, text, address), nil, nil, 0},
		"LoadVar":       {in(text, text), nil, out(Empty), 0},
		"StoreVar":      {in(text, text, value), nil, nil, Panics},
		"Convert":       {in(address, value), nil, nil, Panics},
		// a map, a key, and the address of the element, or its value
		// the place; for LogTo the logger, for LogTest the test; the function, whether the last is spread
		"Log":          {in(integer, text, boolean), in(value), nil, user},
		"LogTo":        {in(integer, nativePointer("log", "Logger"), text, boolean), in(value), nil, user},
		"LogTest":      {in(integer, value, text, boolean), in(value), nil, user},
		"FlagSetParse": {in(nativePointer("flag", "FlagSet"), Operand{T: SliceOf(String)}), nil, out(Empty), user},
		"Caller":       {in(integer, text, integer), nil, out(uintptrType, String, Int, Bool), 0},
		// a function, its name, where it is declared
		"NameFunc": {in(anyFunc, text, integer), nil, nil, 0},
		// the moment, declarations, names, statements, values
		"Site": {in(integer, text, text, text), in(value), nil, 0},
	}
}

// panicNatives panic, recover, defer and start goroutines.
func panicNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Guard":    {in(Operand{T: &Type{Kind: Func, Params: []*Type{Defers}}}), nil, nil, user},
		"Enter":    {nil, nil, out(Defers), 0},
		"Withhold": {nil, nil, nil, 0},
		"Recover":  {in(Operand{T: Defers}), nil, out(Empty), 0},
		"Panic":    {in(iface), nil, nil, Panics | Ends},
		"Go":       {in(thunk), nil, nil, Panics | Wakes},
	}
}

// waitingNatives wait and wake: channels and locks. A Select takes for each
// communication whether it sends, the channel, the value or its address, the address of ok.
func waitingNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Send":           {in(anyChan, value), nil, nil, Panics | Blocks | Waits | Wakes},
		"Recv":           {in(anyChan, address, address), nil, nil, Panics | Blocks | Waits | Wakes},
		"Select":         {in(boolean), in(boolean, anyChan, value, address), out(Int), Panics | Blocks | Waits | Wakes},
		"Close":          {in(anyChan), nil, nil, Panics | Wakes},
		"MutexLock":      {in(nativePointer("sync", "Mutex")), nil, nil, Panics | Blocks},
		"RWMutexLock":    {in(nativePointer("sync", "RWMutex")), nil, nil, Panics | Blocks},
		"RWMutexRLock":   {in(nativePointer("sync", "RWMutex")), nil, nil, Panics | Blocks},
		"MutexUnlock":    {in(nativePointer("sync", "Mutex")), nil, nil, Panics | Wakes},
		"RWMutexUnlock":  {in(nativePointer("sync", "RWMutex")), nil, nil, Panics | Wakes},
		"RWMutexRUnlock": {in(nativePointer("sync", "RWMutex")), nil, nil, Panics | Wakes},
		"CondWait":       {in(nativePointer("sync", "Cond")), nil, nil, user | Waits},
		"WaitGroupWait":  {in(nativePointer("sync", "WaitGroup")), nil, nil, Panics | Blocks | Waits},
		"WaitGroupGo":    {in(nativePointer("sync", "WaitGroup"), thunk), nil, nil, Panics | Wakes},
	}
}

// loopNatives iterate.
func loopNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"RangeMap":     {in(anyMap), nil, out(Iter), 0},
		"DecodeRune":   {in(text, integer), nil, out(Rune, Int), 0},
		"IteratorDone": {nil, nil, nil, Panics | Ends},
	}
}

// checkNatives are called where an operation would fail.
func checkNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"IndexOutOfRange":         {in(integer, integer), nil, nil, Panics | Ends},
		"UnsignedOutOfRange":      {in(integer, integer), nil, nil, Panics | Ends},
		"SliceOutOfRange":         {in(integer, integer, integer, integer, boolean, boolean, boolean), nil, nil, Panics | Ends},
		"UnsignedSliceOutOfRange": {in(integer, integer, integer, integer, boolean, boolean, boolean, integer), nil, nil, Panics | Ends},
		"DivideByZero":            {nil, nil, nil, Panics | Ends},
		"NegativeShift":           {nil, nil, nil, Panics | Ends},
		"NilDereference":          {nil, nil, nil, Panics | Ends},
		"CheckMake":               {in(integer, integer, integer), nil, nil, Panics},
		"CheckAppend":             {in(integer, integer, integer), nil, nil, Panics},
		"CheckChan":               {in(integer), nil, nil, Panics},
	}
}

// valueNatives are builtins, arithmetic, conversions, and the functions of unsafe.
func valueNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Clear":        {in(value), nil, nil, 0},
		"Copy":         {in(value, value), nil, out(Int), 0},
		"Print":        {nil, in(value), nil, 0},
		"Println":      {nil, in(value), nil, 0},
		"Min":          {in(float, float), nil, out(float64Type), 0},
		"Max":          {in(float, float), nil, out(float64Type), 0},
		"Complex":      {in(float, float), nil, out(complex128Type), 0},
		"Real":         {in(complx), nil, out(float64Type), 0},
		"Imag":         {in(complx), nil, out(float64Type), 0},
		"Quo":          {in(complx, complx), nil, out(complex128Type), 0},
		"RuneString":   {in(Operand{T: int64Type}), nil, out(String), 0},
		"Slice":        {in(address, value, integer), nil, nil, Panics},
		"SliceData":    {in(address, value), nil, nil, 0},
		"Reinterpret":  {in(address, value), nil, nil, 0},
		"AddressOf":    {in(Operand{T: bytePointer}), nil, out(uintptrType), 0},
		"PointerAt":    {in(Operand{T: uintptrType}), nil, out(bytePointer), 0},
		"PointerAfter": {in(Operand{T: bytePointer}, integer), nil, out(bytePointer), 0},
		"StringAt":     {in(Operand{T: bytePointer}, integer), nil, out(String), Panics},
		"StringData":   {in(text), nil, out(bytePointer), 0},
	}
}

// displayNatives hand over what a cell displays.
func displayNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Show":      {nil, in(iface), nil, 0},
		"ShowError": {nil, in(iface), nil, 0},
		"Literal":   {in(text), nil, out(Empty), 0},
	}
}

// debugNatives tell a debugger where a function is: its call, by the function's
// number; the address of a variable, by the variable's; a statement; the return.
func debugNatives() map[string]*NativeFunc {
	return map[string]*NativeFunc{
		"Called":   {in(integer), nil, out(Frame), 0},
		"Local":    {in(frame, integer, value), nil, nil, 0},
		"At":       {in(frame, integer), nil, nil, Panics | Blocks | Asks},
		"Returned": {in(frame), nil, nil, 0},
	}
}

var deferMethods = map[string]*NativeFunc{
	// whether it may recover, and the call
	"Defer": {in(boolean, thunk), nil, nil, 0},
}

var iterMethods = map[string]*NativeFunc{
	// the addresses of key and value
	"Next": {in(address, address), nil, out(Bool), 0},
}
