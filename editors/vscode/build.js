// Bundles the extension into dist, with the licences of what is bundled.
"use strict";

const esbuild = require("esbuild");
const fs = require("node:fs");
const path = require("node:path");

const bundle = esbuild.buildSync({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node18",
  external: ["vscode"],
  metafile: true,
});
const folders = Object.keys(bundle.metafile.inputs).map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]);
const notices = [...new Set(folders)].sort().flatMap((folder) => {
  if (folder === undefined) return [];
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
  const licence = fs.readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (licence === undefined) throw new Error(`${name} has no licence`);
  return [`${name} ${version}\n\n${fs.readFileSync(path.join(folder, licence), "utf8").trim()}\n`];
});
fs.writeFileSync("dist/NOTICES.txt", notices.join(`\n${"-".repeat(72)}\n\n`));
