package jetstream

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"riffle/internal/test/natstest"
)

// logins are ways in which servers authenticate clients, and the fields of a context that
// log in there.
var logins = []struct {
	name    string
	prepare func(t *testing.T, dir string) (config string, login natsContext)
}{
	{"password", func(*testing.T, string) (string, natsContext) {
		return `authorization { users = [ {user: "ann", password: "secret"} ] }`, natsContext{User: "ann", Password: "secret"}
	}},
	{"token", func(*testing.T, string) (string, natsContext) {
		return `authorization { token: "secret" }`, natsContext{Token: "secret"}
	}},
	{"nkey", func(t *testing.T, dir string) (string, natsContext) {
		user := key(t, nkeys.CreateUser)
		return fmt.Sprintf("authorization { users = [ {nkey: %s} ] }", user.public), natsContext{NKey: file(t, dir, "ann.nk", user.seed)}
	}},
	{"creds", credentials},
	{"certificate", func(t *testing.T, dir string) (string, natsContext) {
		ca, cert, private := certificates(t, dir)
		return fmt.Sprintf("tls { cert_file: %q, key_file: %q, ca_file: %q, verify: true }", cert, private, ca), natsContext{CA: ca, Cert: cert, Key: private}
	}},
	{"encrypted first", func(t *testing.T, dir string) (string, natsContext) {
		ca, cert, private := certificates(t, dir)
		return fmt.Sprintf("tls { cert_file: %q, key_file: %q, handshake_first: true }", cert, private), natsContext{CA: ca, First: true}
	}},
}

// TestLogins logs in to real servers by contexts, and is refused without.
func TestLogins(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if err := os.MkdirAll(filepath.Join(home, "nats", "context"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range logins {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			config, login := tt.prepare(t, dir)
			s := natstest.Start(t, "-c", file(t, dir, "nats.conf", config))
			login.URL = s.URL()
			data, _ := json.Marshal(login)
			file(t, filepath.Join(home, "nats", "context"), tt.name+".json", string(data))
			c, err := Connect(tt.name, DefaultStream, "test")
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err := c.Ready(); err != nil {
				t.Error(err)
			}
			if c, err := Connect(s.URL(), DefaultStream, "test"); err == nil {
				c.Close()
				t.Error("anybody is let in")
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("an error tells a secret: %v", err)
			}
		})
	}
}

// file writes a file and returns its path.
func file(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pair is a key of NATS.
type pair struct {
	nkeys.KeyPair
	public, seed string
}

func key(t *testing.T, create func() (nkeys.KeyPair, error)) pair {
	t.Helper()
	k, err := create()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := k.PublicKey()
	seed, _ := k.Seed()
	return pair{k, public, string(seed)}
}

// credentials are those of a user of an account of an operator, as a file of nsc's.
func credentials(t *testing.T, dir string) (config string, login natsContext) {
	operator, account, user := key(t, nkeys.CreateOperator), key(t, nkeys.CreateAccount), key(t, nkeys.CreateUser)
	system := key(t, nkeys.CreateAccount)
	limits := map[string]any{"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
		"mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1}
	plain := map[string]any{"subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1}
	config = fmt.Sprintf("operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: { %s: %s, %s: %s }\n",
		token(t, operator, operator, map[string]any{"type": "operator"}), system.public,
		account.public, token(t, operator, account, map[string]any{"type": "account", "limits": limits}),
		system.public, token(t, operator, system, map[string]any{"type": "account", "limits": plain}))
	text := fmt.Sprintf("-----BEGIN NATS USER JWT-----\n%s\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n",
		token(t, account, user, map[string]any{"type": "user", "subs": -1, "data": -1, "payload": -1}), user.seed)
	return config, natsContext{Creds: file(t, dir, "ann.creds", text)}
}

// token is a signed statement of an identity.
func token(t *testing.T, by, of pair, claims map[string]any) string {
	t.Helper()
	claims["version"] = 2
	body, err := json.Marshal(map[string]any{"jti": of.public, "iat": time.Now().Unix(), "iss": by.public, "sub": of.public, "name": "test", "nats": claims})
	if err != nil {
		t.Fatal(err)
	}
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"typ":"JWT","alg":"ed25519-nkey"}`)) + "." + base64.RawURLEncoding.EncodeToString(body)
	signature, err := by.Sign([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// certificates are files of a certificate of this machine that certifies itself, and its
// key.
func certificates(t *testing.T, dir string) (ca, cert, private string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	cert = file(t, dir, "cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	private = file(t, dir, "key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: keyDER})))
	return cert, cert, private
}
