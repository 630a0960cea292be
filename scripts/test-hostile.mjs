/**
 * `npm run test:hostile -- PATH`: opens every message of a folder of .eml files and HTML pages (or every entry of a JSON list
 * of `{ id, html }`) in Chromium, in the real product, then all their files and all others of the folder in the previews, puts
 * them into the index of the search, and tells what any of them achieved.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { findChromium, installDebianPackages } from "./debian-packages.mjs";
import { buildWebClient, installDependencies, run } from "./runtime.mjs";

const [path] = process.argv.slice(2);
// npm changes to the folder of the project; paths are relative to the caller's directory.
const letters = path && resolve(process.env.INIT_CWD ?? ".", path);
if (!letters || !existsSync(letters)) {
  console.error("npm run test:hostile -- PATH: a folder of letters and files, or a JSON list of { id, html }");
  process.exit(2);
}
if (statSync(letters).isDirectory() && readdirSync(letters).length === 0) {
  console.error(`There is nothing in ${letters}.`);
  process.exit(2);
}
installDependencies();
installDebianPackages();
buildWebClient();
const env = { ...process.env, CHROMIUM: findChromium(), HOSTILE_LETTERS: letters };
process.exit(
  run("playwright", ["test", "e2e/hostile-messages.spec.ts", "e2e/hostile-files.spec.ts", "--reporter=list"], { env }),
);
