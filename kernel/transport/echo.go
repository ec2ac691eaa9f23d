package transport

import "github.com/go-zeromq/zmq4"

// Echo returns every message to its sender, on goroutines of its own: the
// kernel's heartbeat.
type Echo struct{ server }

// maxHeartbeat is the longest heartbeat, in bytes.
const maxHeartbeat = 4 << 10

// ListenEcho binds a REP socket that echoes.
func (g *Group) ListenEcho(e Endpoint) (*Echo, error) {
	s := new(Echo)
	if err := s.startAccepting(g, e, zmq4.Rep, echo); err != nil {
		return nil, err
	}
	return s, nil
}

func echo(p *peer) {
	p.in.limit = maxHeartbeat
	for {
		frames, err := p.receiveMessage()
		if err != nil {
			return
		}
		p.raiseStanding(unproven)
		p.sendMessage(wireForm(frames, 0))
	}
}
