// Literals of every basic type, and what operators make of them.
package main

import "fmt"

func main() {
	fmt.Println("go"+"lang", len("wörld"), "wörld"[1])
	fmt.Println(1+1, 7/2, -7/2, 7%3, -7%3, 7.0/2.0, 1e3, 0x1F, 0b1011, 0o17, 1_000_000)
	fmt.Println(true && false, true || false, !true, 3 > 2 == true)
	fmt.Println('a', 'ß', '\x41', '\u00e9', "\u00e9\t|", `raw\n`)
	fmt.Println(1<<10, 0xF0&0x3C, 0xF0|0x0F, 0xFF^0x0F, 0xFF&^0x0F, ^5)
	fmt.Println(3+4i, real(3+4i), imag(3+4i), (1+2i)*(3-1i), 1/(2i))
	fmt.Println(0.1+0.2, float32(0.1)+float32(0.2), 1.0, 1e21, 1e20, 1e-7, 100000000.0)
	var (
		i8  int8  = 127
		u8  uint8 = 255
		i32 int32 = -1 << 31
		u   uint  = 0
	)
	i8++
	u8++
	i32--
	u--
	fmt.Println(i8, u8, i32, u)
	fmt.Printf("%T %T %T %T %T %T\n", 1, 1.5, 'a', "s", 2i, nil)
}
