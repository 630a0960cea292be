#!/usr/bin/env node
/**
 * `pismo` as npm installs it. Runs on any Node from 18 on: where that is too old for the product, it hands over to the
 * Node that the package brings.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 24 || (major === 24 && minor >= 15)) await import("../packages/server/src/main.js");
else {
  const node = broughtNode();
  if (node === undefined) {
    console.error(`Pismo needs Node 24.15 or newer, and this is ${process.versions.node}: see https://nodejs.org.`);
    process.exitCode = 1;
  } else handOver(node);
}

/** npm leaves an optional dependency out where its system is another one. */
function broughtNode() {
  try {
    const name = `node-${process.platform}-${process.arch}`;
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "bin/node");
  } catch {
    return undefined;
  }
}

/** @param {string} node */
function handOver(node) {
  const main = fileURLToPath(new URL("../packages/server/src/main.js", import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: "inherit" });
  // The terminal sends Ctrl-C to both, and a second SIGINT would end the server at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`The Node that Pismo brings does not run on this system: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
