package code

// The instructions that only take operands from the stack, and push a result, are
// explained by the specification: https://www.w3.org/TR/wasm-core-2/. The
// truncations of floats are the saturating ones.

// ---- 32-bit comparisons ----

// I32Eqz is i32.eqz. If the operand is a comparison, it inverts that instead.
func (f *Func) I32Eqz() {
	if f.compared == len(f.code) && f.compared > 0 && f.code[len(f.code)-1] != opI32Eqz && f.invert() {
		f.compared = len(f.code)
		return
	}
	f.compare(opI32Eqz)
}

// I32Eq is i32.eq.
func (f *Func) I32Eq() { f.compare(0x46) }

// I32Ne is i32.ne.
func (f *Func) I32Ne() { f.compare(0x47) }

// I32LtS is i32.lt_s.
func (f *Func) I32LtS() { f.compare(0x48) }

// I32LtU is i32.lt_u.
func (f *Func) I32LtU() { f.compare(0x49) }

// I32GtS is i32.gt_s.
func (f *Func) I32GtS() { f.compare(0x4a) }

// I32GtU is i32.gt_u.
func (f *Func) I32GtU() { f.compare(0x4b) }

// I32LeS is i32.le_s.
func (f *Func) I32LeS() { f.compare(0x4c) }

// I32LeU is i32.le_u.
func (f *Func) I32LeU() { f.compare(0x4d) }

// I32GeS is i32.ge_s.
func (f *Func) I32GeS() { f.compare(0x4e) }

// I32GeU is i32.ge_u.
func (f *Func) I32GeU() { f.compare(0x4f) }

// ---- 64-bit comparisons ----

// I64Eqz is i64.eqz.
func (f *Func) I64Eqz() { f.compare(0x50) }

// I64Eq is i64.eq.
func (f *Func) I64Eq() { f.compare(0x51) }

// I64Ne is i64.ne.
func (f *Func) I64Ne() { f.compare(0x52) }

// I64LtS is i64.lt_s.
func (f *Func) I64LtS() { f.compare(0x53) }

// I64LtU is i64.lt_u.
func (f *Func) I64LtU() { f.compare(0x54) }

// I64GtS is i64.gt_s.
func (f *Func) I64GtS() { f.compare(0x55) }

// I64GtU is i64.gt_u.
func (f *Func) I64GtU() { f.compare(0x56) }

// I64LeS is i64.le_s.
func (f *Func) I64LeS() { f.compare(0x57) }

// I64LeU is i64.le_u.
func (f *Func) I64LeU() { f.compare(0x58) }

// I64GeS is i64.ge_s.
func (f *Func) I64GeS() { f.compare(0x59) }

// I64GeU is i64.ge_u.
func (f *Func) I64GeU() { f.compare(0x5a) }

// ---- comparisons of floats ----

// F32Eq is f32.eq.
func (f *Func) F32Eq() { f.op(0x5b) }

// F32Ne is f32.ne.
func (f *Func) F32Ne() { f.op(0x5c) }

// F32Lt is f32.lt.
func (f *Func) F32Lt() { f.op(0x5d) }

// F32Gt is f32.gt.
func (f *Func) F32Gt() { f.op(0x5e) }

// F32Le is f32.le.
func (f *Func) F32Le() { f.op(0x5f) }

// F32Ge is f32.ge.
func (f *Func) F32Ge() { f.op(0x60) }

// F64Eq is f64.eq.
func (f *Func) F64Eq() { f.op(0x61) }

// F64Ne is f64.ne.
func (f *Func) F64Ne() { f.op(0x62) }

// F64Lt is f64.lt.
func (f *Func) F64Lt() { f.op(0x63) }

// F64Gt is f64.gt.
func (f *Func) F64Gt() { f.op(0x64) }

// F64Le is f64.le.
func (f *Func) F64Le() { f.op(0x65) }

// F64Ge is f64.ge.
func (f *Func) F64Ge() { f.op(0x66) }

// ---- 32-bit arithmetic ----

// I32Clz is i32.clz.
func (f *Func) I32Clz() { f.op(0x67) }

// I32Ctz is i32.ctz.
func (f *Func) I32Ctz() { f.op(0x68) }

// I32Popcnt is i32.popcnt.
func (f *Func) I32Popcnt() { f.op(0x69) }

// I32Add is i32.add.
func (f *Func) I32Add() { f.op(0x6a) }

// I32Sub is i32.sub.
func (f *Func) I32Sub() { f.op(0x6b) }

// I32Mul is i32.mul.
func (f *Func) I32Mul() { f.op(0x6c) }

// I32DivS is i32.div_s.
func (f *Func) I32DivS() { f.op(0x6d) }

// I32DivU is i32.div_u.
func (f *Func) I32DivU() { f.op(0x6e) }

// I32RemS is i32.rem_s.
func (f *Func) I32RemS() { f.op(0x6f) }

// I32RemU is i32.rem_u.
func (f *Func) I32RemU() { f.op(0x70) }

// I32And is i32.and.
func (f *Func) I32And() { f.op(0x71); f.masked() }

// I32Or is i32.or.
func (f *Func) I32Or() { f.op(0x72) }

// I32Xor is i32.xor.
func (f *Func) I32Xor() { f.op(0x73) }

// I32Shl is i32.shl.
func (f *Func) I32Shl() { f.op(0x74) }

// I32ShrS is i32.shr_s.
func (f *Func) I32ShrS() { f.op(0x75) }

// I32ShrU is i32.shr_u.
func (f *Func) I32ShrU() { f.op(0x76) }

// I32Rotl is i32.rotl.
func (f *Func) I32Rotl() { f.op(0x77) }

// I32Rotr is i32.rotr.
func (f *Func) I32Rotr() { f.op(0x78) }

// ---- 64-bit arithmetic ----

// I64Clz is i64.clz.
func (f *Func) I64Clz() { f.op(0x79) }

// I64Ctz is i64.ctz.
func (f *Func) I64Ctz() { f.op(0x7a) }

// I64Popcnt is i64.popcnt.
func (f *Func) I64Popcnt() { f.op(0x7b) }

// I64Add is i64.add.
func (f *Func) I64Add() { f.op(0x7c) }

// I64Sub is i64.sub.
func (f *Func) I64Sub() { f.op(0x7d) }

// I64Mul is i64.mul.
func (f *Func) I64Mul() { f.op(0x7e) }

// I64DivS is i64.div_s.
func (f *Func) I64DivS() { f.op(0x7f) }

// I64DivU is i64.div_u.
func (f *Func) I64DivU() { f.op(0x80) }

// I64RemS is i64.rem_s.
func (f *Func) I64RemS() { f.op(0x81) }

// I64RemU is i64.rem_u.
func (f *Func) I64RemU() { f.op(0x82) }

// I64And is i64.and.
func (f *Func) I64And() { f.op(0x83); f.masked() }

// I64Or is i64.or.
func (f *Func) I64Or() { f.op(0x84) }

// I64Xor is i64.xor.
func (f *Func) I64Xor() { f.op(0x85) }

// I64Shl is i64.shl.
func (f *Func) I64Shl() { f.op(0x86) }

// I64ShrS is i64.shr_s.
func (f *Func) I64ShrS() { f.op(0x87) }

// I64ShrU is i64.shr_u.
func (f *Func) I64ShrU() { f.op(0x88) }

// I64Rotl is i64.rotl.
func (f *Func) I64Rotl() { f.op(0x89) }

// I64Rotr is i64.rotr.
func (f *Func) I64Rotr() { f.op(0x8a) }

// ---- arithmetic of floats ----

// F32Abs is f32.abs.
func (f *Func) F32Abs() { f.op(0x8b) }

// F32Neg is f32.neg.
func (f *Func) F32Neg() { f.op(0x8c) }

// F32Ceil is f32.ceil.
func (f *Func) F32Ceil() { f.op(0x8d) }

// F32Floor is f32.floor.
func (f *Func) F32Floor() { f.op(0x8e) }

// F32Trunc is f32.trunc.
func (f *Func) F32Trunc() { f.op(0x8f) }

// F32Nearest is f32.nearest.
func (f *Func) F32Nearest() { f.op(0x90) }

// F32Sqrt is f32.sqrt.
func (f *Func) F32Sqrt() { f.op(0x91) }

// F32Add is f32.add.
func (f *Func) F32Add() { f.op(0x92) }

// F32Sub is f32.sub.
func (f *Func) F32Sub() { f.op(0x93) }

// F32Mul is f32.mul.
func (f *Func) F32Mul() { f.op(0x94) }

// F32Div is f32.div.
func (f *Func) F32Div() { f.op(0x95) }

// F32Min is f32.min.
func (f *Func) F32Min() { f.op(0x96) }

// F32Max is f32.max.
func (f *Func) F32Max() { f.op(0x97) }

// F32Copysign is f32.copysign.
func (f *Func) F32Copysign() { f.op(0x98) }

// F64Abs is f64.abs.
func (f *Func) F64Abs() { f.op(0x99) }

// F64Neg is f64.neg.
func (f *Func) F64Neg() { f.op(0x9a) }

// F64Ceil is f64.ceil.
func (f *Func) F64Ceil() { f.op(0x9b) }

// F64Floor is f64.floor.
func (f *Func) F64Floor() { f.op(0x9c) }

// F64Trunc is f64.trunc.
func (f *Func) F64Trunc() { f.op(0x9d) }

// F64Nearest is f64.nearest.
func (f *Func) F64Nearest() { f.op(0x9e) }

// F64Sqrt is f64.sqrt.
func (f *Func) F64Sqrt() { f.op(0x9f) }

// F64Add is f64.add.
func (f *Func) F64Add() { f.op(0xa0) }

// F64Sub is f64.sub.
func (f *Func) F64Sub() { f.op(0xa1) }

// F64Mul is f64.mul.
func (f *Func) F64Mul() { f.op(0xa2) }

// F64Div is f64.div.
func (f *Func) F64Div() { f.op(0xa3) }

// F64Min is f64.min.
func (f *Func) F64Min() { f.op(0xa4) }

// F64Max is f64.max.
func (f *Func) F64Max() { f.op(0xa5) }

// F64Copysign is f64.copysign.
func (f *Func) F64Copysign() { f.op(0xa6) }

// ---- conversions ----

// I32WrapI64 is i32.wrap_i64.
func (f *Func) I32WrapI64() { f.op(0xa7) }

// I64ExtendI32S is i64.extend_i32_s.
func (f *Func) I64ExtendI32S() { f.op(0xac) }

// I64ExtendI32U is i64.extend_i32_u.
func (f *Func) I64ExtendI32U() { f.op(0xad) }

// F32ConvertI32S is f32.convert_i32_s.
func (f *Func) F32ConvertI32S() { f.op(0xb2) }

// F32ConvertI32U is f32.convert_i32_u.
func (f *Func) F32ConvertI32U() { f.op(0xb3) }

// F32ConvertI64S is f32.convert_i64_s.
func (f *Func) F32ConvertI64S() { f.op(0xb4) }

// F32ConvertI64U is f32.convert_i64_u.
func (f *Func) F32ConvertI64U() { f.op(0xb5) }

// F32DemoteF64 is f32.demote_f64.
func (f *Func) F32DemoteF64() { f.op(0xb6) }

// F64ConvertI32S is f64.convert_i32_s.
func (f *Func) F64ConvertI32S() { f.op(0xb7) }

// F64ConvertI32U is f64.convert_i32_u.
func (f *Func) F64ConvertI32U() { f.op(0xb8) }

// F64ConvertI64S is f64.convert_i64_s.
func (f *Func) F64ConvertI64S() { f.op(0xb9) }

// F64ConvertI64U is f64.convert_i64_u.
func (f *Func) F64ConvertI64U() { f.op(0xba) }

// F64PromoteF32 is f64.promote_f32.
func (f *Func) F64PromoteF32() { f.op(0xbb) }

// I32ReinterpretF32 is i32.reinterpret_f32.
func (f *Func) I32ReinterpretF32() { f.op(0xbc) }

// I64ReinterpretF64 is i64.reinterpret_f64.
func (f *Func) I64ReinterpretF64() { f.op(0xbd) }

// F32ReinterpretI32 is f32.reinterpret_i32.
func (f *Func) F32ReinterpretI32() { f.op(0xbe) }

// F64ReinterpretI64 is f64.reinterpret_i64.
func (f *Func) F64ReinterpretI64() { f.op(0xbf) }

// I32Extend8S is i32.extend8_s.
func (f *Func) I32Extend8S() { f.op(0xc0) }

// I32Extend16S is i32.extend16_s.
func (f *Func) I32Extend16S() { f.op(0xc1) }

// I64Extend8S is i64.extend8_s.
func (f *Func) I64Extend8S() { f.op(0xc2) }

// I64Extend16S is i64.extend16_s.
func (f *Func) I64Extend16S() { f.op(0xc3) }

// I64Extend32S is i64.extend32_s.
func (f *Func) I64Extend32S() { f.op(0xc4) }

// I32TruncSatF32S is i32.trunc_sat_f32_s.
func (f *Func) I32TruncSatF32S() { f.op(0xfc, 0) }

// I32TruncSatF32U is i32.trunc_sat_f32_u.
func (f *Func) I32TruncSatF32U() { f.op(0xfc, 1) }

// I32TruncSatF64S is i32.trunc_sat_f64_s.
func (f *Func) I32TruncSatF64S() { f.op(0xfc, 2) }

// I32TruncSatF64U is i32.trunc_sat_f64_u.
func (f *Func) I32TruncSatF64U() { f.op(0xfc, 3) }

// I64TruncSatF32S is i64.trunc_sat_f32_s.
func (f *Func) I64TruncSatF32S() { f.op(0xfc, 4) }

// I64TruncSatF32U is i64.trunc_sat_f32_u.
func (f *Func) I64TruncSatF32U() { f.op(0xfc, 5) }

// I64TruncSatF64S is i64.trunc_sat_f64_s.
func (f *Func) I64TruncSatF64S() { f.op(0xfc, 6) }

// I64TruncSatF64U is i64.trunc_sat_f64_u.
func (f *Func) I64TruncSatF64U() { f.op(0xfc, 7) }

// ---- memory: an address, then for a store the value; offset is added to the address ----

// I32Load is i32.load.
func (f *Func) I32Load(offset uint32) { f.memory(0x28, 2, offset) }

// I64Load is i64.load.
func (f *Func) I64Load(offset uint32) { f.memory(0x29, 3, offset) }

// F32Load is f32.load.
func (f *Func) F32Load(offset uint32) { f.memory(0x2a, 2, offset) }

// F64Load is f64.load.
func (f *Func) F64Load(offset uint32) { f.memory(0x2b, 3, offset) }

// I32Load8S is i32.load8_s.
func (f *Func) I32Load8S(offset uint32) { f.memory(0x2c, 0, offset) }

// I32Load8U is i32.load8_u.
func (f *Func) I32Load8U(offset uint32) { f.memory(0x2d, 0, offset) }

// I32Load16S is i32.load16_s.
func (f *Func) I32Load16S(offset uint32) { f.memory(0x2e, 1, offset) }

// I32Load16U is i32.load16_u.
func (f *Func) I32Load16U(offset uint32) { f.memory(0x2f, 1, offset) }

// I64Load8S is i64.load8_s.
func (f *Func) I64Load8S(offset uint32) { f.memory(0x30, 0, offset) }

// I64Load8U is i64.load8_u.
func (f *Func) I64Load8U(offset uint32) { f.memory(0x31, 0, offset) }

// I64Load16S is i64.load16_s.
func (f *Func) I64Load16S(offset uint32) { f.memory(0x32, 1, offset) }

// I64Load16U is i64.load16_u.
func (f *Func) I64Load16U(offset uint32) { f.memory(0x33, 1, offset) }

// I64Load32S is i64.load32_s.
func (f *Func) I64Load32S(offset uint32) { f.memory(0x34, 2, offset) }

// I64Load32U is i64.load32_u.
func (f *Func) I64Load32U(offset uint32) { f.memory(0x35, 2, offset) }

// I32Store is i32.store.
func (f *Func) I32Store(offset uint32) { f.memory(0x36, 2, offset) }

// I64Store is i64.store.
func (f *Func) I64Store(offset uint32) { f.memory(0x37, 3, offset) }

// F32Store is f32.store.
func (f *Func) F32Store(offset uint32) { f.memory(0x38, 2, offset) }

// F64Store is f64.store.
func (f *Func) F64Store(offset uint32) { f.memory(0x39, 3, offset) }

// I32Store8 is i32.store8.
func (f *Func) I32Store8(offset uint32) { f.memory(0x3a, 0, offset) }

// I32Store16 is i32.store16.
func (f *Func) I32Store16(offset uint32) { f.memory(0x3b, 1, offset) }

// I64Store8 is i64.store8.
func (f *Func) I64Store8(offset uint32) { f.memory(0x3c, 0, offset) }

// I64Store16 is i64.store16.
func (f *Func) I64Store16(offset uint32) { f.memory(0x3d, 1, offset) }

// I64Store32 is i64.store32.
func (f *Func) I64Store32(offset uint32) { f.memory(0x3e, 2, offset) }
