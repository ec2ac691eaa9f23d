package corpus

import (
	"bufio"
	buf "bytes"
	"container/list"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"
)

// Printing prints values of many types.
func Printing(n int) string {
	var sb strings.Builder
	var none any
	for i := range n {
		fmt.Fprintln(&sb, i, nil, none, 2.5, "x", 'y', []int{3, 4}, map[string]int{"a": i}, errors.New("e"))
		k, err := fmt.Fprintf(&sb, "%d %s %q %x|%5.2f\n", i, "s", "q", "hex", 1.0/3)
		fmt.Fprint(&sb, k, err, i, i, "s", "t")
		sb.WriteString(fmt.Sprintf("%v%%", i) + fmt.Sprintln() + fmt.Sprint())
		err = fmt.Errorf("wrapped %d: %w", i, io.EOF)
		sb.WriteString(fmt.Sprint(err, errors.Unwrap(err) == io.EOF, errors.Is(err, io.EOF)))
	}
	return sb.String()
}

// NoWriter prints to a nil writer.
func NoWriter(n int) (string, error) {
	var w io.Writer
	for range n {
		fmt.Fprintln(w, "x")
	}
	return "", nil
}

// Parsing makes numbers of a text.
func Parsing(s string) string {
	all := ""
	for i := range 3 {
		a, err := strconv.ParseInt(s, 10, 16)
		b, err2 := strconv.ParseBool(s)
		c, err3 := strconv.ParseUint(s, 16, 64)
		d, err4 := strconv.Unquote(s)
		all += fmt.Sprintln(a, err, b, err2, c, err3, d, err4, strconv.FormatFloat(float64(a)/3, 'g', i, 64))
		all += string(strconv.AppendInt([]byte("n"), a, 2)) + strings.Replace(s, "1", "one", i) + fmt.Sprint(strings.SplitN(s+",a,b", ",", i))
		all += strings.Map(func(r rune) rune { return r + rune(i) }, s) + strings.TrimFunc(s, unicode.IsDigit)
		all += fmt.Sprint(strings.IndexFunc(s, unicode.IsSpace), strings.FieldsFunc(s, func(r rune) bool { return r == '1' }), errors.New(s))
		all += fmt.Sprint(buf.Equal([]byte(s), []byte("12")), buf.Index([]byte(s), []byte("2")), string(buf.TrimSpace([]byte(" "+s))), utf8.RuneCount([]byte(s)))
		all += fmt.Sprint(buf.Fields([]byte(s)), string(utf8.AppendRune(nil, 'é')), strings.ContainsFunc(s, unicode.IsUpper))
	}
	return all
}

// Reading reads what it has written.
func Reading(n int) (int, string, string) {
	text := strings.Repeat("ab c\nd\n", n)
	sc := bufio.NewScanner(strings.NewReader(text))
	lines, all := 0, ""
	for sc.Scan() {
		lines++
		all += sc.Text() + "|"
	}
	words := bufio.NewScanner(strings.NewReader(text))
	words.Split(bufio.ScanWords)
	for words.Scan() {
		all += string(words.Bytes()) + "_"
	}
	r := bufio.NewReader(strings.NewReader(text))
	for {
		line, err := r.ReadString('\n')
		b, err2 := r.ReadByte()
		if err != nil {
			all += fmt.Sprint(err, err2, line, b, errors.Is(err, io.EOF))
			break
		}
	}
	var out buf.Buffer
	w := bufio.NewWriter(&out)
	for i := range n {
		fmt.Fprintf(w, "%d,", i)
		w.WriteByte('x')
		w.WriteString("yz")
		w.WriteRune('é')
	}
	err := w.Flush()
	return lines, all, out.String() + fmt.Sprint(err, sc.Err())
}

// SortNatives sorts by the library's functions.
func SortNatives(n int) (string, int, int) {
	r := rand.New(rand.NewSource(3))
	xs, ss, fs := r.Perm(n), []string{}, []float64{}
	for _, x := range xs {
		ss = append(ss, strconv.Itoa(x))
		fs = append(fs, float64(x)/3)
	}
	a := 0
	for i := range 3 {
		sort.Ints(xs)
		sort.Strings(ss)
		sort.Float64s(fs)
		a += sort.SearchInts(xs, i) + sort.Search(n, func(j int) bool { return xs[j] >= 2*i })
		sort.Slice(xs, func(i, j int) bool { return xs[i] > xs[j] })
	}
	return fmt.Sprint(xs, ss, fs), a, sort.SearchStrings(ss, "2")
}

// Times computes with times.
func Times(n int) (string, int) {
	t := time.Unix(int64(n), 5).UTC()
	begin, late := time.Now(), 0
	all := ""
	for i := range n % 7 {
		u := t.Add(time.Duration(i) * time.Hour)
		y, m, d := u.Date()
		all += fmt.Sprint(u.Sub(t), u.After(t), u.Equal(t), u.Format("15:04"), y, m, d, u.Weekday(), u.Unix(), u.AddDate(0, 1, i).YearDay(), u)
		if time.Since(begin) < 0 || time.Now().Before(begin) {
			late++
		}
	}
	return all, late
}

// Locking takes locks and counts atomically.
func Locking(n int) (int, int64, int32, bool) {
	var mu sync.Mutex
	var rw sync.RWMutex
	var wg sync.WaitGroup
	var a atomic.Int64
	var b atomic.Bool
	var c int32
	counts := map[int]int{}
	var pool sync.Map
	for g := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range n {
				mu.Lock()
				counts[i%5]++
				mu.Unlock()
				rw.RLock()
				_ = counts
				rw.RUnlock()
				if i%3 == 0 {
					rw.Lock()
					c++
					rw.Unlock()
				}
				a.Add(int64(g))
				atomic.AddInt64(&tally, 0)
				pool.Store(i%4, g)
				for k := a.Load(); !a.CompareAndSwap(k, k+1); k = a.Load() {
				}
				b.Store(true)
			}
		}()
	}
	wg.Wait()
	sum := 0
	for _, k := range counts {
		sum += k
	}
	_, ok := pool.Load(0)
	return sum, a.Load(), atomic.LoadInt32(&c), b.Load() && ok
}

var tally int64

// Misuse calls natives wrongly.
func Misuse(n int) int {
	var mu *sync.Mutex
	if n == 1 {
		mu.Lock()
	}
	var ch chan int
	if n == 2 {
		close(ch)
	}
	ch = make(chan int, 1)
	ch <- 3
	close(ch)
	if n == 3 {
		close(ch)
	}
	t := 0
	for x := range ch {
		t += x
	}
	l := list.New()
	l.PushBack(t)
	return t + l.Front().Value.(int)
}
