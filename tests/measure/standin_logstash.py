"""A small engine in the place of Logstash: 8 us a line, of which its statistics call 3 the filter's and 4 the output's."""

import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

TOTAL = [0]


class Api(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        lines = TOTAL[0]
        plugins = {
            "inputs": [{"id": "i", "name": "file", "events": {"out": lines}}],
            "filters": [
                {"id": "f", "name": "mutate", "events": {"in": lines, "out": lines, "duration_in_millis": lines * 0.003}}
            ],
            "outputs": [
                {"id": "o", "name": "elasticsearch", "events": {"in": lines, "out": lines, "duration_in_millis": lines * 0.004}}
            ],
        }
        body = json.dumps({"version": "9.9.9", "pipelines": {"main": {"events": {}, "plugins": plugins}}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


words = sys.argv
server = HTTPServer(("127.0.0.1", int(words[words.index("--api.http.port") + 1])), Api)
threading.Thread(target=server.serve_forever, daemon=True).start()
print('[INFO ][logstash.runner] Starting Logstash {"logstash.version"=>"9.9.9"}', flush=True)
file = os.open(re.search(r'path => "([^"]+)"', Path(words[words.index("-f") + 1]).read_text())[1], os.O_RDONLY)
due = time.thread_time()
while True:
    read = os.read(file, 65536).count(b"\n")
    TOTAL[0] += read
    due += read * 8e-6
    while time.thread_time() < due:
        pass
    if not read:
        time.sleep(0.02)
