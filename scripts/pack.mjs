/**
 * `npm run pack`: one tarball in dist/ that `npm install -g` takes (docs/decisions/0056-packaging.md). It holds the
 * server as JavaScript, the built web client, and every dependency at the version of the lock file. `-- FOLDER` puts
 * it elsewhere. Needs the Node of the project, which `npm run` puts first.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buildWebClient, isNewEnough, root } from "./runtime.mjs";
import { toJavaScript } from "./to-javascript.mjs";

const target = resolve(process.argv[2] ?? "dist");
const ownPackages = ["jmap", "images"];
/** Of the dependencies: a third of their files, which no Node loads. */
const forCompilers = /\.d\.[cm]?ts$|\.map$/;

const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const writeJson = (file, value) => fs.writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);

/** The sources of a workspace without its tests. */
function translate(from, to) {
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.d|\.test)\.ts$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const file = join(to, source.slice(from.length)).replace(/\.ts$/, ".js");
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, toJavaScript(fs.readFileSync(source, "utf8")));
  }
}

/** Where the lock file has the package that `name` means at `from`, as Node looks for it. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
}

/** Every package that the server loads, by its place in the lock file. */
function dependencyPlaces(packages, names) {
  const places = new Set();
  const visit = (from, name, isOptional) => {
    const place = locate(packages, from, name);
    if (place === undefined || !fs.existsSync(place)) {
      if (isOptional) return;
      throw new Error(`${name}, which ${from || "the server"} needs, is not installed`);
    }
    if (places.has(place)) return;
    places.add(place);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place];
    for (const each of Object.keys(dependencies)) visit(place, each, each in optionalDependencies);
    for (const each of Object.keys(optionalDependencies)) visit(place, each, true);
    for (const each of Object.keys(peerDependencies)) visit(place, each, peerDependenciesMeta[each]?.optional === true);
  };
  for (const name of names) visit("", name, false);
  return [...places];
}

function packageJson(own, bundled) {
  const { name, version, description, license, optionalDependencies } = own;
  return {
    name,
    version,
    // It is not published by accident: the name in the registry is a decision of its own.
    private: true,
    description,
    license,
    type: "module",
    bin: { pismo: "bin/pismo.mjs" },
    engines: { node: ">=18" },
    dependencies: bundled,
    bundleDependencies: Object.keys(bundled),
    // The Node that it runs on where the machine's own is older; npm takes the one of the system.
    optionalDependencies,
  };
}

function fill(folder) {
  const own = readJson("package.json");
  const server = readJson("packages/server/package.json");
  const { packages } = readJson("package-lock.json");
  translate("packages/server/src", join(folder, "packages/server/src"));
  writeJson(join(folder, "packages/server/package.json"), { version: server.version, type: "module" });
  fs.cpSync("packages/web/dist", join(folder, "packages/web/dist"), { recursive: true });
  for (const name of ownPackages) {
    const place = join(folder, "node_modules/@pismo", name);
    translate(`packages/${name}/src`, join(place, "src"));
    const about = readJson(`packages/${name}/package.json`);
    const exports = JSON.parse(JSON.stringify(about.exports).replaceAll('.ts"', '.js"'));
    writeJson(join(place, "package.json"), { ...about, exports });
  }
  const foreign = Object.keys(server.dependencies).filter((name) => !name.startsWith("@pismo/"));
  if (foreign.some((name) => packages[`packages/server/node_modules/${name}`]))
    throw new Error("a dependency of the server lies in packages/server/node_modules: give the root the same version");
  for (const place of dependencyPlaces(packages, foreign)) {
    const inner = join(place, "node_modules");
    const isLoaded = (path) => path !== inner && !forCompilers.test(path);
    fs.cpSync(place, join(folder, place), { recursive: true, filter: isLoaded });
  }
  fs.mkdirSync(join(folder, "bin"));
  fs.copyFileSync("packaging/pismo.mjs", join(folder, "bin/pismo.mjs"));
  for (const file of ["LICENSE", "CHANGELOG.md"]) fs.copyFileSync(file, join(folder, file));
  writeJson(join(folder, "package.json"), packageJson(own, server.dependencies));
}

/** Ends the process where it fails. */
function pack(folder) {
  fs.mkdirSync(target, { recursive: true });
  for (const name of fs.readdirSync(target)) if (/^pismo-[\d.]+.*\.tgz$/.test(name)) fs.rmSync(join(target, name));
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--silent", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  return join(target, stdout.trim());
}

if (!isNewEnough(process.versions.node)) {
  console.error(`npm run pack needs Node 24.15 or newer, and this is ${process.versions.node}.`);
  process.exit(1);
}
process.chdir(root);
buildWebClient();
const folder = fs.mkdtempSync(join(tmpdir(), "pismo-pack-"));
try {
  fill(folder);
  const file = pack(folder);
  console.log(`${file} (${(fs.statSync(file).size / 2 ** 20).toFixed(1)} MB)`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
