// Lite is riffle as one program for browsers: a session in the same process, and package
// protocol in front of it. It runs in a web worker, built with GOOS=js; the scripts in js
// load it there and hand it Jupyter's messages. Start with serveSession, which is the
// program without the browser's parts.
package main
