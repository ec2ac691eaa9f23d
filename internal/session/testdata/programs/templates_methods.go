// Templates call methods of the user's types, variadic ones too; their mistakes
// are told in the template's own words.
package main

import (
	"fmt"
	"io"
	"os"
	"text/template"
)

type Cents int

func (c Cents) String() string { return fmt.Sprintf("$%d.%02d", c/100, c%100) }

type Account struct {
	ID      int
	Balance Cents
	Double  func(int) int
	Limits  map[string]Cents
}

func (a Account) Label(prefix string, nums ...int) string { return fmt.Sprint(prefix, a.ID, nums) }
func (a *Account) Sum(cs ...Cents) (t Cents) {
	for _, c := range cs {
		t += c
	}
	return t + a.Balance
}

func main() {
	data := map[string]any{"Accounts": []*Account{{1, 250, func(n int) int { return 2 * n }, map[string]Cents{"day": 99}}, {ID: 2}}}
	t := template.Must(template.New("list").Parse(`{{range $i, $a := .Accounts}}{{$i}} {{$a.Label "no. "}} {{.Label "x" 1 2}} {{$a.Sum .Balance .Balance}} {{$a.Limits.day}}
{{end}}{{call (index .Accounts 0).Double 4}}
`))
	fmt.Println(t.Execute(os.Stdout, data))
	for _, text := range []string{"{{index .Accounts 9}}", "{{len 3}}", "{{.ID 3}}", "{{.Double 3}}", "{{.Limits.day 1}}", "{{.Label}}"} {
		var x any = Account{}
		if text[2] == 'i' {
			x = data
		}
		fmt.Println(text, template.Must(template.New("t").Parse(text)).Execute(io.Discard, x))
	}
}
