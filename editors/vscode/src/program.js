// Where the program is. Nothing here touches the editor or the disk: what it needs to know is handed in.
"use strict";

const path = require("node:path");

/**
 * The command that runs pipelint, its program as an absolute path; undefined where there is none.
 *
 * A workspace that is not trusted never names the program: neither its virtual environment counts, nor a folder of PATH inside it.
 * The bare name is never left to the system to find, as Windows would look into the working folder first.
 *
 * @param {object} place
 * @param {string[]} place.command the user's setting: a program with its arguments, or nothing
 * @param {string[]} place.folders of the workspace
 * @param {boolean} place.trusted whether the user trusts the workspace
 * @param {string} place.path the variable PATH
 * @param {boolean} place.windows
 * @param {(file: string) => boolean} place.runs whether a path names a file that can be run
 * @returns {string[] | undefined}
 */
function findProgram({ command, folders, trusted, path: variable, windows, runs }) {
  const { delimiter, isAbsolute, join, relative, sep } = windows ? path.win32 : path.posix;
  const [name = "pipelint", ...args] = command;
  if (isAbsolute(name)) return [name, ...args];
  if (/[\\/]/.test(name)) return undefined;

  const inside = (/** @type {string} */ file) =>
    folders.some((folder) => {
      const way = relative(folder, file);
      return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    });
  const file = windows && !/\.exe$/i.test(name) ? `${name}.exe` : name;
  const environments = folders.flatMap((folder) => [".venv", "venv"].map((own) => join(folder, own, windows ? "Scripts" : "bin")));
  const found = [
    ...(trusted && command.length === 0 ? environments : []),
    ...variable.split(delimiter).filter((folder) => isAbsolute(folder) && (trusted || !inside(folder))),
  ]
    .map((folder) => join(folder, file))
    .find(runs);
  return found === undefined ? undefined : [found, ...args];
}

module.exports = { findProgram };
