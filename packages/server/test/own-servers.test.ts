/** Accounts with servers of their own: tried at a real Dovecot and a real Postfix, added, changed and removed by JMAP. */
import type { Id, MailServerProblem, NewMailServer, ServerPlace, SetError } from "@pismo/jmap";
import { MAIL_SERVERS } from "@pismo/jmap";
import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { findAccountByAddress, listAccounts } from "../src/store/accounts.ts";
import { beginRemoval, finishRemovals } from "../src/store/remove-account.ts";
import { foreignClient, letter as imapLetter } from "./imap/mirrored.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { freePort } from "./servers/free-port.ts";
import { createTestAuthority, type TestAuthority } from "./servers/test-authority.ts";
import { type Jmap, jmap } from "./support/jmap.ts";
import { canRunPostfix, type Postfix, startPostfix } from "./support/postfix.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const canRun = canRunDovecot && canRunPostfix;
const password = "pässword-17";

let authority: TestAuthority;
let dovecot: Dovecot;
let postfix: Postfix;
let authPort: number;
let t: Jmap;

beforeAll(async () => {
  if (!canRun) return;
  authority = createTestAuthority();
  const certificate = authority.sign(["localhost", "IP:127.0.0.1"]);
  authPort = await freePort();
  dovecot = await startDovecot({
    password,
    certificate,
    settings: `service auth {\n  inet_listener {\n    address = 127.0.0.1\n    port = ${authPort}\n  }\n}`,
  });
  postfix = await startPostfix({ certificate, authPort });
});
afterAll(async () => {
  if (!canRun) return;
  postfix.stop();
  await dovecot.stop();
  authority.remove();
});
beforeEach(async () => {
  if (canRun) t = await jmap({ ownServers: { ca: authority.ca }, sends: true });
});
afterEach(() => (canRun ? t.close() : undefined));

const imapAt = (
  port = dovecot.tlsPort,
  security: ServerPlace["security"] = "tls",
  host = "localhost",
): ServerPlace => ({
  host,
  port,
  security,
});
const smtpAt = (
  port = postfix.tlsPort,
  security: ServerPlace["security"] = "tls",
  host = "localhost",
): ServerPlace => ({
  host,
  port,
  security,
});
const ann = (changes: Partial<NewMailServer> = {}): NewMailServer => ({
  name: "Ann",
  email: "ann@b.example",
  username: "ann",
  password,
  imap: imapAt(),
  smtp: smtpAt(),
  ...changes,
});

async function add(changes: Partial<NewMailServer> = {}): Promise<{ id: Id | undefined; error: SetError | undefined }> {
  const { created, notCreated } = await t.client.call("MailServer/set", { create: { a: ann(changes) } });
  return { id: created?.["a"]?.id, error: notCreated?.["a"] };
}
async function problem(changes: Partial<NewMailServer>): Promise<MailServerProblem["kind"] | undefined> {
  const { id, error } = await add(changes);
  expect(id).toBeUndefined();
  expect(error?.type).toBe("invalidProperties");
  expect(JSON.stringify(error)).not.toContain(password);
  return error?.problem?.kind;
}
const eventually = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000, interval: 25 });

test.skipIf(!canRun)("an account is added once both servers have let the person in, and its letters come", async () => {
  const client = await foreignClient(dovecot.port, "ann", password);
  await client.append("INBOX", imapLetter("first"));
  await client.logout();
  const before = await t.client.session();
  expect(before.capabilities[MAIL_SERVERS]).toEqual({});
  const { id, error } = await add();
  expect(error).toBeUndefined();
  const session = await t.client.session(true);
  expect(session.state).not.toBe(before.state);
  expect(session.accounts[id!]).toMatchObject({ name: "ann@b.example", accountCapabilities: { [MAIL_SERVERS]: {} } });
  expect(session.accounts[t.accountId]?.accountCapabilities).not.toHaveProperty([MAIL_SERVERS]);
  await eventually(async () => {
    const { ids } = await t.client.call("Email/query", { accountId: id!, filter: { subject: "first" } });
    expect(ids).toHaveLength(1);
  });
  expect((await t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([
    { name: "Ann", email: "ann@b.example" },
  ]);
  const { list } = await t.client.call("MailServer/get", {});
  expect(list).toEqual([{ id, name: "Ann", email: "ann@b.example", username: "ann", imap: imapAt(), smtp: smtpAt() }]);
  expect((await add()).error).toEqual({ type: "alreadyExists", existingId: id });
});

test.skipIf(!canRun)("STARTTLS serves as TLS does, and plain where it is chosen", async () => {
  const starttls = { imap: imapAt(dovecot.port, "starttls"), smtp: smtpAt(postfix.port, "starttls") };
  expect((await add({ email: "one@b.example", ...starttls })).error).toBeUndefined();
  const plain = { imap: imapAt(dovecot.port, "plain"), smtp: null };
  expect((await add({ email: "two@b.example", ...plain })).error).toBeUndefined();
});

test.skipIf(!canRun)("letters go out through the account's own server, under its own name", async () => {
  const { id: accountId } = await add({ smtp: smtpAt(postfix.port, "starttls") });
  const role = Object.fromEntries(
    (await t.client.call("Mailbox/get", { accountId: accountId! })).list.map((mailbox) => [mailbox.role, mailbox.id!]),
  );
  const [identity] = (await t.client.call("Identity/get", { accountId: accountId! })).list;
  const draft = {
    mailboxIds: { [role["drafts"]!]: true },
    from: [{ name: identity!.name!, email: identity!.email! }],
    to: [{ name: null, email: "friend@b.example" }],
    subject: "By Postfix",
    bodyStructure: { partId: "1", type: "text/plain" },
    bodyValues: { "1": { value: "Hello" } },
  };
  const { created } = await t.client.call("Email/set", { accountId: accountId!, create: { draft } as never });
  const submission = { identityId: identity!.id!, emailId: created!["draft"]!.id! };
  await t.client.call("EmailSubmission/set", { accountId: accountId!, create: { submission } });
  await eventually(async () => {
    expect(postfix.letters().find((text) => text.includes("Subject: By Postfix"))).toContain(
      "From: Ann <ann@b.example>",
    );
  });
});

test.skipIf(!canRun)("a wrong password is told from everything else, at both servers", async () => {
  expect(await problem({ password: "other" })).toBe("wrongPassword");
  const { error } = await add({ password: "other" });
  expect(error).toMatchObject({ properties: ["username", "password"], problem: { server: "imap", helpUrl: null } });
  expect(await t.client.call("MailServer/get", {})).toMatchObject({ list: [] });
  // The IMAP server alone knows this one.
  const open = await startDovecot({ password: "only-imap" });
  const changes = { password: "only-imap", imap: { host: "127.0.0.1", port: open.port, security: "plain" as const } };
  expect((await add(changes)).error?.problem).toMatchObject({ server: "smtp", kind: "wrongPassword" });
  await open.stop();
});

const badCertificates = {
  certificateExpired: () => authority.sign(["localhost"], { isExpired: true }),
  certificateSelfSigned: () => authority.selfSigned(["localhost"]),
  certificateOtherHost: () => authority.sign(["elsewhere.example"]),
  certificateUntrusted: () => {
    const other = createTestAuthority();
    const certificate = other.sign(["localhost"]);
    other.remove();
    return certificate;
  },
};

test.skipIf(!canRun).each(Object.entries(badCertificates))(
  "what is wrong with a certificate is said: %s",
  async (kind, make) => {
    const certificate = make();
    const server = await startDovecot({ password, certificate });
    expect(await problem({ imap: imapAt(server.tlsPort) })).toBe(kind);
    expect(await problem({ imap: imapAt(server.port, "starttls") })).toBe(kind);
    await server.stop();
    const relay = await startPostfix({ certificate });
    expect(await problem({ smtp: smtpAt(relay.tlsPort) })).toBe(kind);
    expect(await problem({ smtp: smtpAt(relay.port, "starttls") })).toBe(kind);
    relay.stop();
  },
);

test.skipIf(!canRun)("a place where no such server is, is said as it is", async () => {
  expect(await problem({ imap: imapAt(993, "tls", "imap.nowhere.invalid") })).toBe("noSuchServer");
  expect(await problem({ imap: imapAt(await freePort()) })).toBe("unreachable");
  // TLS where none is, the other protocol, and the other way round.
  expect(await problem({ imap: imapAt(dovecot.port, "tls") })).toBe("notMailServer");
  expect(await problem({ imap: imapAt(postfix.tlsPort) })).toBe("notMailServer");
  expect(await problem({ smtp: smtpAt(dovecot.tlsPort) })).toBe("notMailServer");
  const silent: Server = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  expect(await problem({ imap: imapAt(port, "plain") })).toBe("timeout");
  silent.close();
});

test.skipIf(!canRun)("a server that has no STARTTLS, and one that takes passwords only over TLS", async () => {
  const bare = await startDovecot({ password, settings: "ssl = no" });
  expect(await problem({ imap: imapAt(bare.port, "starttls") })).toBe("noStartTls");
  await bare.stop();
  expect(await problem({ smtp: smtpAt(postfix.port, "plain") })).toBe("plainRefused");
});

test.skipIf(!canRun)("a server that takes tokens and no passwords is known by what it offers", async () => {
  const server = await startDovecot({
    password,
    certificate: authority.sign(["localhost"]),
    settings: "auth_mechanisms = xoauth2 oauthbearer\ndisable_plaintext_auth = yes",
  });
  expect(await problem({ imap: imapAt(server.tlsPort) })).toBe("oauth");
  await server.stop();
});

test.skipIf(!canRun)("a server that lets everybody in who stands near needs no sign-in to send", async () => {
  const open = await startPostfix();
  expect((await add({ smtp: smtpAt(open.port, "plain") })).error).toBeUndefined();
  open.stop();
});

test.skipIf(!canRun)("what changes about the servers is tried first; the name goes to the identity too", async () => {
  const { id } = await add();
  const change = (patch: Record<string, unknown>) => t.client.call("MailServer/set", { update: { [id!]: patch } });
  expect((await change({ password: "other" })).notUpdated?.[id!]?.problem?.kind).toBe("wrongPassword");
  expect((await change({ imap: imapAt(await freePort()) })).notUpdated?.[id!]?.problem?.kind).toBe("unreachable");
  expect((await change({ name: "Ann Lee", smtp: smtpAt(postfix.port, "starttls") })).updated).toEqual({ [id!]: null });
  expect((await t.client.call("MailServer/get", { ids: [id!] })).list).toMatchObject([
    { name: "Ann Lee", imap: imapAt(), smtp: smtpAt(postfix.port, "starttls") },
  ]);
  expect((await t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([{ name: "Ann Lee" }]);
  expect((await change({ email: "x@b.example" })).notUpdated?.[id!]).toMatchObject({ type: "invalidProperties" });
  expect((await t.client.call("MailServer/set", { update: { a999: { name: "x" } } })).notUpdated?.["a999"]?.type).toBe(
    "notFound",
  );
});

test.skipIf(!canRun)("an account that is removed is gone at once, and nothing changes on its server", async () => {
  const client = await foreignClient(dovecot.port, "rem", password);
  for (let n = 0; n < 3; n++) await client.append("INBOX", imapLetter(`r${n}`));
  const { id } = await add({ email: "rem@b.example", username: "rem" });
  await eventually(async () => {
    expect((await t.client.call("Email/query", { accountId: id! })).ids).toHaveLength(3);
  });
  expect((await t.client.call("MailServer/set", { destroy: [id!] })).destroyed).toEqual([id]);
  expect((await t.client.session(true)).accounts).not.toHaveProperty(id!);
  expect((await client.status("INBOX", { messages: true })) || {}).toMatchObject({ messages: 3 });
  await client.logout();
  // Its address is free again at once.
  expect((await add({ email: "rem@b.example", username: "rem" })).error).toBeUndefined();
});

test.skipIf(!canRun)("changes that the server does not have are not thrown away without being asked for", async () => {
  const own = await startDovecot({ password, certificate: authority.sign(["localhost"]) });
  const { id } = await add({ imap: imapAt(own.tlsPort) });
  await eventually(async () => {
    expect((await t.client.call("Mailbox/get", { accountId: id! })).list.length).toBeGreaterThan(5);
  });
  await own.stop();
  await t.client.call("Mailbox/set", { accountId: id!, create: { a: { name: "New" } } });
  expect((await t.client.call("MailServer/set", { destroy: [id!] })).notDestroyed?.[id!]).toMatchObject({
    type: "changesWaiting",
    waiting: 1,
  });
  const { destroyed } = await t.client.call("MailServer/set", { destroy: [id!], onDestroyLoseChanges: true });
  expect(destroyed).toEqual([id]);
});

test.skipIf(!canRun)("a removal that was cut off is gone on with", async () => {
  const { id } = await add();
  await beginRemoval(t.store, id!);
  expect((await t.store.read(listAccounts)).map((account) => account.id)).not.toContain(id);
  expect(await t.store.read((reader) => findAccountByAddress(reader, "ann@b.example"))).toBeUndefined();
  await finishRemovals(t.store);
  const rows = await t.store.read((reader) => reader.all<{ n: number }>("select count(*) as n from account"));
  expect(rows).toEqual([{ n: 1 }]);
});

test.skipIf(!canRun)("open tabs hear of an account that comes and of one that goes", async () => {
  const url = await t.listen();
  const headers = { authorization: `Bearer ${t.token}` };
  const stream = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, { headers });
  let heard = "";
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk;
  })().catch(() => undefined);
  const { id } = await add();
  await eventually(async () => expect(heard).toContain(`"${id}":{"Mailbox"`));
  await t.client.call("MailServer/set", { destroy: [id!] });
  await eventually(async () => expect(heard).toContain(`"${id}":{}`));
  await stream.body?.cancel().catch(() => undefined);
  await t.app.close();
  await reading;
});

test.skipIf(!canRun)("many failed attempts end in a pause", async () => {
  for (let tries = 0; tries < 15; tries++) expect(await problem({ password: `p${tries}` })).toBe("wrongPassword");
  expect((await add()).error?.type).toBe("rateLimit");
});

test.skipIf(!canRun)("what cannot be a server is refused before anybody is called", async () => {
  for (const changes of [
    { email: "nobody" },
    { username: " " },
    { password: "" },
    { imap: { ...imapAt(), host: "a b" } },
    { imap: { ...imapAt(), port: 0 } },
    { imap: { ...imapAt(), security: "none" as never } },
    { username: "ann\r\nLOGOUT" },
  ]) {
    const { error } = await add(changes);
    expect([error?.type, error?.problem]).toEqual(["invalidProperties", undefined]);
  }
});

test.skipIf(!canRun)("a token for one mailbox may add nothing, nor see the servers", async () => {
  const { client } = await t.addMailbox("anna");
  expect((await client.session()).capabilities).not.toHaveProperty([MAIL_SERVERS]);
  await expect(client.call("MailServer/set", { create: { a: ann() } })).rejects.toMatchObject({ type: "forbidden" });
  await expect(client.call("MailServer/get", {})).rejects.toMatchObject({ type: "forbidden" });
  await expect(client.call("MailServer/discover", { email: "a@b.example" })).rejects.toMatchObject({
    type: "forbidden",
  });
});
