/** Radicale, an address book server of others, on a free loopback port with its own configuration and collections. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const hasRadicale = existsSync("/usr/bin/radicale");
if (!hasRadicale) console.error("Radicale is missing: the tests with it are left out (apt-get install radicale).");

export const username = "anna@example.org";
export const password = "an address book's";

export interface Radicale {
  url: string;
  /** Of her address book "people". */
  bookUrl: string;
  /** As any other client asks it. */
  ask(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Response>;
  /** Writes a card into her book, as another client would. */
  put(name: string, vCard: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Her cards by the names of their files. */
  cards(): Promise<Map<string, string>>;
  makeBook(name: string): Promise<void>;
  /** It ends at once, and starts again with what it had. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export const vCard = (uid: string, name: string, ...lines: string[]): string =>
  ["BEGIN:VCARD", "VERSION:3.0", `UID:${uid}`, `FN:${name}`, `N:${name};;;;`, ...lines, "END:VCARD", ""].join("\r\n");

/** With an empty address book. @param believes the name that a server in front of it gives */
export async function startRadicale({ believes = false } = {}): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), "pismo-radicale-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const book = `/${encodeURIComponent(username)}/people/`;
  writeFileSync(join(folder, "users"), `${username}:${password}\n`);
  writeFileSync(
    join(folder, "config"),
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = ${believes ? "http_x_remote_user" : "htpasswd"}
htpasswd_filename = ${join(folder, "users")}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, "collections")}
[web]
type = none
[logging]
level = error
`,
  );
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  let child: ChildProcess | undefined;
  const radicale: Radicale = {
    url,
    bookUrl: url + book,
    ask: (method, path, body, headers = {}) =>
      fetch(new URL(path, url), {
        method,
        ...(body !== undefined && { body }),
        headers: { authorization, "x-remote-user": username, ...headers },
      }),
    async put(name, text) {
      const { status } = await radicale.ask("PUT", book + name, text, { "content-type": "text/vcard" });
      if (status !== 201) throw new Error(`Radicale answered ${status}`);
    },
    async remove(name) {
      const { status } = await radicale.ask("DELETE", book + name);
      if (status !== 200) throw new Error(`Radicale answered ${status}`);
    },
    async cards() {
      const body = `<propfind xmlns="DAV:"><prop><getetag/></prop></propfind>`;
      const list = await (await radicale.ask("PROPFIND", book, body, { depth: "1" })).text();
      const paths = Array.from(list.matchAll(/<href>([^<]*\.vcf)<\/href>/g), ([, path]) => path!);
      const cards = new Map<string, string>();
      for (const path of paths)
        cards.set(decodeURIComponent(path.split("/").at(-1)!), await (await radicale.ask("GET", path)).text());
      return cards;
    },
    async makeBook(name) {
      const body = `<mkcol xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><set><prop><resourcetype><collection/><c:addressbook/></resourcetype><displayname>${name}</displayname></prop></set></mkcol>`;
      const path = `/${encodeURIComponent(username)}/${encodeURIComponent(name)}/`;
      const { status } = await radicale.ask("MKCOL", path, body, { "content-type": "application/xml" });
      if (status !== 201) throw new Error(`Radicale answered ${status}`);
    },
    async start() {
      child = spawn("/usr/bin/radicale", ["--config", join(folder, "config")], { stdio: "ignore" });
      for (let tries = 0; tries < 600; tries++) {
        if (await fetch(url).catch(() => undefined)) return;
        await sleep(50);
      }
      throw new Error("Radicale does not start");
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      await radicale.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await radicale.start();
  await radicale.makeBook("people");
  return radicale;
}
