package transport

import "github.com/go-zeromq/zmq4"

// Echo returns every message to its sender, on goroutines of its own: the
// kernel's heartbeat.
type Echo struct{ server }

// ListenEcho binds a REP socket that echoes.
func ListenEcho(e Endpoint) (*Echo, error) {
	s := new(Echo)
	if err := s.start(e, zmq4.Rep, echo); err != nil {
		return nil, err
	}
	return s, nil
}

func echo(p *peer) {
	for {
		frames, err := p.receive()
		if err != nil {
			return
		}
		p.send(frames)
	}
}
