/** The dependencies and the Node that the project is pinned to; used by every script. Runs on any Node from 18 on. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** Every command is found in node_modules/.bin first: the pinned Node lies there too. */
process.env.PATH = resolve("node_modules/.bin") + delimiter + process.env.PATH;

/** Runs a command with our output and gives its exit status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}

/** npm writes node_modules/.package-lock.json last: when it is older than the lock file, something is missing. */
function isInstalled() {
  const mark = "node_modules/.package-lock.json";
  return existsSync(mark) && statSync(mark).mtimeMs >= statSync("package-lock.json").mtimeMs;
}

/** `npm ci` where needed; ends the process with one line where it fails. */
export function installDependencies() {
  if (isInstalled()) return;
  console.log("Installing the dependencies …");
  if (run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]) !== 0) {
    console.error("The dependencies could not be installed: is the npm registry reachable?");
    process.exit(1);
  }
}

/** The pinned Node, or this one where the project brings none for the platform. */
export function pinnedNode() {
  const pinned = resolve("node_modules/.bin/node");
  return existsSync(pinned) ? pinned : process.execPath;
}
