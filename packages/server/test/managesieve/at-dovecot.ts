/** Accounts at a Dovecot that manages scripts, and another program of the same person. */
import { type Id, RULES } from "@pismo/jmap";
import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { openSieveSession } from "../../src/bridge/managesieve/open-session.ts";
import type { ManageSieveSession } from "../../src/bridge/managesieve/session.ts";
import { type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { type SieveProxy, startSieveProxy } from "./sieve-proxy.ts";

export interface AtDovecot {
  readonly dovecot: Dovecot;
  /** Between Pismo and its ManageSieve: what is said is seen of accounts without TLS. */
  readonly proxy: SieveProxy;
  readonly server: TestServer;
  addAccount(username: string, security?: "plain" | "tls"): Promise<Id>;
  /** When Pismo knows that the server manages scripts, and has seen which letters were there: those fire nothing. */
  isFound(accountId: Id): Promise<void>;
  upload(accountId: Id, text: string): Promise<Id>;
  otherProgram(username: string): Promise<ManageSieveSession>;
  deliver(username: string, subject: string): Promise<void>;
}

/** @param sieve lines for the settings of its scripts */
export function atDovecot(sieve: string): AtDovecot {
  let dovecot: Dovecot;
  let proxy: SieveProxy;
  let server: TestServer;
  beforeAll(async () => {
    dovecot = await startDovecot({ lmtp: true, sieve });
    proxy = await startSieveProxy(dovecot.sievePort);
    server = await testServer({ accountSetup: { ca: dovecot.certificate }, sievePort: proxy.port });
  });
  afterEach(() => {
    proxy.answer = () => undefined;
  });
  afterAll(async () => {
    await server?.close();
    proxy?.stop();
    await dovecot?.stop();
  });
  return {
    get dovecot() {
      return dovecot;
    },
    get proxy() {
      return proxy;
    },
    get server() {
      return server;
    },
    addAccount: (username, security) => addAccount(server, dovecot, username, security),
    isFound: (accountId) => isFound(server, accountId),
    upload: async (accountId, text) =>
      (await server.client.upload(accountId, new TextEncoder().encode(text), "application/sieve")).blobId,
    otherProgram: (username) => otherProgram(dovecot, username),
    deliver: (username, subject) => deliver(dovecot, username, subject),
  };
}

export async function addAccount(
  { client }: TestServer,
  dovecot: Dovecot,
  username: string,
  security: "plain" | "tls" = "tls",
): Promise<Id> {
  const port = security === "tls" ? dovecot.tlsPort : dovecot.port;
  const imap = { host: security === "tls" ? "localhost" : "127.0.0.1", port, security };
  const address = { name: username, email: `${username}@b.example` };
  const account = { ...address, username, password: dovecot.password, imap, smtp: null, jmapUrl: null };
  const { created, notCreated } = await client.call("MailServer/set", { create: { m: account } });
  expect(notCreated).toBeNull();
  return created!["m"]!.id!;
}

export const isFound = ({ client }: TestServer, accountId: Id): Promise<void> =>
  eventually(async () => {
    const { list } = await client.call("MirrorStatus/get", { accountId, ids: null });
    expect(list).toMatchObject([{ state: "upToDate" }]);
    const { accounts } = await client.session(true);
    expect(accounts[accountId]!.accountCapabilities[RULES]).toHaveProperty("serverExtensions");
  }, 60_000);

export const otherProgram = (dovecot: Dovecot, username: string): Promise<ManageSieveSession> =>
  openSieveSession(
    { host: "localhost", port: dovecot.sievePort, security: "starttls" },
    { username, password: dovecot.password },
    { tls: { ca: dovecot.certificate } },
  );

/** A letter that arrives there. One with "file" in its subject has one. */
async function deliver(dovecot: Dovecot, username: string, subject: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
  const from = "ann@example.org";
  const attachments = subject.includes("file") ? [{ filename: "a.txt", content: "text" }] : [];
  const envelope = { from, to: username };
  await transport.sendMail({ from, to: `${username}@b.example`, subject, text: "Hello", attachments, envelope });
  transport.close();
}
