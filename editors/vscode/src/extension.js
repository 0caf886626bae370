// Runs `pipelint lsp` for Fluentd and Logstash configs, and for YAML files, which may hold ConfigMaps of them; and the other
// commands of pipelint that an editor can show.
"use strict";

const { execFile } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { findProgram } = require("./program");

const { commands, env, window, workspace } = vscode;
// The pages that are shown are documents of this scheme: there is no file of them.
const SCHEME = "pipelint";
// What the server calls to have a rule explained.
const EXPLAIN = "pipelint.explain";

/** @type {LanguageClient | undefined} */
let client;
/** One start or stop at a time. */
let last = Promise.resolve();

exports.activate = async function activate(/** @type {vscode.ExtensionContext} */ context) {
  const pages = new Pages();
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), "pipelint-"));
  const explain = (/** @type {string | undefined} */ code) => explainRule(pages, code);
  const again = () => restart(explain);
  const told = (/** @type {(...given: any[]) => Promise<unknown>} */ run) => async (/** @type {any[]} */ ...given) => {
    try {
      return await run(...given);
    } catch (error) {
      window.showErrorMessage(error instanceof Error ? error.message : String(error));
    }
  };
  context.subscriptions.push(
    pages,
    workspace.registerTextDocumentContentProvider(SCHEME, pages),
    { dispose: () => fs.rmSync(reports, { recursive: true, force: true }) },
    commands.registerCommand("pipelint.restart", told(again)),
    commands.registerCommand("pipelint.explainRule", told(explain)),
    commands.registerCommand("pipelint.showEstimate", told(() => showEstimate(pages))),
    commands.registerCommand("pipelint.openReport", told(() => openReport(path.join(reports, "report.html")))),
    workspace.onDidGrantWorkspaceTrust(told(again)),
    workspace.onDidChangeConfiguration((change) => {
      if (["command", "files"].some((name) => change.affectsConfiguration(`pipelint.${name}`))) return told(again)();
    }),
  );
  await told(again)();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};

/** Ends the server where one runs, and starts one with today's settings. */
function restart(/** @type {(code: string) => Promise<void>} */ explain) {
  last = last
    .catch(() => undefined)
    .then(async () => {
      const old = client;
      client = undefined;
      await old?.dispose();
      const [command, ...args] = program();
      client = new LanguageClient(
        "pipelint",
        "pipelint",
        { command, args: [...args, "lsp"], options: { cwd: workingFolder() } },
        {
          documentSelector: selector(workspace.getConfiguration("pipelint").get("files", [])),
          middleware: {
            executeCommand: (name, given, next) => (name === EXPLAIN ? explain(given[0]) : next(name, given)),
            provideInlayHints: (...[document, range, token, next]) => (showsCosts("hints") ? next(document, range, token) : []),
            // A lens of costs has nothing to run; those that fix are left.
            provideCodeLenses: async (document, token, next) =>
              (await next(document, token))?.filter(({ command }) => command?.command !== "" || showsCosts("lenses")),
          },
        },
      );
      await client.start();
    });
  return last;
}

/** Whether costs are shown so. */
function showsCosts(/** @type {string} */ how) {
  return [how, "both"].includes(workspace.getConfiguration("pipelint").get("costs", "hints"));
}

/** The documents that the server looks at. */
function selector(/** @type {string[]} */ files) {
  const languages = ["fluentd", "logstash", "yaml"];
  return [
    ...languages.flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
    ...["**/{pipelint,.pipelint,pyproject}.toml", ...files].map((pattern) => ({ scheme: "file", pattern })),
  ];
}

/** The program and its arguments. Throws where it is not found. */
function program() {
  const found = findProgram({
    command: workspace.getConfiguration("pipelint").get("command", []),
    folders: folders(),
    trusted: workspace.isTrusted,
    path: process.env.PATH ?? "",
    windows: process.platform === "win32",
    runs,
  });
  if (found !== undefined) return found;
  const where = workspace.isTrusted ? "" : " A workspace that is not trusted cannot name it.";
  throw new Error(`pipelint was not found: run pip install "pipelint[lsp]", or set pipelint.command to its absolute path.${where}`);
}

function runs(/** @type {string} */ file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function folders() {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
}

/** Where the program runs. `python -m` takes code from there: a workspace that is not trusted is not that place. */
function workingFolder() {
  return (workspace.isTrusted ? folders()[0] : undefined) ?? os.homedir();
}

/** What the program prints. Throws what it says when it fails. */
function output(/** @type {string[]} */ ...asked) {
  const [command, ...args] = program();
  const options = { cwd: workingFolder(), maxBuffer: 2 ** 26, windowsHide: true };
  return window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `pipelint ${asked[0]}` },
    () =>
      /** @type {Promise<string>} */ (
        new Promise((done, failed) => {
          execFile(command, [...args, ...asked], options, (error, stdout, stderr) =>
            error === null ? done(stdout) : failed(new Error(stderr.trim() || error.message)),
          );
        })
      ),
  );
}

/** Shows the page of a rule or plugin; without one asks for it, and offers the rule of a finding at the cursor. */
async function explainRule(/** @type {Pages} */ pages, /** @type {string | undefined} */ code) {
  const prompt = "Code or name of a rule, or name of a plugin";
  const wanted = code ?? (await window.showInputBox({ prompt, value: codeAtCursor() }));
  if (wanted) await pages.show(`${wanted}.md`, await output("explain", "--", wanted));
}

function codeAtCursor() {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const found = vscode.languages
    .getDiagnostics(document.uri)
    .find(({ source, range }) => source === "pipelint" && range.intersection(selection) !== undefined);
  return found?.code === undefined ? undefined : String(typeof found.code === "object" ? found.code.value : found.code);
}

/** Shows what `pipelint estimate` says of the file in front. */
async function showEstimate(/** @type {Pages} */ pages) {
  const file = await savedFile();
  await pages.show(`${path.basename(file)} estimate.md`, await output("estimate", "--format", "markdown", "--", file));
}

/** Opens the page of `pipelint report` about the folder of the workspace that the file in front is in; without one, about the file. */
async function openReport(/** @type {string} */ report) {
  const document = window.activeTextEditor?.document;
  const folder = document === undefined ? folders()[0] : workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
  await output("report", "--force", "--output", report, "--", folder ?? (await savedFile()));
  if (!(await env.openExternal(vscode.Uri.file(report)))) window.showInformationMessage(`The report is in ${report}`);
}

/** The path of the file in front, after it was saved: the program reads what is on disk. */
async function savedFile() {
  const document = window.activeTextEditor?.document;
  if (document === undefined || document.uri.scheme !== "file") throw new Error("Open the file of a config first.");
  if (document.isDirty && !(await document.save())) throw new Error(`${document.fileName} could not be saved.`);
  return document.fileName;
}

/** Texts that are shown without a file, by the path of their document. */
class Pages {
  #texts = new Map();
  /** @type {vscode.EventEmitter<vscode.Uri>} */
  #changed = new vscode.EventEmitter();
  onDidChange = this.#changed.event;

  provideTextDocumentContent(/** @type {vscode.Uri} */ uri) {
    return this.#texts.get(uri.path);
  }

  async show(/** @type {string} */ name, /** @type {string} */ text) {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    await commands.executeCommand("markdown.showPreview", uri);
  }

  dispose() {
    this.#changed.dispose();
  }
}
