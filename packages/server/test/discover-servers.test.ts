/** Finding an address's servers by a real DNS server, a real https server and real mail servers, all on this machine. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MailServerDiscoverResult } from "@pismo/jmap";
import { discoverServers } from "../src/bridge/account-setup/discover.ts";
import { type Dnsmasq, canRunDnsmasq, startDnsmasq } from "./servers/dnsmasq.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { freePort } from "./servers/free-port.ts";
import { createTestAuthority, type TestAuthority } from "./servers/test-authority.ts";
import { startPeer } from "./support/smtp-peer.ts";

const canRun = canRunDnsmasq && canRunDovecot;

let authority: TestAuthority;
let dns: Dnsmasq;
let web: Server;
let dovecot: Dovecot;
let peer: Awaited<ReturnType<typeof startPeer>>;
let network: NonNullable<Parameters<typeof discoverServers>[1]>["network"];
const asked: string[] = [];

const page = (host: string): string =>
  `<clientConfig version="1.1"><emailProvider id="x"><displayName>X</displayName>
   <incomingServer type="imap"><hostname>${host}</hostname><port>993</port><socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer>
   <outgoingServer type="smtp"><hostname>${host}</hostname><port>465</port><socketType>SSL</socketType></outgoingServer></emailProvider></clientConfig>`;

/** What each host's page is; a function: an answer of its own. */
const pages: Record<string, { status?: number; location?: string; body?: string }> = {
  "autoconfig.page.test/mail/config-v1.1.xml": { body: page("found-by-page.test") },
  "known.test/.well-known/autoconfig/mail/config-v1.1.xml": { body: page("found-by-well-known.test") },
  "autoconfig.moved.test/mail/config-v1.1.xml": {
    status: 302,
    location: "https://autoconfig.page.test:PORT/mail/config-v1.1.xml",
  },
  "autoconfig.open.test/mail/config-v1.1.xml": { status: 302, location: "http://autoconfig.page.test/" },
  "autoconfig.huge.test/mail/config-v1.1.xml": { body: page("x".repeat(50)) + " ".repeat(200_000) },
  "jmap.cluster.test/.well-known/jmap": { status: 401 },
  "own-jmap.test/.well-known/jmap": { status: 302, location: "https://own-jmap.test:PORT/jmap/" },
  "own-jmap.test/jmap/": { status: 401 },
  "moved-jmap.test/.well-known/jmap": { status: 302, location: "https://jmap.cluster.test:PORT/session" },
  "jmap.cluster.test/session": { body: '{"capabilities":{},"apiUrl":"/api"}' },
  "no-jmap.test/.well-known/jmap": { body: "<!doctype html><title>Welcome</title>" },
  "admin.test/page.test": { body: page("found-by-administrator.test") },
};

beforeAll(async () => {
  if (!canRun) return;
  authority = createTestAuthority();
  const hosts = [
    "autoconfig.page.test",
    "known.test",
    "autoconfig.moved.test",
    "autoconfig.open.test",
    "autoconfig.huge.test",
    "imap.guessed.test",
    "smtp.guessed.test",
    "mail.doubtful.test",
    "admin.test",
    "found-by-srv.test",
    "imap.both.test",
    "autoconfig.both.test",
    "jmap.cluster.test",
    "own-jmap.test",
    "moved-jmap.test",
    "no-jmap.test",
  ];
  const webPort = await freePort();
  dns = await startDnsmasq({
    hosts,
    srv: [
      { name: "_jmap._tcp.cluster.test", target: "jmap.cluster.test", port: webPort },
      { name: "_imaps._tcp.srv.test", target: "second.test", port: 993, priority: 20 },
      { name: "_imaps._tcp.srv.test", target: "found-by-srv.test", port: 9993, priority: 10 },
      { name: "_submission._tcp.srv.test", target: "found-by-srv.test", port: 9587 },
      { name: "_imap._tcp.old.test", target: "imap.old.test", port: 143 },
      { name: "_imaps._tcp.page.test", target: "found-by-srv.test", port: 9993 },
    ],
    mx: [
      { domain: "work.test", exchange: "backup.example.org", preference: 20 },
      { domain: "work.test", exchange: "aspmx.l.google.com" },
      { domain: "office.test", exchange: "office-test.mail.protection.outlook.com" },
    ],
  });
  web = createServer(authority.sign(hosts), (request, response) => {
    const host = (request.headers.host ?? "").split(":")[0];
    asked.push(`${host}${request.url}`);
    const { status = 200, location, body } = pages[`${host}${request.url?.split("?")[0]}`] ?? { status: 404 };
    const { port } = web.address() as AddressInfo;
    response.writeHead(status, location ? { location: location.replace("PORT", String(port)) } : {});
    response.end(body);
  });
  await new Promise<void>((resolve) => web.listen(webPort, "127.0.0.1", resolve));
  dovecot = await startDovecot({ certificate: authority.sign(["imap.guessed.test"]) });
  peer = await startPeer({ secure: true, ...authority.sign(["smtp.guessed.test"]) });
  network = {
    dnsServers: [dns.server],
    httpsPort: (web.address() as AddressInfo).port,
    ca: authority.ca,
    ports: { imap: await freePort(), imaps: dovecot.tlsPort, submission: await freePort(), submissions: peer.port },
  };
});
afterAll(async () => {
  if (!canRun) return;
  await Promise.all([dns.stop(), dovecot.stop(), peer.close()]);
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
  authority.remove();
});

const imapOf = (found: MailServerDiscoverResult["found"]) => (found && "imap" in found ? found.imap : undefined);

const find = (email: string, more: Parameters<typeof discoverServers>[1] = {}) =>
  discoverServers(email, { ...(network && { network }), ...more });

test("an address of a big provider is known without asking anybody, with what it lets programs in by", async () => {
  for (const [email, host, signIn] of [
    ["ann@gmail.com", "imap.gmail.com", "appPassword"],
    ["Анна@MAIL.ru", "imap.mail.ru", "appPassword"],
    ["ann@bk.ru", "imap.mail.ru", "appPassword"],
    ["ann@yandex.ru", "imap.yandex.ru", "appPassword"],
    ["ann@rambler.ru", "imap.rambler.ru", "password"],
    ["ann@hotmail.com", "outlook.office365.com", "oauth"],
    ["ann@icloud.com", "imap.mail.me.com", "appPassword"],
    ["ann@gmx.de", "imap.gmx.net", "password"],
  ] as const) {
    const { found, provider } = await discoverServers(email);
    expect([imapOf(found), found?.source, provider?.signIn]).toEqual([
      { host, port: 993, security: "tls" },
      "provider",
      signIn,
    ]);
  }
  expect((await discoverServers("ann@web.de")).found?.username).toBe("ann");
  expect(await discoverServers("ann@proton.me")).toMatchObject({
    found: null,
    provider: { signIn: "bridge", helpUrl: "https://proton.me/mail/bridge" },
  });
});

test.skipIf(!canRun)("the domain's own page goes before its DNS records and is told the address", async () => {
  expect(await find("ann@page.test")).toEqual({
    email: "ann@page.test",
    found: {
      username: "ann@page.test",
      imap: { host: "found-by-page.test", port: 993, security: "tls" },
      smtp: { host: "found-by-page.test", port: 465, security: "tls" },
      source: "autoconfig",
    },
    provider: null,
  });
  expect(asked).toContain("autoconfig.page.test/mail/config-v1.1.xml?emailaddress=ann%40page.test");
  expect(imapOf((await find("ann@known.test")).found)?.host).toBe("found-by-well-known.test");
});

test.skipIf(!canRun)("a page may lie elsewhere, on https; one that leaves it or has no end is not read", async () => {
  expect(imapOf((await find("ann@moved.test")).found)?.host).toBe("found-by-page.test");
  expect((await find("ann@open.test")).found).toBeNull();
  expect((await find("ann@huge.test")).found).toBeNull();
});

test.skipIf(!canRun)("[6186 §3] SRV records name the servers: the first by priority, TLS before STARTTLS", async () => {
  expect((await find("ann@srv.test")).found).toEqual({
    username: "ann@srv.test",
    imap: { host: "found-by-srv.test", port: 9993, security: "tls" },
    smtp: { host: "found-by-srv.test", port: 9587, security: "starttls" },
    source: "srv",
  });
  expect((await find("ann@old.test")).found).toMatchObject({
    imap: { host: "imap.old.test", port: 143, security: "starttls" },
    smtp: null,
  });
});

test.skipIf(!canRun)("who takes a domain's messages is known by the name of that server", async () => {
  expect(await find("ann@work.test")).toMatchObject({
    found: { imap: { host: "imap.gmail.com" }, username: "ann@work.test", source: "mx" },
    provider: { name: "Gmail", signIn: "appPassword" },
  });
  expect(await find("ann@office.test")).toMatchObject({ provider: { name: "Microsoft 365", signIn: "oauth" } });
});

test.skipIf(!canRun)("the usual names are tried, and what greets there as a mail server is taken", async () => {
  expect((await find("ann@guessed.test")).found).toEqual({
    username: "ann@guessed.test",
    imap: { host: "imap.guessed.test", port: dovecot.tlsPort, security: "tls" },
    smtp: { host: "smtp.guessed.test", port: peer.port, security: "tls" },
    source: "guess",
  });
  // No one has signed in: a password is sent to no one.
  expect(readFileSync(`${dovecot.mailDir("..")}/log`, "utf8")).not.toMatch(/Login: user|auth failed/);
});

test.skipIf(!canRun)(
  "a server whose certificate is for another name is found, so that the person hears of it",
  async () => {
    expect(imapOf((await find("ann@doubtful.test")).found)).toMatchObject({
      host: "mail.doubtful.test",
      security: "tls",
    });
  },
);

const jmapAt = (host: string, path = "/.well-known/jmap"): string => `https://${host}:${network!.httpsPort}${path}`;

test.skipIf(!canRun)(
  "[RFC8620 §2.2] a JMAP server is found by its record or at the domain, and where it lies is said",
  async () => {
    for (const [domain, jmapUrl, source] of [
      ["cluster.test", jmapAt("jmap.cluster.test"), "srv"],
      ["own-jmap.test", jmapAt("own-jmap.test"), "wellKnown"],
      ["moved-jmap.test", jmapAt("jmap.cluster.test", "/session"), "wellKnown"],
    ] as const) {
      const username = `ann@${domain}`;
      expect((await find(username)).found).toEqual({ username, jmapUrl, source });
    }
    expect((await find("ann@no-jmap.test")).found).not.toHaveProperty("jmapUrl");
  },
);

test.skipIf(!canRun)("where no one knows anything, that is the answer", async () => {
  expect(await find("ann@nowhere.test")).toEqual({ email: "ann@nowhere.test", found: null, provider: null });
});

test.skipIf(!canRun)("the administrator's page goes first", async () => {
  const autoconfigUrl = `https://admin.test:${network!.httpsPort}/{domain}`;
  expect(imapOf((await find("ann@page.test", { autoconfigUrl })).found)?.host).toBe("found-by-administrator.test");
});

test.skipIf(!canRun)("pages of domains inside a private network are not asked", async () => {
  const { fetchAutoconfig } = await import("../src/bridge/account-setup/fetch-autoconfig.ts");
  const { signal } = new AbortController();
  const at = (host: string) => fetchAutoconfig(`https://${host}:${network!.httpsPort}/`, { ca: authority.ca }, signal);
  await expect(at("127.0.0.1")).rejects.toThrow(/private network/);
  await expect(at("localhost")).rejects.toThrow(/private network/);
  await expect(at("[::1]")).rejects.toThrow(/private network/);
  expect(asked.filter((address) => /^(127|localhost|\[)/.test(address))).toEqual([]);
});
