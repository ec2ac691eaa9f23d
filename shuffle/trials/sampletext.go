package trials

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"riffle/shuffle/internal/exact"
)

// sampleHead is the first line of a sample.
type sampleHead struct {
	// Outcomes is how many different outcomes follow, a line each; nil if they
	// aren't counted, or are too many.
	Outcomes *int `json:"different"`
	// Numbers are the sums of the outcomes, if they are numbers.
	Numbers *exact.Sums `json:"numbers,omitempty"`
}

// MarshalText writes how often each outcome came up, and the sums.
func (s *sample[T]) MarshalText() ([]byte, error) {
	if _, err := appendOutcome(nil, reflect.Zero(s.outcome)); err != nil {
		return nil, err // before an hour's work
	}
	var h sampleHead
	times := s.times()
	if s.add != nil {
		h.Numbers = &s.numbers
	}
	if times != nil {
		n := len(times)
		h.Outcomes = &n
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	lines := make([][]byte, 0, len(times))
	for v, n := range times {
		line, err := appendOutcome([]byte(`{"value":`), reflect.ValueOf(v))
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Appendf(line, `,"times":%d}`, n))
	}
	slices.SortFunc(lines, bytes.Compare)
	return append(bytes.Join(append([][]byte{text}, lines...), []byte("\n")), '\n'), nil
}

// UnmarshalText reads what MarshalText has written.
func (s *sample[T]) UnmarshalText(text []byte) error {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var h sampleHead
	if err := json.Unmarshal(first, &h); err != nil {
		return err
	}
	if (h.Numbers != nil) != (s.add != nil) || h.Outcomes != nil && !s.counted {
		return errors.New("the outcomes are of another kind")
	}
	if h.Numbers != nil {
		s.numbers = *h.Numbers
	}
	if s.counts = nil; h.Outcomes != nil {
		s.counts = newCounts(s.small)
	}
	lines := 0
	for line := range bytes.Lines(rest) {
		lines++
		if err := s.readLine(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return fmt.Errorf("%.80q: %w", line, err)
		}
	}
	if h.Outcomes == nil && lines > 0 || h.Outcomes != nil && (lines != *h.Outcomes || len(s.times()) != lines) {
		return fmt.Errorf("%d outcomes, %d of them different", lines, len(s.times()))
	}
	return nil
}

// readLine reads an outcome.
func (s *sample[T]) readLine(line []byte) error {
	errOutcome := errors.New("this is no outcome that was counted")
	value, isValue := bytes.CutPrefix(line, []byte(`{"value":`))
	at := bytes.LastIndex(value, []byte(`,"times":`))
	if !isValue || at < 0 {
		return errOutcome
	}
	value, number := value[:at], value[at+len(`,"times":`):]
	times, err := strconv.Atoi(string(bytes.TrimSuffix(number, []byte("}"))))
	if err != nil || !bytes.HasSuffix(number, []byte("}")) {
		return errOutcome
	}
	v := reflect.New(s.outcome).Elem()
	if err := readOutcome(value, v); err != nil {
		return err
	}
	outcome, ok := v.Interface().(T)
	if again, err := appendOutcome(nil, v); !ok || err != nil || !bytes.Equal(again, value) || times < 1 || s.counts == nil || len(s.counts.times) >= maxOutcomes {
		return errOutcome
	}
	s.counts.times[outcome] += times
	return nil
}
