package protocol

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// shell answers requests one after the other on its own goroutine: the main one, and each
// subshell of JEP 91. Cells run one at a time whatever their shell; a subshell lets
// completion, inspection and comms through while one runs.
type shell struct {
	queue chan *request
	done  context.CancelFunc
	ended <-chan struct{}
	// Only the shell's own goroutine uses the rest. failure is the last error that
	// stops what was sent before it.
	failure failure
	ahead   ahead
}

// maxQueued is how many requests wait in a shell before its clients do.
const maxQueued = 4096

// shells is the main shell and its subshells by id.
type shells struct {
	main *shell
	mu   sync.Mutex
	sub  map[string]*shell
}

// shellHandlers answer the requests that come on shell.
var shellHandlers = map[string]handler{
	"kernel_info_request": kernelInfo,
	"execute_request":     executeCell,
	"complete_request":    completeCode,
	"inspect_request":     inspect,
	"is_complete_request": isComplete,
	"history_request":     searchHistory,
	"comm_info_request":   commInfo,
	"comm_open":           commOpen,
	"comm_msg":            commMsg,
	"comm_close":          commClose,
	"interrupt_request":   interruptRequest,
	"shutdown_request":    shutdown,
}

func (k *Kernel) newShell() *shell {
	ctx, done := context.WithCancel(k.ctx)
	s := &shell{queue: make(chan *request, maxQueued), done: done, ended: ctx.Done()}
	k.wg.Go(func() { k.serveShell(s) })
	return s
}

func (k *Kernel) serveShell(s *shell) {
	defer s.done()
	defer k.giveUp(s)
	for {
		r := s.nextRequest()
		if r == nil {
			return
		}
		k.sendFirst(r)
		k.answerRequest(r, shellHandlers)
	}
}

// nextRequest waits for the next request, nil when the shell ends.
func (s *shell) nextRequest() *request {
	select {
	case <-s.ended:
		return nil
	default:
	}
	if r := s.ahead.popFirst(); r != nil {
		return r
	}
	select {
	case <-s.ended:
		return nil
	case r := <-s.queue:
		return r
	}
}

// takeShell queues a request for the shell that it names.
func (k *Kernel) takeShell(r *request) {
	r.seq, r.arrived = k.arrived.Add(1), time.Now()
	if r.shell = k.shells.findShell(r.Header.Subshell); r.shell == nil {
		k.answerRequest(r, map[string]handler{r.Header.Type: noSubshell})
		return
	}
	select {
	case r.shell.queue <- r:
	case <-r.shell.ended:
	}
}

func noSubshell(_ *Kernel, r *request) (any, error) {
	return nil, fmt.Errorf("subshell_id %q: no such subshell", r.Header.Subshell)
}

func (s *shells) findShell(id string) *shell {
	if id == "" {
		return s.main
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sub[id]
}

// maxSubshells bounds the goroutines that a front end can ask for.
const maxSubshells = 64

func createSubshell(k *Kernel, r *request) (any, error) {
	s := &k.shells
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sub) >= maxSubshells {
		return nil, fmt.Errorf("create_subshell_request: there are %d subshells already; delete one", maxSubshells)
	}
	if s.sub == nil {
		s.sub = make(map[string]*shell)
	}
	id := rand.Text()
	s.sub[id] = k.newShell()
	return map[string]string{"status": "ok", "subshell_id": id}, nil
}

func deleteSubshell(k *Kernel, r *request) (any, error) {
	var req struct {
		ID string `json:"subshell_id"`
	}
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	s := &k.shells
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sub[req.ID] == nil {
		return nil, fmt.Errorf("delete_subshell_request: subshell_id %q: no such subshell", req.ID)
	}
	s.sub[req.ID].done()
	delete(s.sub, req.ID)
	return ok{"ok"}, nil
}

func listSubshells(k *Kernel, _ *request) (any, error) {
	s := &k.shells
	s.mu.Lock()
	defer s.mu.Unlock()
	ids := slices.AppendSeq([]string{}, maps.Keys(s.sub))
	slices.Sort(ids)
	return map[string]any{"status": "ok", "subshell_id": ids}, nil
}
