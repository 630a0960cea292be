/** Debian packages that the tests need: Chromium, mail servers, other parsers. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresPrograms } from "./postgres.mjs";
import { run } from "./runtime.mjs";
import { caddyFolder, caddyPath, cephFolder, unpackedFolder } from "./unpacked-packages.mjs";

/** Each package with a program by which it is detected. */
const needed = {
  chromium: ["/usr/bin/chromium"],
  postfix: ["/usr/sbin/postfix"],
  "dovecot-imapd": ["/usr/lib/dovecot/imap"],
  "dovecot-lmtpd": ["/usr/lib/dovecot/lmtp"],
  "dovecot-submissiond": ["/usr/lib/dovecot/submission"],
  // Pigeonhole: another interpreter of Sieve.
  "dovecot-sieve": ["/usr/bin/sieve-test"],
  // Scripts of Sieve on a mail server.
  "dovecot-managesieved": ["/usr/lib/dovecot/managesieve"],
  // Address books by CardDAV.
  radicale: ["/usr/bin/radicale"],
  // In front of it: HTTP Digest.
  lighttpd: ["/usr/sbin/lighttpd"],
  "dnsmasq-base": ["/usr/sbin/dnsmasq"],
  "nginx-light": ["/usr/sbin/nginx"],
  pgbouncer: ["/usr/sbin/pgbouncer"],
  postgresql: [`${postgresPrograms()}/initdb`],
  openssl: ["/usr/bin/openssl"],
  // The container image; where containers may not run its tests say so.
  buildah: ["/usr/bin/buildah"],
  podman: ["/usr/bin/podman"],
  runc: ["/usr/sbin/runc", "/usr/bin/runc"],
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

/** Whether it is there and ours: a directory that another user made could hold other programs. */
function isUnpackedAt(folder) {
  if (!existsSync(folder)) return false;
  if (lstatSync(folder).uid === process.getuid?.()) return true;
  throw new Error(`${folder} belongs to another user`);
}

/** What an installation would bring that is not here yet: "Inst name (version …)"; with "[old version]" it is here. */
function missingFor(names) {
  const { stdout } = apt("apt-get", ["install", "--simulate", "--no-install-recommends", ...names]);
  return [...stdout.matchAll(/^Inst (\S+) \(/gm)].map(([, name]) => name);
}

/** Downloads packages and unpacks them into a folder, without root. Returns why not. */
function unpack(names, into) {
  const folder = mkdtempSync(join(tmpdir(), "pismo-packages-"));
  const downloads = join(folder, "debs");
  mkdirSync(downloads);
  const { status, stderr } = apt("apt-get", ["download", "-qq", ...names], { cwd: downloads });
  if (status === 0) {
    for (const file of readdirSync(downloads)) apt("dpkg", ["-x", join(downloads, file), join(folder, "root")]);
    chmodSync(join(folder, "root"), 0o755);
    renameSync(join(folder, "root"), into);
  }
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? undefined : stderr.trim().split("\n").at(-1);
}

/** Downloads and unpacks the other IMAP servers; on failure prints which tests are skipped. */
function unpackImapServers() {
  if (isUnpackedAt(unpackedFolder)) return undefined;
  if (!existsSync("/usr/bin/apt-get")) return leaveOut("there is no apt-get");
  if (process.getuid?.() === 0) apt("apt-get", ["update", "-qq"]);
  const [courier, ...cyrus] = unpackedPackages;
  const names = [...missingFor(cyrus), ...missingFor([courier])];
  const wanted = [...new Set(names.filter((name) => alsoUnpacked.test(name)))];
  if (!unpackedPackages.every((name) => wanted.includes(name))) return leaveOut("apt-get does not know them");
  console.log(
    `Unpacking ${unpackedPackages.join(", ")} and ${wanted.length - unpackedPackages.length} packages that they need …`,
  );
  const reason = unpack(wanted, unpackedFolder);
  return reason && leaveOut(reason);
}

const cephPackages = ["radosgw", "ceph-osd", "ceph-mon"];
/** Ceph's own programs, and libraries: not what looks after disks. */
const alsoUnpackedForCeph = /^(radosgw|ceph-|lib|python3-(rados|ceph-argparse|prettytable|wcwidth)$)/;

/** Ceph, some 60 MB: unpacked, because an installed one has units that start. Returns why it cannot be had. */
export function unpackCeph() {
  if (isUnpackedAt(cephFolder)) return undefined;
  if (!existsSync("/usr/bin/apt-get")) return "there is no apt-get";
  if (process.getuid?.() === 0) apt("apt-get", ["update", "-qq"]);
  const wanted = missingFor(cephPackages).filter((name) => alsoUnpackedForCeph.test(name));
  if (!cephPackages.every((name) => wanted.includes(name))) return "apt-get does not know it, or it is installed";
  console.log(
    `Unpacking ${cephPackages.join(", ")} and ${wanted.length - cephPackages.length} packages that they need …`,
  );
  return unpack(wanted, cephFolder);
}

/** Caddy is one program without libraries of its own. On failure prints which tests are skipped. */
function unpackCaddy() {
  if (caddyPath() !== undefined || !existsSync("/usr/bin/apt-get")) return;
  const reason = unpack(["caddy"], caddyFolder);
  if (reason) console.error(`Caddy cannot be had (${reason}): the test behind it is left out.`);
}

/** Installs missing packages as root on Debian; elsewhere prints their names. */
export function installDebianPackages() {
  installPackages(debianPackages().map(({ name }) => name));
  unpackImapServers();
  unpackCaddy();
}

/** Some of the packages above. */
export function installPackages(wanted) {
  const names = debianPackages()
    .filter(({ name }) => wanted.includes(name))
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
