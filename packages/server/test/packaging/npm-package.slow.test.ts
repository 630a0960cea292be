/** `npm run pack`, and what `npm install -g` makes of its tarball where nothing else of the project is. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, afterAll, expect, test, vi } from "vitest";
import { commandLine, type CommandLine } from "../support/command-line.ts";

const root = join(import.meta.dirname, "../../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
/** The web client is built, and thousands of files are written. */
vi.setConfig({ hookTimeout: 300_000 });

/** Makes this Node an older one for what it runs. */
const older =
  'data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.0" } })';

let folder: string;
let pismo: CommandLine | undefined;

/** @throws Error with its output where it fails */
function run(command: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

const place = (prefix: string): string => join(folder, prefix, "lib/node_modules/pismo");
const launcher = (prefix: string): string => join(place(prefix), "bin/pismo.mjs");

function install(prefix: string, ...options: readonly string[]): void {
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  run("npm", ["install", "-g", "--prefix", join(folder, prefix), ...quiet, ...options, join(folder, tarball)]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pismo-npm-package-"));
  run("npm", ["run", "--silent", "pack", "--", folder], root);
  // It needs nothing but itself; the Node for machines with an older one is left out.
  install("alone", "--offline", "--cache", join(folder, "cache"), "--omit=optional");
  // As a shell finds it by the first line of the launcher.
  mkdirSync(join(folder, "node"));
  symlinkSync(process.execPath, join(folder, "node/node"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => pismo?.close());

async function pageOf(url: string): Promise<string> {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  return page.text();
}

test("installed without a registry, it serves its page, takes letters in and ends in order", async () => {
  pismo = commandLine([join(folder, "alone/bin/pismo")]);
  const env = { PATH: `${join(folder, "node")}:/usr/bin:/bin` };
  expect(await pismo.run(["--version"], env)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  const server = await pismo.serve(env);
  const page = await pageOf(server.url);
  expect(page).toContain("<title>Pismo</title>");
  const [, script = ""] = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(server.url + script)).status).toBe(200);

  // The parser and long queries run in a thread and a process of their own, from files that nothing imports.
  const letter = join(folder, "a.eml");
  writeFileSync(letter, "Subject: Packed\r\nX-Kind: rare\r\n\r\nbody\r\n");
  expect(await pismo.run(["import", letter], env)).toMatchObject({ code: 0 });
  const token = (await pismo.run(["token", "create"], env)).stdout.trim();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const session = (await (await fetch(`${server.url}/jmap/session`, { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:mail"];
  const body = JSON.stringify({
    using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
    methodCalls: [
      ["Email/query", { accountId, filter: { header: ["X-Kind", "rare"] } }, "q"],
      [
        "Email/get",
        { accountId, "#ids": { resultOf: "q", name: "Email/query", path: "/ids" }, properties: ["subject"] },
        "g",
      ],
    ],
  });
  const answer = await fetch(`${server.url}/jmap/api`, { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({
    methodResponses: [{}, ["Email/get", { list: [{ subject: "Packed" }] }, "g"]],
  });

  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(server.stderr).not.toMatch(/error|warning/i);
});

test("on an older Node, without the one that npm brings, one line says what is missing", async () => {
  pismo = commandLine([process.execPath, "--import", older, launcher("alone")]);
  expect(await pismo.run(["--version"])).toEqual({
    code: 1,
    stdout: "",
    stderr: "Pismo needs Node 24.15 or newer, and this is 18.20.0: see https://nodejs.org.\n",
  });
});

const broughtNode = join(root, `node_modules/node-${process.platform}-${process.arch}`);

test.runIf(existsSync(broughtNode))(
  "on an older Node, it runs on the one that npm brings, and ends with it",
  async () => {
    install("whole", "--prefer-offline");
    expect(existsSync(join(place("whole"), "node_modules", `node-${process.platform}-${process.arch}`))).toBe(true);
    pismo = commandLine([process.execPath, "--import", older, launcher("whole")]);
    const server = await pismo.serve();
    expect(await pageOf(server.url)).toContain("<title>Pismo</title>");
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
    expect((await pismo.run(["nonsense"])).code).toBe(2);
  },
);

test("all that the server imports from packages is there, with what they load", () => {
  const sources = join(place("alone"), "packages/server/src");
  const { dependencies } = JSON.parse(readFileSync(join(place("alone"), "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const specifiers = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => [...readFileSync(join(sources, file), "utf8").matchAll(/\b(?:from |import\()"([@a-z][^"]*)"/g)])
    .map(([, specifier]) => specifier!)
    .filter((specifier) => Object.keys(dependencies).some((name) => `${specifier}/`.startsWith(`${name}/`)));
  expect(specifiers).toEqual(expect.arrayContaining(["@pismo/jmap", "@pismo/jmap/vcard", "imapflow"]));
  const script = `for (const name of ${JSON.stringify([...new Set(specifiers)])}) await import(name);`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: place("alone"),
    encoding: "utf8",
  });
  // PDF.js says that it draws nothing here, which is not asked of it.
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

test("holds no sources, tests or tools", () => {
  const own = ["packages", "bin", "node_modules/@pismo"].flatMap((part) =>
    readdirSync(join(place("alone"), part), { recursive: true, encoding: "utf8" }).map((file) => join(part, file)),
  );
  expect(own).toContain("packages/server/src/store/migrations/0001-initial.js");
  expect(own.filter((file) => /\.tsx?$|\.test\.|(^|\/)test\//.test(file))).toEqual([]);
  const modules = readdirSync(join(dirname(place("alone")), "pismo/node_modules"));
  expect(modules).toContain("fastify");
  expect(modules.filter((name) => /^(vite|vitest|typescript|react|oxlint|s3rver|playwright.*)$/.test(name))).toEqual(
    [],
  );
});
