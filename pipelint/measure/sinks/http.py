"""Sinks that speak HTTP: any endpoint, bulk requests, objects of a bucket, and the API of a cluster."""

from __future__ import annotations

import json
import re

from pipelint.measure.sinks.base import Link, Sink

_POD = re.compile(r"/api/v1/namespaces/([^/]+)/pods/([^/?]+)")
_NAMESPACE = re.compile(r"/api/v1/namespaces/([^/?]+)")


class HttpSink(Sink):
    """Answers every request with 200."""

    def serve(self, link: Link) -> None:
        """See Sink."""
        while True:
            head = link.until(b"\r\n\r\n").decode("latin-1")
            method, path, *_ = head.split(" ", 2)
            lines = head.lower().split("\r\n")
            if "expect: 100-continue" in lines:
                link.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            self._body(link, lines)
            if method in ("GET", "HEAD"):
                status, more, body = self.shown(path)
            elif self.fails():
                status, more, body = "503 Service Unavailable", "", b""
            else:
                status, more, body = self.taken()
            size = f"Content-Length: {len(body)}\r\nConnection: keep-alive\r\n"
            link.send(f"HTTP/1.1 {status}\r\n{more}{size}\r\n".encode() + (b"" if method == "HEAD" else body))

    def _body(self, link: Link, lines: list[str]) -> None:
        if "transfer-encoding: chunked" in lines:
            while size := int(link.until(b"\r\n").split(b";")[0], 16):
                link.exactly(size + 2)
            link.until(b"\r\n")
            return
        lengths = [line.partition(":")[2] for line in lines if line.startswith("content-length:")]
        link.exactly(int(lengths[0]) if lengths else 0)

    def shown(self, path: str) -> tuple[str, str, bytes]:
        """Status, more headers and body of an answer to who only looks."""
        return "200 OK", "", b""

    def taken(self) -> tuple[str, str, bytes]:
        """The same to who sends something."""
        return "200 OK", "", b""


class BulkSink(HttpSink):
    """Elasticsearch and OpenSearch: bulk requests, and who asks for the version."""

    _HEAD = "Content-Type: application/json\r\nX-Elastic-Product: Elasticsearch\r\n"

    def shown(self, path: str) -> tuple[str, str, bytes]:
        """The version, and of anything else that it is there."""
        version = {"number": "7.17.13", "build_flavor": "default"}
        about = {"name": "x", "cluster_name": "x", "version": version, "tagline": "You Know, for Search"}
        return "200 OK", self._HEAD, json.dumps(about).encode()

    def taken(self) -> tuple[str, str, bytes]:
        """All items were taken."""
        return "200 OK", self._HEAD, b'{"took":0,"errors":false,"items":[]}'


class ObjectSink(HttpSink):
    """S3: the bucket is there, and empty."""

    _EMPTY = (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
        b"<KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>"
    )

    def shown(self, path: str) -> tuple[str, str, bytes]:
        """404 for an object; of the bucket what is in it."""
        is_object = len([part for part in path.partition("?")[0].split("/") if part]) > 1
        said = "x-amz-request-id: 1\r\nContent-Type: application/xml\r\n"
        return ("404 Not Found", said, b"") if is_object else ("200 OK", said, self._EMPTY)

    def taken(self) -> tuple[str, str, bytes]:
        """It has a tag."""
        return "200 OK", 'ETag: "0"\r\nx-amz-request-id: 1\r\n', b""


class ClusterSink(HttpSink):
    """The API of Kubernetes, with any pod that is asked for; nothing changes there."""

    def shown(self, path: str) -> tuple[str, str, bytes]:
        """A list of resources, a pod, a namespace."""
        found: object = {"kind": "APIVersions", "versions": ["v1"]}
        if pod := _POD.match(path):
            labels = {"app": "shop", "tier": "web", "release": "stable", "pod-template-hash": "6d5f9c7b8"}
            meta = {"name": pod[2], "namespace": pod[1], "uid": "5e1f7a52-9d7b-4c39-a6f6-0c52f5f3a7a1", "labels": labels}
            status = {"podIP": "10.0.0.7", "hostIP": "10.0.0.1", "containerStatuses": []}
            spec = {"nodeName": "node-1", "containers": [{"name": "app", "image": "shop/app:1.0"}]}
            found = {"kind": "Pod", "apiVersion": "v1", "metadata": meta, "spec": spec, "status": status}
        elif namespace := _NAMESPACE.match(path):
            meta = {"name": namespace[1], "uid": "0b2d6f0e-52c9-4a57-8d0c-1a6c1e8a4b11", "labels": {"team": "shop"}}
            found = {"kind": "Namespace", "apiVersion": "v1", "metadata": meta}
        elif path.startswith("/api/v1"):
            kinds = (("pods", "Pod", True), ("namespaces", "Namespace", False))
            resources = [{"name": name, "kind": kind, "namespaced": own, "verbs": ["get"]} for name, kind, own in kinds]
            found = {"kind": "APIResourceList", "groupVersion": "v1", "resources": resources}
        return "200 OK", "Content-Type: application/json\r\n", json.dumps(found).encode()
