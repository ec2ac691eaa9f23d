package kernel

import (
	"encoding/json"
	"fmt"
	"os"

	"riffle/kernel/transport"
)

// connection is the content of a connection file.
type connection struct {
	Transport       string `json:"transport"`
	IP              string `json:"ip"`
	Key             string `json:"key"`
	SignatureScheme string `json:"signature_scheme"`
	Shell           int    `json:"shell_port"`
	Control         int    `json:"control_port"`
	IOPub           int    `json:"iopub_port"`
	Stdin           int    `json:"stdin_port"`
	Heartbeat       int    `json:"hb_port"`
	KernelName      string `json:"kernel_name,omitempty"`
	// The keys of a server that encrypts, in Z85, or empty.
	CurvePublic string `json:"curve_publickey,omitempty"`
	CurveSecret string `json:"curve_secretkey,omitempty"`
}

const hmacSHA256 = "hmac-sha256"

// readConnection reads a connection file and says what is wrong with it.
func readConnection(file string) (*connection, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("connection file: %w; Jupyter writes it and passes its name", err)
	}
	c := connection{Transport: "tcp", IP: "127.0.0.1", SignatureScheme: hmacSHA256}
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("connection file %s: %w", file, err)
	}
	if err := c.checkFields(); err != nil {
		return nil, fmt.Errorf("connection file %s: %w", file, err)
	}
	return &c, nil
}

func (c *connection) checkFields() error {
	if c.Transport != "tcp" && c.Transport != "ipc" {
		return fmt.Errorf("transport %q, want tcp or ipc", c.Transport)
	}
	if c.Key != "" && c.SignatureScheme != hmacSHA256 {
		return fmt.Errorf("signature_scheme %q, want %s", c.SignatureScheme, hmacSHA256)
	}
	for _, p := range []struct {
		name string
		port int
	}{{"shell_port", c.Shell}, {"control_port", c.Control}, {"iopub_port", c.IOPub}, {"stdin_port", c.Stdin}, {"hb_port", c.Heartbeat}} {
		if p.port < 1 || p.port > 65535 {
			return fmt.Errorf("%s = %d, want 1 to 65535", p.name, p.port)
		}
	}
	_, err := c.curveKeys()
	return err
}

// curveKeys are the sockets' encryption keys, nil for none.
func (c *connection) curveKeys() (*transport.Keys, error) {
	if c.CurvePublic == "" && c.CurveSecret == "" {
		return nil, nil
	}
	k, err := transport.ParseKeys(c.CurvePublic, c.CurveSecret)
	if err != nil {
		return nil, fmt.Errorf("curve_publickey and curve_secretkey: %w", err)
	}
	return k, nil
}

func (c *connection) endpoint(port int) transport.Endpoint {
	return transport.Endpoint{Transport: c.Transport, Address: c.IP, Port: port}
}
