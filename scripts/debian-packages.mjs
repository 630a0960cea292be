/** What the tests need beyond npm, from Debian's packages: Chromium and mail servers. */
import { existsSync } from "node:fs";
import { run } from "./runtime.mjs";

/** Each package with the program that shows that it is there. */
const needed = {
  chromium: ["/usr/bin/chromium"],
  postfix: ["/usr/sbin/postfix"],
  "dovecot-imapd": ["/usr/lib/dovecot/imap"],
};

const missing = () => Object.keys(needed).filter((name) => !needed[name].some((program) => existsSync(program)));

/** Chromium by CHROMIUM, or where the distributions put it. */
export function findChromium() {
  const places = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const found = places.find((place) => place && existsSync(place));
  if (!found) {
    console.error("The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM.");
    process.exit(1);
  }
  return found;
}

/** Installs what is missing where we may (root on Debian); elsewhere says what to install. */
export function installDebianPackages() {
  const names = missing().filter((name) => name !== "chromium" || !process.env.CHROMIUM);
  if (names.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall) {
    console.error(`The tests look for ${names.join(", ")}. On Debian: sudo apt-get install ${names.join(" ")}`);
    return;
  }
  console.log(`Installing ${names.join(", ")} from Debian's packages …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  run("apt-get", ["update", "-qq"], options);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], options);
}
