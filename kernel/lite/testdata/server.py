"""A site for the tests: the kit, the test's page, and what a service worker does for
interrupts."""

import http.server
import pathlib
import threading
import urllib.parse

HERE = pathlib.Path(__file__).parent
TYPES = {".wasm": "application/wasm", ".js": "text/javascript", ".html": "text/html"}


class Site:
    """Serves kit/ of a folder and this one as test/. isolated sends the headers that allow
    SharedArrayBuffer. Paths in missing aren't there, those in alias are other paths, those in others
    are files elsewhere, those in made are bytes, those in broken end the connection; while cut is set all do. A file that the browser has it asks for again."""

    def __init__(self, folder, isolated):
        self.folder, self.isolated = pathlib.Path(folder), isolated
        self.broken = set()
        self.missing, self.alias, self.others, self.made, self.cut = set(), {}, {}, {}, False
        self.asked, self.unchanged = [], []
        self.raised = False

    def __enter__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
                site.asked.append(path)
                if site.cut or path in site.broken and self.command == "GET":
                    self.close_connection = True
                    self.connection.close()
                elif path == "/signal":
                    raised, site.raised = site.raised, False
                    self.answer(200, b"1" if raised else b"0", "text/plain")
                else:
                    self.file(path)

            def do_HEAD(self):
                self.do_GET()

            def do_POST(self):
                site.raised = True
                self.answer(200, b"", "text/plain")

            def file(self, path):
                path = site.alias.get(path, path)
                file = site.others.get(path) or (HERE / path[6:] if path.startswith("/test/") else site.folder / path[1:])
                made = site.made.get(path)
                if path in site.missing or made is None and not file.is_file():
                    self.answer(404, b"not here", "text/plain")
                else:
                    tag = f'"{file.stat().st_mtime_ns if made is None else made.hex()}"'
                    same = self.headers["If-None-Match"] == tag
                    if same:
                        site.unchanged.append(path)
                    body = b"" if same else file.read_bytes() if made is None else made
                    self.answer(304 if same else 200, body, TYPES.get(file.suffix, "application/octet-stream"), tag)

            def answer(self, status, body, kind, tag=None):
                self.send_response(status)
                self.send_header("Cache-Control", "no-cache" if tag else "no-store")
                if tag:
                    self.send_header("ETag", tag)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                if site.isolated:
                    self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                    self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
