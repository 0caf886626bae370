// Which program is run, and that a workspace which is not trusted has no say in it.
"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { findProgram } = require("../src/program");

const on = (/** @type {string[]} */ ...files) => (/** @type {string} */ file) => files.includes(file);
const linux = { command: [], folders: ["/w"], trusted: true, path: "/usr/bin:/opt/bin", windows: false };

test("a trusted workspace's environment comes before PATH", () => {
  const runs = on("/w/.venv/bin/pipelint", "/w/venv/bin/pipelint", "/opt/bin/pipelint");
  assert.deepEqual(findProgram({ ...linux, runs }), ["/w/.venv/bin/pipelint"]);
  assert.deepEqual(findProgram({ ...linux, runs: on("/w/venv/bin/pipelint", "/opt/bin/pipelint") }), ["/w/venv/bin/pipelint"]);
});

test("each folder of a workspace may have the environment", () => {
  assert.deepEqual(findProgram({ ...linux, folders: ["/a", "/b"], runs: on("/b/.venv/bin/pipelint") }), ["/b/.venv/bin/pipelint"]);
});

test("the environment of a workspace that is not trusted does not count", () => {
  const place = { ...linux, trusted: false };
  assert.deepEqual(findProgram({ ...place, runs: on("/w/.venv/bin/pipelint", "/opt/bin/pipelint") }), ["/opt/bin/pipelint"]);
  assert.equal(findProgram({ ...place, runs: on("/w/.venv/bin/pipelint") }), undefined);
});

test("a folder of PATH inside a workspace that is not trusted does not count", () => {
  const place = { ...linux, path: "/w/.venv/bin:/x/../w/bin:/w2/bin", runs: () => true };
  assert.deepEqual(findProgram(place), ["/w/.venv/bin/pipelint"]);
  assert.deepEqual(findProgram({ ...place, trusted: false }), ["/w2/bin/pipelint"]);
  assert.deepEqual(findProgram({ ...place, command: ["pipelint"], trusted: false }), ["/w2/bin/pipelint"]);
});

test("a relative folder of PATH, which is the working folder's, never counts", () => {
  assert.equal(findProgram({ ...linux, folders: [], path: ".::bin", runs: () => true }), undefined);
});

test("the setting names the program with its arguments", () => {
  const runs = () => true;
  assert.deepEqual(findProgram({ ...linux, command: ["/p/python", "-m", "pipelint"], runs }), ["/p/python", "-m", "pipelint"]);
  assert.deepEqual(findProgram({ ...linux, command: ["uvx", "pipelint"], runs }), ["/usr/bin/uvx", "pipelint"]);
});

test("a relative path in the setting is refused: it would be the workspace's", () => {
  for (const name of ["./pipelint", "bin/pipelint", "bin\\pipelint"]) {
    assert.equal(findProgram({ ...linux, command: [name], runs: () => true }), undefined);
  }
});

test("Windows has its own folders, ending and letters' case", () => {
  const windows = { command: [], folders: ["C:\\w"], trusted: true, path: "c:\\W\\bin;D:\\bin", windows: true };
  assert.deepEqual(findProgram({ ...windows, runs: () => true }), ["C:\\w\\.venv\\Scripts\\pipelint.exe"]);
  assert.deepEqual(findProgram({ ...windows, trusted: false, runs: () => true }), ["D:\\bin\\pipelint.exe"]);
  assert.deepEqual(findProgram({ ...windows, command: ["py.EXE"], runs: on("D:\\bin\\py.EXE") }), ["D:\\bin\\py.EXE"]);
});
