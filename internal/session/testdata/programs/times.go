// Times: formatting, parsing, arithmetic, all from fixed moments.
package main

import (
	"fmt"
	"time"
)

type Meeting struct {
	At  time.Time
	For time.Duration
}

func main() {
	p := fmt.Println
	then := time.Date(2009, 11, 17, 20, 34, 58, 651387237, time.UTC)
	p(then, then.Year(), then.Month(), then.Day(), then.Hour(), then.Nanosecond(), then.Location(), then.Weekday(), then.YearDay())
	now := time.Date(2012, 10, 31, 15, 50, 13, 793654000, time.UTC)
	p(then.Before(now), then.After(now), then.Equal(now))
	diff := now.Sub(then)
	p(diff, diff.Hours(), diff.Minutes(), int64(diff.Seconds()), diff.Nanoseconds())
	p(then.Add(diff), then.Add(-diff), then.AddDate(0, 3, 20))
	p(now.Unix(), now.UnixMilli(), time.Unix(now.Unix(), 0).UTC())
	p(now.Format(time.RFC3339), now.Format("3:04PM"), now.Format("Mon Jan _2 15:04:05 2006"), now.Format("2006-01-02T15:04:05.999999-07:00"), now.Format(time.Kitchen))
	t1, err := time.Parse(time.RFC3339, "2012-11-01T22:08:41+00:00")
	p(t1, err)
	t2, err := time.Parse("3 04 PM", "8 41 PM")
	p(t2, err)
	_, err = time.Parse("Mon Jan _2 15:04:05 2006", "8:41PM")
	p(err)
	fmt.Printf("%d-%02d-%02dT%02d:%02d:%02d\n", now.Year(), now.Month(), now.Day(), now.Hour(), now.Minute(), now.Second())
	d := 90*time.Minute + 30*time.Second
	p(d, d.Round(time.Hour), d.Truncate(time.Minute), time.Duration(1500)*time.Millisecond, time.Duration(0), 3*time.Nanosecond)
	d2, err := time.ParseDuration("1h15m30.918s")
	p(d2, err, d2.String())
	_, err = time.ParseDuration("soon")
	p(err)
	fmt.Printf("%v %s %d %T %+v %.1f\n", d, d, d, d, Meeting{then, d}, d.Hours())
	fmt.Printf("%v\n", []time.Duration{time.Second, 2})
	p(map[time.Weekday]time.Month{time.Friday: time.May}, time.March, time.Month(13))
	loc := time.FixedZone("X", 2*3600)
	p(then.In(loc), then.In(loc).Equal(then), then.Truncate(time.Hour), then.IsZero(), time.Time{}.IsZero(), time.Time{})
	y, w := then.ISOWeek()
	p(y, w)
	for m := time.January; m <= time.March; m++ {
		last := time.Date(2024, m+1, 0, 0, 0, 0, 0, time.UTC)
		fmt.Print(m, " ", last.Day(), "; ")
	}
	p()
	switch {
	case then.Hour() < 12:
		p("morning")
	default:
		p("evening")
	}
	start := time.Now()
	p(time.Since(start) < time.Minute, time.Until(start) < 0)
}
