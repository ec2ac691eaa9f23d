package protocol

// controlHandlers answer the requests that come on control, while cells run.
// None of them waits except the debugger's, which are answered on their own goroutine.
var controlHandlers = map[string]handler{
	"kernel_info_request":     kernelInfo,
	"interrupt_request":       interruptTaken,
	"shutdown_request":        shutdown,
	"debug_request":           debugRequest,
	"comm_info_request":       commInfo,
	"history_request":         searchHistory,
	"create_subshell_request": createSubshell,
	"delete_subshell_request": deleteSubshell,
	"list_subshell_request":   listSubshells,
}

func (k *Kernel) takeControl(r *request) {
	if r.Header.Type == "interrupt_request" {
		k.cells.interruptCell() // before the status, which may queue behind a flood of output
	}
	if r.Header.Type == "debug_request" {
		select {
		case k.debugs.queue <- r:
		case <-k.ctx.Done():
		}
		return
	}
	k.answerRequest(r, controlHandlers)
}

// interruptRequest is for clients that send it on the shell channel.
func interruptRequest(k *Kernel, _ *request) (any, error) {
	k.cells.interruptCell()
	return ok{"ok"}, nil
}

// interruptTaken answers what takeControl has already done: a cell that began since isn't
// meant.
func interruptTaken(*Kernel, *request) (any, error) { return ok{"ok"}, nil }

// shutdown ends the session, and meanwhile answers and tells everybody on iopub. To
// restart, Jupyter starts another process.
func shutdown(k *Kernel, r *request) (any, error) {
	var req struct {
		Restart bool `json:"restart"`
	}
	if err := r.decodeContent(&req); err != nil {
		return nil, err
	}
	k.stop()
	content := map[string]any{"status": "ok", "restart": req.Restart}
	k.publishMessage(k.Compose("shutdown_reply", r.RawHeader(), content))
	return content, nil
}
