/** Debian packages that the tests need: Chromium, mail servers, other parsers. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresPrograms } from "./postgres.mjs";
import { run } from "./runtime.mjs";
import { unpackedFolder } from "./unpacked-packages.mjs";

/** Each package with a program by which it is detected. */
const needed = {
  chromium: ["/usr/bin/chromium"],
  postfix: ["/usr/sbin/postfix"],
  "dovecot-imapd": ["/usr/lib/dovecot/imap"],
  "dovecot-lmtpd": ["/usr/lib/dovecot/lmtp"],
  "dovecot-submissiond": ["/usr/lib/dovecot/submission"],
  "dnsmasq-base": ["/usr/sbin/dnsmasq"],
  "nginx-light": ["/usr/sbin/nginx"],
  postgresql: [`${postgresPrograms()}/initdb`],
  openssl: ["/usr/bin/openssl"],
  // Other parsers, for the messages that we send.
  python3: ["/usr/bin/python3"],
  "libemail-mime-perl": ["/usr/share/perl5/Email/MIME.pm"],
};

/** Each package by name, and whether it is installed. */
export const debianPackages = () =>
  Object.entries(needed).map(([name, programs]) => ({
    name,
    isInstalled: programs.some((program) => existsSync(program)),
  }));

/** Whether `npm test` installs what is missing by itself. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Chromium by CHROMIUM, or where the distributions put it; undefined where there is none. */
export function chromiumPath() {
  const paths = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  return paths.find((path) => path && existsSync(path));
}

/** Ends the process where there is no Chromium. */
export function findChromium() {
  const found = chromiumPath();
  if (!found) {
    console.error("The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM.");
    process.exit(1);
  }
  return found;
}

/** Debian's IMAP servers exclude one another as installed packages: these are unpacked into a folder. */
export const unpackedPackages = ["courier-imap", "cyrus-imapd", "cyrus-caldav"];
/** Without these, and libraries, they run. */
const alsoUnpacked = /^(courier-|cyrus-|gamin$|lib(?!clamav|mspack|zephyr|gnutls))/;

const apt = (command, args, options = {}) => spawnSync(command, args, { encoding: "utf8", ...options });

const leaveOut = (reason) =>
  console.error(`Courier and Cyrus cannot be had (${reason}): the tests against them are left out.`);

/** Downloads and unpacks the other IMAP servers, without root; on failure prints which tests are skipped. */
function unpackImapServers() {
  if (existsSync(unpackedFolder)) {
    // A directory that another user made could hold other programs.
    if (lstatSync(unpackedFolder).uid === process.getuid?.()) return;
    throw new Error(`${unpackedFolder} belongs to another user`);
  }
  if (!existsSync("/usr/bin/apt-get")) return leaveOut("there is no apt-get");
  if (process.getuid?.() === 0) apt("apt-get", ["update", "-qq"]);
  // What an installation would bring that is not here yet: "Inst name (version …)"; with "[old version]" it is here.
  const plan = apt("apt-get", [
    "install",
    "--simulate",
    "--no-install-recommends",
    ...unpackedPackages.slice(1),
  ]).stdout;
  const courier = apt("apt-get", ["install", "--simulate", "--no-install-recommends", unpackedPackages[0]]).stdout;
  const names = [...`${plan}${courier}`.matchAll(/^Inst (\S+) \(/gm)].map(([, name]) => name);
  const wanted = [...new Set(names.filter((name) => alsoUnpacked.test(name)))];
  if (!unpackedPackages.every((name) => wanted.includes(name))) return leaveOut("apt-get does not know them");
  console.log(
    `Unpacking ${unpackedPackages.join(", ")} and ${wanted.length - unpackedPackages.length} packages that they need …`,
  );
  const folder = mkdtempSync(join(tmpdir(), "pismo-packages-"));
  const downloads = join(folder, "debs");
  mkdirSync(downloads);
  const { status, stderr } = apt("apt-get", ["download", "-qq", ...wanted], { cwd: downloads });
  if (status === 0) {
    for (const file of readdirSync(downloads)) apt("dpkg", ["-x", join(downloads, file), join(folder, "root")]);
    chmodSync(join(folder, "root"), 0o755);
    renameSync(join(folder, "root"), unpackedFolder);
  } else leaveOut(stderr.trim().split("\n").at(-1));
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** Installs missing packages as root on Debian; elsewhere prints their names. */
export function installDebianPackages() {
  installPackages();
  unpackImapServers();
}

function installPackages() {
  const names = debianPackages()
    .filter(({ name, isInstalled }) => !isInstalled && (name !== "chromium" || !process.env.CHROMIUM))
    .map(({ name }) => name);
  if (names.length === 0) return;
  if (!mayInstall()) {
    console.error(`The tests look for ${names.join(", ")}. On Debian: sudo apt-get install ${names.join(" ")}`);
    return;
  }
  console.log(`Installing ${names.join(", ")} from Debian's packages …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  run("apt-get", ["update", "-qq"], options);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], options);
}
