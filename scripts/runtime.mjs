/** The pinned dependencies and Node of the project; used by every script. Runs on any Node from 18 on. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** Every command is found in node_modules/.bin first: the pinned Node is there too. */
process.env.PATH = resolve("node_modules/.bin") + delimiter + process.env.PATH;

/** Stripping types and compiling is half of what a command costs: once is enough. */
process.env.NODE_COMPILE_CACHE ??= resolve("node_modules/.cache/compile");

/** Of the threads that share one process each would keep memory of its own: some 30 MB in all (glibc alone reads this). */
process.env.MALLOC_ARENA_MAX ??= "2";
/** Octets from which memory is had from the system by itself and given back at once; glibc raises them to 32 MB by the way. */
process.env["MALLOC_MMAP_THRESHOLD_"] ??= "262144";
process.env["MALLOC_TRIM_THRESHOLD_"] ??= "262144";

/** Runs a command with our output and gives its exit status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}

/** npm writes node_modules/.package-lock.json last: when it is older than the lock file, something is missing. */
export function isInstalled() {
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

/** Whether the sources run on a Node of this version, as they are. */
export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 15);
}

/** The pinned Node, or this one where the project brings none for the platform. */
export function pinnedNode() {
  const pinned = resolve("node_modules/.bin/node");
  if (existsSync(pinned)) return pinned;
  if (!isNewEnough(process.versions.node)) {
    console.error(`Pismo needs Node 24.15 or newer, and this is ${process.versions.node}: see https://nodejs.org.`);
    process.exit(1);
  }
  return process.execPath;
}

/** Calls `end` on a signal to us or to npm, whose shell dies without passing it on. */
export function onEnd(end) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    end();
  }, 250);
  watch.unref();
}

/** When the newest of these files and folders was changed. */
function newest(paths) {
  return Math.max(
    0,
    ...paths.flatMap((path) => {
      const { mtimeMs } = statSync(path);
      return statSync(path).isDirectory()
        ? [mtimeMs, newest(readdirSync(path).map((name) => join(path, name)))]
        : [mtimeMs];
    }),
  );
}

const webSources = [
  "packages/web/src",
  "packages/web/public",
  "packages/web/index.html",
  "packages/web/vite.config.ts",
  "packages/jmap/src",
  "package-lock.json",
];

/** Whether there is a web client that is newer than its sources. */
export function isWebClientBuilt() {
  const built = "packages/web/dist/index.html";
  return existsSync(built) && statSync(built).mtimeMs >= newest(webSources.filter((path) => existsSync(path)));
}

/** Builds the web client where that is needed; ends the process where it fails. */
export function buildWebClient() {
  if (isWebClientBuilt()) return;
  console.log("Building the web client …");
  const status = run(pinnedNode(), ["../../node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], {
    cwd: "packages/web",
  });
  if (status !== 0) process.exit(status);
}
