/**
 * `npm run doctor`: what this machine lacks for `npm start` and `npm test`, and how to install it. Changes
 * nothing. Plain JavaScript for any Node from 18 on. Ends with 0 where `npm start` can run, else with 1.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { freemem, homedir, totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { chromiumPath, debianPackages, mayInstall, unpackedPackages } from "./debian-packages.mjs";
import { isInstalled, isNewEnough, isWebClientBuilt } from "./runtime.mjs";
import { unpackedFolder } from "./unpacked-packages.mjs";

const good = (text) => ({ level: "good", text });
/** It runs all the same, slower or without a part. */
const poor = (text, mend) => ({ level: "poor", text, mend });
const bad = (text, mend) => ({ level: "bad", text, mend });

const GB = 2 ** 30;
const inGB = (octets) => `${(octets / GB).toFixed(1)} GB`;
const env = (name, fallback) => (process.env[name] ?? "").trim() || fallback;

/** The defaults of packages/server/src/settings.ts; a test compares the two. */
const settings = {
  mode: env("PISMO_MODE", "personal"),
  host: env("PISMO_HOST", "127.0.0.1"),
  port: env("PISMO_PORT", "8025"),
  smtpPort: env("PISMO_SMTP_PORT", "2525"),
  dataDir: resolve(env("PISMO_DATA_DIR", join(process.env.XDG_DATA_HOME || join(homedir(), ".local/share"), "pismo"))),
};

const pinned = resolve("node_modules/.bin/node");
const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8")).packages;
const pinnedPackage = `node_modules/node-${process.platform}-${process.arch}`;
const pinnedVersion = lock[pinnedPackage]?.version;

function checkNode() {
  const ours = process.versions.node;
  if (fs.existsSync(pinned)) {
    const { status, stdout } = spawnSync(pinned, ["--version"], { encoding: "utf8" });
    if (status === 0) return good(`Node ${stdout.trim().slice(1)}, which came with the dependencies`);
    return bad(
      `the Node in ${pinned} does not run on this system`,
      "use a Linux with glibc (Debian, Ubuntu, Fedora; not Alpine)",
    );
  }
  if (pinnedVersion !== undefined && Number.parseInt(ours, 10) >= 18)
    return good(`Node ${ours} installs the dependencies, which bring Node ${pinnedVersion}`);
  if (isNewEnough(ours)) return good(`Node ${ours}`);
  const wanted = pinnedVersion === undefined ? "24.15 or newer" : "18 or newer";
  return bad(`this is Node ${ours}, and Node ${wanted} is needed`, "install it from https://nodejs.org");
}

function checkDependencies() {
  if (isInstalled()) return good("the dependencies are installed");
  const { status } = spawnSync("npm", ["ping", "--fetch-retries=0", "--fetch-timeout=10000"]);
  if (status === 0) return good("the dependencies are not installed yet; npm start installs them");
  return bad(
    "the dependencies are not installed, and npm cannot reach its registry",
    "check the network and `npm ping`",
  );
}

const checkWebClient = () =>
  good(isWebClientBuilt() ? "the web client is built" : "the web client is not built yet; npm start builds it");

/** The values of all settings are the server's to judge, where a Node is there that runs it. */
function checkSettings() {
  const node = fs.existsSync(pinned) ? pinned : process.execPath;
  if (node === process.execPath && !isNewEnough(process.versions.node))
    return good("settings are checked by npm start");
  const script =
    'import("./packages/server/src/config.ts").then(({ loadConfig }) => loadConfig(process.env)).catch((error) => { console.error(error.message); process.exitCode = 1; })';
  const { status, stderr } = spawnSync(node, ["-e", script], { encoding: "utf8" });
  if (status === 0) return good("the settings (PISMO_…) make sense");
  return bad(stderr.trim().split("\n").at(-1), "`npm run pismo -- --help` lists all settings");
}

/** Whether a program listens there already. */
const isTaken = (host, port) =>
  new Promise((done) => {
    const server = createServer();
    server.once("error", (error) => done(error.code));
    server.listen({ host, port }, () => server.close(() => done(undefined)));
  });

/** A request without a token is answered with the realm that requires one. */
const isPismo = (host, port) =>
  fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/.well-known/jmap`, {
    signal: AbortSignal.timeout(3000),
  })
    .then((answer) => answer.headers.get("www-authenticate")?.includes('realm="Pismo"') === true)
    .catch(() => false);

async function checkPort(variable, host, text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return good(`${variable} is ${text}`);
  const problem = await isTaken(host, port);
  if (problem === undefined) return good(`port ${port} is free (${variable})`);
  const mend = `choose another: ${variable}=${port < 1024 ? port + 8000 : port + 1} npm start`;
  if (problem === "EACCES") return bad(`port ${port} may not be used (${variable})`, mend);
  if (problem !== "EADDRINUSE") return bad(`${host}:${port} cannot be used: ${problem} (${variable})`, mend);
  if (variable === "PISMO_PORT" && (await isPismo(host, port)))
    return bad(
      `Pismo runs at port ${port} already`,
      "`npm run pismo -- open` prints its address; end it before you start another",
    );
  return bad(`port ${port} is taken by another program (${variable})`, mend);
}

/** The folder itself, or the nearest one above it that is there. */
function existing(path) {
  return fs.existsSync(path) || path === dirname(path) ? path : existing(dirname(path));
}

function canWrite(path) {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return fs.statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function checkFolder(name, path, mend) {
  const there = existing(path);
  return canWrite(there) ? good(`${name} ${path} can be written`) : bad(`${name} ${path} cannot be written`, mend);
}

function checkDisk(name, path, least) {
  // From Node 18.15 on.
  if (fs.statfsSync === undefined) return good(`free space for ${name} is not known to this Node`);
  const { bavail, bsize } = fs.statfsSync(existing(path));
  const free = bavail * bsize;
  if (free >= least) return good(`${inGB(free)} free for ${name}`);
  return bad(`${inGB(free)} free for ${name} (${path}), and ${inGB(least)} are needed`, "make room on that disk");
}

/** What the machine has, or the container. */
function checkMemory(least, consequence) {
  const limit = process.constrainedMemory?.() ?? 0;
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  if (total >= least) return good(`${inGB(total)} of memory, ${inGB(Math.min(total, freemem()))} of it unused`);
  return poor(`${inGB(total)} of memory: ${consequence}`, `give the machine or container ${inGB(least)}`);
}

function checkChromium() {
  const path = chromiumPath();
  if (path !== undefined) return good(`Chromium: ${path}`);
  if (mayInstall()) return good("Chromium is not installed yet; npm test installs it");
  return bad(
    "there is no Chromium",
    "install it (Debian: `sudo apt-get install chromium`) or set CHROMIUM to its path",
  );
}

function checkPackage({ name, isInstalled: isThere }) {
  if (isThere) return good(`${name} is installed`);
  if (mayInstall()) return good(`${name} is not installed yet; npm test installs it`);
  return poor(
    `${name} is not installed: tests that need it are left out or fail`,
    `on Debian: \`sudo apt-get install ${name}\``,
  );
}

function checkUnpacked() {
  const names = unpackedPackages.join(", ");
  if (fs.existsSync(unpackedFolder)) return good(`${names} are unpacked in ${unpackedFolder}`);
  if (fs.existsSync("/usr/bin/apt-get")) return good(`${names} are not unpacked yet; npm test does it`);
  return poor(
    `${names} cannot be unpacked without apt-get: the tests against them are left out`,
    "run the tests on Debian",
  );
}

/** For screenshots; the product asks for Arial, Helvetica or a substitute. */
function checkFonts() {
  if (process.platform !== "linux") return good("fonts come with the system");
  const { status, stdout } = spawnSync("fc-list", [":lang=ru", "family"], { encoding: "utf8" });
  const mend = "on Debian: `sudo apt-get install fontconfig fonts-liberation`";
  if (status !== 0) return poor("fonts cannot be listed: screenshots may show boxes", mend);
  if (!stdout.trim()) return poor("no font has Cyrillic letters: screenshots show boxes", mend);
  if (!/Liberation Sans|Arial|Helvetica|Arimo/.test(stdout))
    return poor("Arial has no stand-in: screenshots look different", mend);
  return good("fonts for screenshots: one like Arial, with Cyrillic");
}

const sections = {
  "npm start": async () => [
    checkNode(),
    checkDependencies(),
    checkWebClient(),
    checkSettings(),
    await checkPort("PISMO_PORT", settings.host, settings.port),
    settings.mode === "hosted"
      ? good("the mail server takes letters in, so no SMTP port is needed")
      : await checkPort("PISMO_SMTP_PORT", "127.0.0.1", settings.smtpPort),
    checkFolder("the data directory", settings.dataDir, "set PISMO_DATA_DIR to a folder of yours"),
    checkFolder("the project's folder", resolve("."), "clone it into a folder of yours"),
    checkDisk("mail", settings.dataDir, GB / 4),
    checkDisk("the project", resolve("."), isInstalled() ? GB / 10 : GB),
    checkMemory(GB, "npm start may be ended while it builds the web client"),
  ],
  "npm test": () => [
    checkChromium(),
    ...debianPackages()
      .filter(({ name }) => name !== "chromium")
      .map(checkPackage),
    checkUnpacked(),
    checkDisk("temporary files", dirname(unpackedFolder), 2 * GB),
    checkMemory(4 * GB, "browser tests may run out of time"),
    checkFonts(),
  ],
};

const signs = { good: "ok  ", poor: "note", bad: "fix " };
let isStartable = true;
for (const [name, check] of Object.entries(sections)) {
  console.log(`\n${name}`);
  const found = await check();
  for (const { level, text, mend } of found)
    console.log(`  ${signs[level]}  ${text}${mend ? `\n        → ${mend}` : ""}`);
  const canRun = found.every(({ level }) => level !== "bad");
  if (name === "npm start") isStartable = canRun;
  console.log(canRun && isStartable ? `  ${name} can run.` : `  ${name} cannot run yet.`);
}
process.exit(isStartable ? 0 : 1);
