/**
 * Starts Pismo as the README says, lets a browser in by `pismo open`, reads the mailbox over JMAP, and stops it.
 * Needs nothing but npm: it is what runs on systems for which the tests have no mail servers.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const dataDir = mkdtempSync(join(tmpdir(), "pismo-start-up-"));
const env = { ...process.env, PISMO_DATA_DIR: dataDir, PISMO_PORT: "18125", PISMO_SMTP_PORT: "12625" };
const startMs = 300_000;

/** @returns {Promise<{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string }>} */
async function ask(url, headers = {}) {
  const [answer] = await once(get(url, { headers }), "response");
  let body = "";
  for await (const chunk of answer.setEncoding("utf8")) body += chunk;
  return { status: answer.statusCode, headers: answer.headers, body };
}

const server = spawn("npm", ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
const ended = once(server, "exit");
const address = await new Promise((resolve, reject) => {
  let output = "";
  const tooLate = setTimeout(() => reject(new Error(`no address after ${startMs / 1000} s`)), startMs);
  server.once("exit", (code) => reject(new Error(`npm start has ended with ${code}`)));
  server.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text);
    output += text;
    const [, url] = /^Pismo: (\S+)\n/m.exec(output) ?? [];
    if (url === undefined) return;
    clearTimeout(tooLate);
    resolve(url);
  });
});
try {
  const page = await ask(address, { accept: "text/html" });
  assert.equal(page.status, 200);
  assert.match(page.body, /<title>Pismo<\/title>/);

  const opened = spawnSync("npm", ["run", "--silent", "pismo", "--", "open"], { env, encoding: "utf8" });
  assert.equal(opened.status, 0, opened.stderr);
  const entered = await ask(opened.stdout.trim());
  const [cookie] = entered.headers["set-cookie"]?.[0]?.split(";") ?? [];
  assert.ok(cookie, "the link from pismo open gives a session");
  assert.equal((await ask(opened.stdout.trim())).headers["set-cookie"], undefined, "the link works once");

  const session = await ask(`${address}/jmap/session`, { cookie });
  assert.equal(session.status, 200, session.body);
  assert.ok("urn:ietf:params:jmap:mail" in JSON.parse(session.body).capabilities);
  const stranger = await ask(`${address}/jmap/session`, { authorization: "Bearer wrong" });
  assert.equal(stranger.status, 401);
} finally {
  server.kill("SIGTERM");
}
await ended;
// npm may end before the server has closed its database.
for (
  let tries = 0;
  await ask(address).then(
    () => true,
    () => false,
  );
  tries++
) {
  assert.ok(tries < 100, "the server has ended with npm start");
  await new Promise((resolve) => void setTimeout(resolve, 100));
}
rmSync(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
console.log("Started, opened, read and stopped.");
