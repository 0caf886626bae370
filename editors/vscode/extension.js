// Runs `pipelint lsp` for Fluentd and Logstash configs, and for YAML files, which may hold ConfigMaps of them.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function activate(context) {
  const settings = workspace.getConfiguration("pipelint");
  const [command, ...args] = settings.get("command");
  const languages = ["fluentd", "logstash", "yaml"];
  const settingsFiles = "**/{pipelint,.pipelint,pyproject}.toml";
  const documentSelector = [
    ...languages.flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
    { scheme: "file", pattern: settingsFiles },
    ...settings.get("files").map((pattern) => ({ scheme: "file", pattern })),
  ];
  client = new LanguageClient("pipelint", "pipelint", { command, args }, { documentSelector });
  context.subscriptions.push(client);
  await client.start();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
