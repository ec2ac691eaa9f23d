// Package jetstream plays experiments on workers, to which a NATS server with
// JetStream hands out blocks. A Player publishes an experiment's blocks and collects
// the parts; a Worker takes blocks, plays them in processes of package blocks,
// and publishes their parts. Call Connect first.
//
// Two streams hold what is under way. One is a work queue: a message is a stretch of
// blocks, goes to one worker at a time, and is gone when that acknowledges it. The
// other has the jobs and the parts until the experiment is over. The subjects of the
// messages are in subjects.go. The parts are read by their numbers in the stream, so
// that neither a lost connection nor a restarted server loses one; a part that comes
// twice is counted once. If the server loses messages anyway, because they expired or
// its store was replaced, the player publishes them again (republish.go).
package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

// Client is a connection to a server, for one stream.
type Client struct {
	conn   *nats.Conn
	js     js.JetStream
	server string // as the user named it, without a password
	keep   time.Duration
	subjects
}

// DefaultStream is the stream used if none is named.
const DefaultStream = "RIFFLE"

// isStreamName reports whether a name has only letters, digits, - and _.
func isStreamName(name string) bool {
	other := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, other)
}

// Connect connects to a server: an address such as nats://host, or the name of a context
// of the program nats. The server's operator sees the connection under name.
func Connect(server, stream, name string) (*Client, error) {
	if !isStreamName(stream) {
		return nil, fmt.Errorf("stream %q, want letters, digits, - and _", stream)
	}
	url, options, err := destination(server)
	if err != nil {
		return nil, err
	}
	options = append(options, nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.Timeout(5*time.Second),
		nats.PingInterval(10*time.Second), nats.MaxPingsOutstanding(2))
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return nil, unreachable(serverForLogs(server), err)
	}
	c := &Client{conn: conn, server: serverForLogs(server), keep: keep, subjects: subjects{stream}}
	if c.js, err = js.New(conn, js.WithPublishAsyncTimeout(10*time.Second)); err != nil {
		conn.Close()
		return nil, fmt.Errorf("%s: %w", c.server, err)
	}
	return c, nil
}

// unreachable says what to do about a server that doesn't answer.
func unreachable(server string, err error) error {
	if errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) {
		return fmt.Errorf("%s doesn't answer: start a NATS server there, nats-server -js, or check the address and the port (%w)", server, err)
	}
	return fmt.Errorf("%s: %w", server, err)
}

// serverForLogs is a server's address for logs.
func serverForLogs(server string) string {
	if u, err := url.Parse(server); err == nil && u.User != nil {
		return u.Redacted()
	}
	return server
}

// Ready returns an error unless the server has JetStream, and the stream.
func (c *Client) Ready() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, _, err := c.streams(ctx)
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, js.ErrJetStreamNotEnabled) {
		return fmt.Errorf("the NATS server at %s has no JetStream: start it with nats-server -js", c.server)
	}
	return err
}

// tooLargeAdvice says what to do about a message that is too large for the server.
func (c *Client) tooLargeAdvice(size int) string {
	return fmt.Sprintf("and a message to %s may have %d: set max_payload in the server's configuration to more than %d", c.server, c.conn.MaxPayload(), size)
}

// Close ends the connection.
func (c *Client) Close() { c.conn.Close() }

// destination is the address of a server and how to log in.
func destination(server string) (url string, options []nats.Option, err error) {
	if strings.Contains(server, "://") {
		return server, nil, nil
	}
	path := filepath.Join(configFolder(), "nats", "context", server+".json")
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil, fmt.Errorf("%s is neither an address such as nats://host nor a context of nats (no file %s)", server, path)
	}
	if err != nil {
		return "", nil, err
	}
	var c natsContext
	if err := json.Unmarshal(data, &c); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.URL == "" {
		return "", nil, fmt.Errorf("%s has no url", path)
	}
	options, err = c.connectOptions()
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return c.URL, options, nil
}

// configFolder is where the program nats looks on all systems.
func configFolder() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".config")
}

// natsContext is a file of nats context.
type natsContext struct {
	URL      string `json:"url"`
	Token    string `json:"token"`
	User     string `json:"user"`
	Password string `json:"password"`
	Creds    string `json:"creds"`
	NKey     string `json:"nkey"`
	Cert     string `json:"cert"`
	Key      string `json:"key"`
	CA       string `json:"ca"`
	First    bool   `json:"tls_first"`
	Inbox    string `json:"inbox_prefix"`
}

func (c *natsContext) connectOptions() (list []nats.Option, err error) {
	if c.User != "" {
		list = append(list, nats.UserInfo(c.User, c.Password))
	}
	if c.Token != "" {
		list = append(list, nats.Token(c.Token))
	}
	if c.Creds != "" {
		list = append(list, nats.UserCredentials(inHome(c.Creds)))
	}
	if c.NKey != "" {
		o, err := nats.NkeyOptionFromSeed(inHome(c.NKey))
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	if c.Cert != "" || c.Key != "" {
		list = append(list, nats.ClientCert(inHome(c.Cert), inHome(c.Key)))
	}
	if c.CA != "" {
		list = append(list, nats.RootCAs(inHome(c.CA)))
	}
	if c.First {
		list = append(list, nats.TLSHandshakeFirst())
	}
	if c.Inbox != "" {
		list = append(list, nats.CustomInboxPrefix(c.Inbox))
	}
	return list, nil
}

// inHome is a path in which ~ is the home folder.
func inHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}
