package protocol

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCells runs the cells of a client that can't answer questions, one after the other on
// one kernel.
func TestCells(t *testing.T) {
	c := serve(t)
	tests := []struct{ name, code, want string }{
		{"value", "1+1", `
execute_input {"code":"1+1","execution_count":1}
execute_result {"data":{"text/plain":"2"},"execution_count":1,"metadata":{}}
execute_reply {"status":"ok","execution_count":1,"user_expressions":{},"payload":[]}
`},
		{"streams in order", "print žluť ♠ 🂡\neprint <oops>\nprint again", `
execute_input {"code":"print žluť ♠ 🂡\neprint <oops>\nprint again","execution_count":2}
stream {"name":"stdout","text":"žluť ♠ 🂡\n"}
stream {"name":"stderr","text":"<oops>\n"}
stream {"name":"stdout","text":"again\n"}
execute_reply {"status":"ok","execution_count":2,"user_expressions":{},"payload":[]}
`},
		{"panic", "fail boom", `
execute_input {"code":"fail boom","execution_count":3}
error {"ename":"panic","evalue":"boom","traceback":["\u001b[1mpanic: boom\u001b[0m"]}
execute_reply {"status":"error","ename":"panic","evalue":"boom","traceback":["\u001b[1mpanic: boom\u001b[0m"],"execution_count":3,"user_expressions":{},"payload":[]}
`},
		{"compile error", "nope", `
execute_input {"code":"nope","execution_count":4}
error {"ename":"compile error","evalue":"cell 4:1:1: undefined: nope","traceback":["\u001b[1mcell 4:1:1: undefined: nope\u001b[0m","    nope","    \u001b[1;38;5;231;48;5;124m^^^^\u001b[0m","    \u001b[38;5;16;48;5;220mhint:\u001b[0m spell it right"]}
execute_reply {"status":"error","ename":"compile error","evalue":"cell 4:1:1: undefined: nope","traceback":["\u001b[1mcell 4:1:1: undefined: nope\u001b[0m","    nope","    \u001b[1;38;5;231;48;5;124m^^^^\u001b[0m","    \u001b[38;5;16;48;5;220mhint:\u001b[0m spell it right"],"execution_count":4,"user_expressions":{},"payload":[]}
`},
		{"blank", " \n", `
execute_input {"code":" \n","execution_count":4}
execute_reply {"status":"ok","execution_count":4,"user_expressions":{},"payload":[]}
`},
		{"displays", "display a\nshow <b>\nupdate <i>\nclear", `
execute_input {"code":"display a\nshow <b>\nupdate <i>\nclear","execution_count":5}
display_data {"data":{"text/plain":"a"},"metadata":{}}
display_data {"data":{"text/html":"<b>"},"metadata":{},"transient":{"display_id":"d1"}}
update_display_data {"data":{"text/html":"<i>"},"metadata":{},"transient":{"display_id":"d1"}}
clear_output {"wait":true}
execute_reply {"status":"ok","execution_count":5,"user_expressions":{},"payload":[]}
`},
		{"no JSON", "nan", `
execute_input {"code":"nan","execution_count":6}
display_data {"data":{"text/plain":"NaN"},"metadata":{}}
execute_reply {"status":"ok","execution_count":6,"user_expressions":{},"payload":[]}
`},
		{"question", "ask x", `
execute_input {"code":"ask x","execution_count":7}
error {"ename":"input","evalue":"no input here: this front end cannot answer questions","traceback":["\u001b[1minput: no input here: this front end cannot answer questions\u001b[0m"]}
execute_reply {"status":"error","ename":"input","evalue":"no input here: this front end cannot answer questions","traceback":["\u001b[1minput: no input here: this front end cannot answer questions\u001b[0m"],"execution_count":7,"user_expressions":{},"payload":[]}
`},
		{"help", "print?", `
execute_input {"code":"print?","execution_count":8}
execute_reply {"status":"ok","execution_count":8,"user_expressions":{},"payload":[{"data":{"text/plain":"print: detail 0"},"source":"page","start":0}]}
`},
		{"help on nothing", "nothing?", `
execute_input {"code":"nothing?","execution_count":9}
execute_reply {"status":"ok","execution_count":9,"user_expressions":{},"payload":[{"data":{"text/plain":"no documentation for nothing; Tab completes what there is"},"source":"page","start":0}]}
`},
		{"help with source", " ??print ", `
execute_input {"code":" ??print ","execution_count":10}
execute_reply {"status":"ok","execution_count":10,"user_expressions":{},"payload":[{"data":{"text/plain":"print: detail 1"},"source":"page","start":0}]}
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.ask("shell", "execute_request", map[string]any{"code": tt.code, "allow_stdin": false}).check(t, tt.want)
		})
	}
}

// TestRequests asks what needs no cell to run.
func TestRequests(t *testing.T) {
	c := serve(t)
	for _, code := range []string{"1+1", "print a", "1+1"} {
		c.execute(code)
	}
	tests := []struct{ name, socket, typ, content, want string }{
		{"complete", "shell", "complete_request", `{"code":"♠ pr","cursor_pos":4}`,
			`complete_reply {"cursor_end":4,"cursor_start":2,"matches":["print","progress"],"metadata":{"_jupyter_types_experimental":[{"start":2,"end":4,"text":"print","type":"function","signature":"func(string)"},{"start":2,"end":4,"text":"progress","type":"function","signature":"func(string)"}]},"status":"ok"}`},
		{"complete at the end", "shell", "complete_request", `{"code":"pri"}`,
			`complete_reply {"cursor_end":3,"cursor_start":0,"matches":["print"],"metadata":{"_jupyter_types_experimental":[{"start":0,"end":3,"text":"print","type":"function","signature":"func(string)"}]},"status":"ok"}`},
		{"complete behind the end", "shell", "complete_request", `{"code":"x","cursor_pos":99}`,
			`complete_reply {"cursor_end":1,"cursor_start":0,"matches":[],"metadata":{"_jupyter_types_experimental":[]},"status":"ok"}`},
		{"complete before the start", "shell", "complete_request", `{"code":"x","cursor_pos":-5}`,
			`complete_reply {"cursor_end":0,"cursor_start":0,"matches":["print","progress"],"metadata":{"_jupyter_types_experimental":[{"start":0,"end":0,"text":"print","type":"function","signature":"func(string)"},{"start":0,"end":0,"text":"progress","type":"function","signature":"func(string)"}]},"status":"ok"}`},
		{"inspect", "shell", "inspect_request", `{"code":"♠ print","cursor_pos":7,"detail_level":0}`,
			`inspect_reply {"data":{"text/plain":"print: detail 0"},"found":true,"metadata":{},"status":"ok"}`},
		{"inspect more", "shell", "inspect_request", `{"code":"print","cursor_pos":5,"detail_level":1}`,
			`inspect_reply {"data":{"text/plain":"print: detail 1"},"found":true,"metadata":{},"status":"ok"}`},
		{"inspect nothing", "shell", "inspect_request", `{"code":"nope"}`,
			`inspect_reply {"data":{},"found":false,"metadata":{},"status":"ok"}`},
		{"complete source", "shell", "is_complete_request", `{"code":"1+1"}`, `is_complete_reply {"status":"complete"}`},
		{"incomplete source", "shell", "is_complete_request", `{"code":"for {"}`, `is_complete_reply {"indent":"\t","status":"incomplete"}`},
		{"invalid source", "shell", "is_complete_request", `{"code":"x := = 1"}`, `is_complete_reply {"status":"invalid"}`},
		{"history tail", "shell", "history_request", `{"hist_access_type":"tail","n":2,"output":false,"raw":true}`,
			`history_reply {"history":[[1,2,"print a"],[1,3,"1+1"]],"status":"ok"}`},
		{"history with output", "shell", "history_request", `{"hist_access_type":"tail","n":2,"output":true}`,
			`history_reply {"history":[[1,2,["print a",null]],[1,3,["1+1","2"]]],"status":"ok"}`},
		{"history range", "shell", "history_request", `{"hist_access_type":"range","session":0,"start":1,"stop":3}`,
			`history_reply {"history":[[1,1,"1+1"],[1,2,"print a"]],"status":"ok"}`},
		{"history range, open", "shell", "history_request", `{"hist_access_type":"range","session":1,"start":2,"stop":null}`,
			`history_reply {"history":[[1,2,"print a"],[1,3,"1+1"]],"status":"ok"}`},
		{"history range, another session", "shell", "history_request", `{"hist_access_type":"range","session":-1,"start":1,"stop":3}`,
			`history_reply {"history":[],"status":"ok"}`},
		{"history search", "shell", "history_request", `{"hist_access_type":"search","pattern":"1?1"}`,
			`history_reply {"history":[[1,1,"1+1"],[1,3,"1+1"]],"status":"ok"}`},
		{"history search, unique", "shell", "history_request", `{"hist_access_type":"search","pattern":"*","unique":true,"n":5}`,
			`history_reply {"history":[[1,2,"print a"],[1,3,"1+1"]],"status":"ok"}`},
		{"history search, last", "shell", "history_request", `{"hist_access_type":"search","pattern":"1*","n":1}`,
			`history_reply {"history":[[1,3,"1+1"]],"status":"ok"}`},
		{"comm info", "shell", "comm_info_request", `{}`, `comm_info_reply {"comms":{},"status":"ok"}`},
		{"debugger", "control", "debug_request", `{"type":"request","seq":7,"command":"debugInfo","arguments":{}}`,
			`debug_reply {"command":"debugInfo","message":"this kernel has no debugger","request_seq":7,"seq":1,"success":false,"type":"response"}`},
		{"interrupt nothing", "control", "interrupt_request", `{}`, `interrupt_reply {"status":"ok"}`},
		{"no subshells", "control", "list_subshell_request", `{}`, `list_subshell_reply {"status":"ok","subshell_id":[]}`},
		{"delete a subshell that isn't", "control", "delete_subshell_request", `{"subshell_id":"x"}`,
			`delete_subshell_reply {"status":"error","ename":"bad request","evalue":"delete_subshell_request: subshell_id \"x\": no such subshell","traceback":[]}`},
		{"unknown request", "shell", "no_such_request", `{}`,
			`no_such_reply {"status":"error","ename":"bad request","evalue":"no_such_request: this kernel knows no such request","traceback":[]}`},
		{"code is a number", "shell", "execute_request", `{"code":1}`,
			`execute_reply {"status":"error","ename":"bad request","evalue":"execute_request: json: cannot unmarshal number into Go struct field executeRequest.code of type string","traceback":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.ask(tt.socket, tt.typ, json.RawMessage(tt.content)).check(t, tt.want+"\n")
		})
	}
}

func TestKernelInfo(t *testing.T) {
	c := serve(t)
	for _, socket := range []string{"shell", "control"} {
		reply := c.ask(socket, "kernel_info_request", nil).reply
		want := map[string]any{
			"name": "go", "version": strings.TrimPrefix(runtime.Version(), "go"), "mimetype": "text/x-go", "file_extension": ".go",
			"pygments_lexer": "go", "codemirror_mode": "go", "nbconvert_exporter": "script",
		}
		if diff := cmp.Diff(want, field(reply, "language_info")); diff != "" {
			t.Error(diff)
		}
		if field(reply, "protocol_version") != "5.5" || field(reply, "implementation") != "riffle" {
			t.Errorf("%s: kernel_info_reply %s", socket, reply.Content)
		}
		if reply.Header.Version != "5.5" || reply.Header.Date == "" || reply.Header.Session == "" {
			t.Errorf("%s: header %+v", socket, reply.Header)
		}
	}
}

func TestExecutionCount(t *testing.T) {
	c := serve(t)
	tests := []struct {
		options map[string]any
		types   string // on iopub
		count   float64
	}{
		{nil, "execute_input execute_result", 1},
		{map[string]any{"silent": true, "store_history": true}, "", 1},
		{map[string]any{"store_history": false}, "execute_input execute_result", 1},
		{nil, "execute_input execute_result", 2},
	}
	for i, tt := range tests {
		content := map[string]any{"code": "1+1"}
		for key, v := range tt.options {
			content[key] = v
		}
		x := c.ask("shell", "execute_request", content)
		var types []string
		for _, m := range x.iopub {
			types = append(types, m.Header.Type)
		}
		if got := strings.Join(types, " "); got != tt.types || field(x.reply, "execution_count") != tt.count {
			t.Errorf("request %d: %q, count %v; want %q, count %v", i, got, field(x.reply, "execution_count"), tt.types, tt.count)
		}
	}
}

// A notebook has the cells that a lost session needs again.
func TestLostSession(t *testing.T) {
	c := serve(t)
	x := c.ask("shell", "execute_request", map[string]any{"code": "die"})
	want := "no memory is left; the variables are lost, so run the cells again that define them"
	if got := field(x.reply, "evalue"); got != want {
		t.Errorf("%v, want %q", got, want)
	}
}

func TestUserExpressions(t *testing.T) {
	c := serve(t)
	for _, code := range []string{"print x", ""} {
		x := c.ask("shell", "execute_request", map[string]any{"code": code, "user_expressions": map[string]string{"a": "1+1", "b": "nope"}})
		if got := field(x.reply, "user_expressions", "a", "data", "text/plain"); got != "2" {
			t.Errorf("a = %v, want 2", got)
		}
		if field(x.reply, "user_expressions", "a", "status") != "ok" || field(x.reply, "user_expressions", "b", "status") != "error" {
			t.Errorf("reply %s", x.reply.Content)
		}
	}
}
