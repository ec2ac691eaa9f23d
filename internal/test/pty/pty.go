// Package pty gives tests a pseudo-terminal. Call Open, on Linux or macOS;
// other systems have none.
package pty
