// Reading numbers and words with Fscan, Scanln and a Reader.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	r := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(r, &n)
	xs := make([]int, n)
	for i := range xs {
		fmt.Fscan(r, &xs[i])
	}
	fmt.Println(n, xs)
	r.ReadString('\n')
	line, err := r.ReadString('\n')
	fmt.Printf("%q %v\n", line, err)
	var name string
	var age int
	k, err := fmt.Fscanf(r, "%s is %d\n", &name, &age)
	fmt.Println(k, err, name, age)
	rest, err := io.ReadAll(r)
	fmt.Printf("%q %v\n", rest, err)
	k, err = fmt.Sscanf("0x1f:3.5:true", "0x%x:%g:%t", &n, new(float64), new(bool))
	fmt.Println(k, err, n)
	k, err = fmt.Sscan("7 eight", &n, &age)
	fmt.Println(k, err, n)
	sc := bufio.NewScanner(strings.NewReader("one two  three"))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println()
	sc = bufio.NewScanner(strings.NewReader("a,b,,c"))
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := strings.IndexByte(string(data), ','); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
}
