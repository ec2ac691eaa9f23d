// Speed of big structs that are passed by value.
package main

import (
	"fmt"
	"time"
)

type vector struct{ x, y, z float64 }

func (a vector) add(b vector) vector        { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vector) sub(b vector) vector        { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vector) times(f float64) vector     { return vector{a.x * f, a.y * f, a.z * f} }
func (a vector) dot(b vector) float64       { return a.x*b.x + a.y*b.y + a.z*b.z }
func midpoint(a, b vector) vector           { return a.add(b).times(0.5) }
func (p particle) at(place vector) particle { p.place = place; return p }

type particle struct {
	place, speed, force vector
	mass                float64
	hits                int
}

// moved is the particle a moment later.
func (p particle) moved(dt float64) particle {
	p.speed = p.speed.add(p.force.times(dt / p.mass))
	p = p.at(p.place.add(p.speed.times(dt)))
	return bounced(p)
}

// bounced is the particle after it has met the walls of a box.
func bounced(p particle) particle {
	if p.place.x < 0 || p.place.x > 10 {
		p.speed.x = -p.speed.x
		p.hits++
	}
	if p.place.y < 0 || p.place.y > 10 {
		p.speed.y = -p.speed.y
		p.hits++
	}
	if p.place.z < 0 || p.place.z > 10 {
		p.speed.z = -p.speed.z
		p.hits++
	}
	return p
}

func pulled(p particle, to vector) particle {
	d := to.sub(p.place)
	p.force = d.times(1 / (1 + d.dot(d)))
	return p
}

func work() int {
	var ps []particle
	for i := 0; i < 20; i++ {
		f := float64(i)
		ps = append(ps, particle{place: vector{f / 2, 5, 10 - f/2}, speed: vector{1, f / 10, -f / 20}, mass: 1 + f/5})
	}
	for step := 0; step < 600; step++ {
		center := midpoint(ps[0].place, ps[len(ps)-1].place)
		for i, p := range ps {
			ps[i] = pulled(p, center).moved(0.01)
		}
	}
	sum := 0.0
	hits := 0
	for _, p := range ps {
		sum += p.place.x + 2*p.place.y + 3*p.place.z
		hits += p.hits
	}
	return int(sum*1000) + hits
}

func main() {
	start := time.Now()
	result := work()
	fmt.Println(result, time.Since(start).Nanoseconds())
}
