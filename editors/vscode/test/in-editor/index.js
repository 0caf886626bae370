// What a person does in VS Code itself, with the extension and the server. The folder that is open holds fluent.conf, with a finding
// of FD101, and pipelint in its virtual environment, which leaves a file `ran` in the folder. What came of it is written to the file
// that PIPELINT_TEST_RESULT names.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");

const { commands, languages, window, workspace } = vscode;

async function until(/** @type {string} */ what, /** @type {() => any} */ holds) {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    const found = holds();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

const page = (/** @type {string} */ name) =>
  until(name, () => workspace.textDocuments.find(({ uri }) => uri.scheme === "pipelint" && uri.path === `/${name}`));

/** @type {Record<string, () => Promise<void>>} */
const trusted = {
  async "a config has its language and findings"() {
    const document = await workspace.openTextDocument(beside("fluent.conf"));
    assert.equal(document.languageId, "fluentd");
    await window.showTextDocument(document);
    await found();
  },
  async "a restarted server finds the same"() {
    const gone = new Promise((done) => languages.onDidChangeDiagnostics(done));
    await commands.executeCommand("pipelint.restart");
    await gone;
    await found();
  },
  async "a rule is explained on request and from the light bulb"() {
    await commands.executeCommand("pipelint.explainRule", "FD101");
    assert.match((await page("FD101.md")).getText(), /^# FD101 time_format/);
    await commands.executeCommand("pipelint.explain", "FD102");
    assert.match((await page("FD102.md")).getText(), /^# FD102 /);
  },
  async "costs are shown once: at the stages, with the fixes above the config"() {
    const document = await front();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await commands.executeCommand("vscode.executeInlayHintProvider", document.uri, whole);
    assert.ok(hints.some((/** @type {vscode.InlayHint} */ { label }) => /µs\/event/.test(String(label))));
    const lenses = await commands.executeCommand("vscode.executeCodeLensProvider", document.uri, 10);
    assert.ok(lenses.every((/** @type {vscode.CodeLens} */ { command }) => !/events\/s/.test(command?.title ?? "")));
  },
  async "the estimate is shown"() {
    await front();
    await commands.executeCommand("pipelint.showEstimate");
    assert.match((await page("fluent.conf estimate.md")).getText(), /events\/s per CPU/);
  },
  async "the report is written and opened"() {
    await front();
    void commands.executeCommand("pipelint.openReport");
    const file = await until("the report", () =>
      fs
        .readdirSync(os.tmpdir())
        .map((name) => path.join(os.tmpdir(), name, "report.html"))
        .find((name) => fs.existsSync(name)),
    );
    assert.match(fs.readFileSync(file, "utf8"), /fluent\.conf/);
  },
};

/** @type {Record<string, () => Promise<void>>} */
const untrusted = {
  async "nothing is run from a workspace that is not trusted"() {
    await window.showTextDocument(await workspace.openTextDocument(beside("fluent.conf")));
    await until("the extension", () => vscode.extensions.getExtension("pipelint.pipelint")?.isActive);
    for (const name of ["restart", "showEstimate", "openReport"]) await commands.executeCommand(`pipelint.${name}`);
    await commands.executeCommand("pipelint.explainRule", "FD101");
    assert.ok(!fs.existsSync(beside("ran").fsPath));
  },
};

function beside(/** @type {string} */ name) {
  const [folder] = workspace.workspaceFolders ?? assert.fail("no folder is open");
  return vscode.Uri.joinPath(folder.uri, name);
}

async function front() {
  const document = workspace.textDocuments.find(({ fileName }) => fileName.endsWith("fluent.conf"));
  await window.showTextDocument(document ?? assert.fail("fluent.conf is not open"));
  return document ?? assert.fail();
}

const found = () =>
  until("FD101", () =>
    languages
      .getDiagnostics(beside("fluent.conf"))
      .some(({ code, source }) => source === "pipelint" && typeof code === "object" && code.value === "FD101"),
  );

exports.run = async function run() {
  /** @type {Record<string, string>} */
  const result = {};
  for (const [name, test] of Object.entries(workspace.isTrusted ? trusted : untrusted)) {
    result[name] = await test().then(
      () => "passed",
      (error) => String(error.stack),
    );
  }
  fs.writeFileSync(process.env.PIPELINT_TEST_RESULT ?? assert.fail("PIPELINT_TEST_RESULT is not set"), JSON.stringify(result));
};
