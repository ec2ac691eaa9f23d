package magic

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// testMagic runs the session's tests.
func testMagic(ctx context.Context, s Session, c *Call) error {
	flags, err := testFlags(c.Arg)
	if err != nil {
		return err
	}
	return s.Test(ctx, flags)
}

// testFlags reads flags as go test has them. Output is verbose anyway.
func testFlags(arg string) (map[string]string, error) {
	flags := map[string]string{}
	words := strings.Fields(arg)
	for i := 0; i < len(words); i++ {
		name, value, given := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
		check, known := testValues[name]
		switch {
		case words[i][0] != '-' || !known:
			return nil, fmt.Errorf("%s: want -run RE, -bench RE, -count N, -benchtime D or -v", words[i])
		case name == "v":
			continue
		case !given && i+1 == len(words):
			return nil, fmt.Errorf("-%s: a value must follow", name)
		case !given:
			i++
			value = words[i]
		}
		value = unquoted(value)
		if err := check(value); err != nil {
			return nil, fmt.Errorf("-%s %s: %w", name, value, err)
		}
		flags[name] = value
	}
	return flags, nil
}

// testValues check the values of flags, which the library would end the process for.
var testValues = map[string]func(string) error{
	"run": checkPattern, "bench": checkPattern, "v": nil,
	"count": func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < 1 {
			return fmt.Errorf("want a number from 1")
		}
		return nil
	},
	"benchtime": func(s string) error {
		if n, found := strings.CutSuffix(s, "x"); found {
			if n, err := strconv.Atoi(n); err == nil && n > 0 {
				return nil
			}
		}
		if d, err := time.ParseDuration(s); err != nil || d <= 0 {
			return fmt.Errorf("want a time as 2s, or a count as 100x")
		}
		return nil
	},
}

// checkPattern checks a regular expression, and the parts between slashes for subtests.
func checkPattern(s string) error {
	for _, part := range append(strings.Split(s, "/"), s) {
		if _, err := regexp.Compile(part); err != nil {
			return err
		}
	}
	return nil
}
