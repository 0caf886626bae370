// The grammars on snippets, by the library that the editor itself uses. Below a line of a snippet,
// `//+ SCOPE TEXT` says that TEXT has the scope where it first stands in that line, and `//- SCOPE TEXT` that none of it has.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const FOLDER = path.join(__dirname, "..");
const { grammars } = require("../package.json").contributes;
// Where the grammar of YAML is that the editor ships; a small one stands in for it.
const YAML = process.env.PIPELINT_YAML_GRAMMARS;
// As in the editor's, what stands below a key is read after its indentation: no line begins there for an expression.
const STAND_IN = {
  scopeName: "source.yaml",
  patterns: [{ begin: "^data:$", while: "^(?:  |\\s*$)", patterns: [{ include: "#line" }] }, { include: "#line" }],
  repository: {
    line: {
      patterns: [
        { match: "\\s*#.*", name: "comment.line.yaml" },
        { begin: "[|>]$", end: "\\G(?!  )", name: "string.unquoted.block.yaml" },
        { match: "([\\w.-]+)(:)", captures: { 1: { name: "entity.name.tag.yaml" } } },
      ],
    },
  },
};

function packages() {
  try {
    return { textmate: require("vscode-textmate"), oniguruma: require("vscode-oniguruma") };
  } catch (error) {
    return /** @type {any} */ (error).code === "MODULE_NOT_FOUND" ? undefined : assert.fail(String(error));
  }
}

const found = packages();
const skip = found === undefined && "npm install brings what reads grammars";

async function registry() {
  const { textmate, oniguruma } = /** @type {any} */ (found);
  const wasm = require.resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer).catch(() => undefined);
  const read = (/** @type {string} */ file) => textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
  return new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (/** @type {string[]} */ sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (/** @type {string} */ text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (/** @type {string} */ scope) => {
      const own = grammars.find((/** @type {any} */ grammar) => grammar.scopeName === scope);
      if (own) return read(path.join(FOLDER, own.path));
      if (!scope.startsWith("source.yaml")) return null;
      if (YAML === undefined) return scope === "source.yaml" ? STAND_IN : null;
      const name = scope === "source.yaml" ? "yaml" : scope.replace("source.yaml.", "yaml-");
      const file = path.join(YAML, `${name}.tmLanguage.json`);
      return fs.existsSync(file) ? read(file) : null;
    },
    getInjections: (/** @type {string} */ scope) =>
      grammars.filter((/** @type {any} */ { injectTo }) => injectTo?.includes(scope)).map((/** @type {any} */ g) => g.scopeName),
  });
}

async function check(/** @type {string} */ file) {
  const [scope, ...lines] = fs.readFileSync(file, "utf8").split("\n");
  const grammar = await (await registry()).loadGrammar(scope);
  let stack = null;
  let checked = 0;
  /** @type {string[][]} */
  let scopes = [];
  let above = "";
  for (const [number, line] of lines.entries()) {
    const wanted = /^\/\/([+-]) (\S+) (.+)$/.exec(line);
    if (wanted === null) {
      const read = grammar.tokenizeLine(line, stack);
      stack = read.ruleStack;
      scopes = [];
      for (const { scopes: own, startIndex, endIndex } of read.tokens) {
        for (let at = startIndex; at < endIndex; at++) scopes[at] = own;
      }
      above = line;
      continue;
    }
    const [, sign, name, text] = wanted;
    const start = above.indexOf(text);
    assert.notEqual(start, -1, `line ${number + 2}: ${text} is not above`);
    for (const own of scopes.slice(start, start + text.length)) {
      const has = own.some((scope) => scope === name || scope.startsWith(`${name}.`));
      assert.equal(has, sign === "+", `line ${number + 2}: ${text} has ${own.join(" ")}`);
    }
    checked++;
  }
  assert.ok(checked > 0);
}

for (const name of fs.readdirSync(path.join(__dirname, "snippets"))) {
  test(`scopes of ${name}`, { skip }, () => check(path.join(__dirname, "snippets", name)));
}

test("all expressions compile", { skip }, async () => {
  await registry();
  const { oniguruma } = /** @type {any} */ (found);
  /** @type {(value: any) => string[]} */
  const expressions = (value) =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === "object" ? expressions(inner) : ["match", "begin", "end", "while"].includes(key) ? [inner] : [],
    );
  for (const grammar of grammars) {
    const all = expressions(JSON.parse(fs.readFileSync(path.join(FOLDER, grammar.path), "utf8")));
    assert.ok(all.length > 3);
    // A group of a rule's first expression is filled in before its last one is compiled.
    for (const expression of all) new oniguruma.OnigScanner([expression.replaceAll("\\1", " ")]);
  }
});
