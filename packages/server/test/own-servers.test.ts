/** Accounts with servers of their own: tried at a real Dovecot and a real Postfix, added, changed and removed by JMAP. */
import { MAIL_SERVERS, type MailServerProblem, type NewMailServer } from "@pismo/jmap";
import { createServer, type Server } from "node:net";
import { expect, test, vi } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { findAccountByAddress, listAccounts } from "../src/store/accounts.ts";
import { beginRemoval, finishRemovals } from "../src/store/remove-account.ts";
import { foreignClient, letter as imapLetter } from "./imap/mirrored.ts";
import { startDovecot } from "./servers/dovecot.ts";
import { freePort } from "./servers/free-port.ts";
import { canRunOwnServers as canRun, OwnServers, password } from "./servers/own-servers.ts";
import { createTestAuthority } from "./servers/test-authority.ts";
import { startPostfix } from "./support/postfix.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const own = new OwnServers();

/** What is said to be wrong with an account that cannot be added. */
async function problem(changes: Partial<NewMailServer>): Promise<MailServerProblem["kind"] | undefined> {
  const { id, error } = await own.add(changes);
  expect(id).toBeUndefined();
  expect(error?.type).toBe("invalidProperties");
  expect(JSON.stringify(error)).not.toContain(password);
  return error?.problem?.kind;
}

test.skipIf(!canRun)("an account is added once both servers have let the person in, and its letters come", async () => {
  const client = await foreignClient(own.dovecot.port, "ann", password);
  await client.append("INBOX", imapLetter("first"));
  await client.logout();
  const before = await own.t.client.session();
  expect(before.capabilities[MAIL_SERVERS]).toEqual({});
  const { id, error } = await own.add();
  expect(error).toBeUndefined();
  const session = await own.t.client.session(true);
  expect(session.state).not.toBe(before.state);
  expect(session.accounts[id!]).toMatchObject({ name: "ann@b.example", accountCapabilities: { [MAIL_SERVERS]: {} } });
  expect(session.accounts[own.t.accountId]?.accountCapabilities).not.toHaveProperty([MAIL_SERVERS]);
  await eventually(async () => {
    const { ids } = await own.t.client.call("Email/query", { accountId: id!, filter: { subject: "first" } });
    expect(ids).toHaveLength(1);
  });
  expect((await own.t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([
    { name: "Ann", email: "ann@b.example" },
  ]);
  const { list } = await own.t.client.call("MailServer/get", {});
  expect(list).toEqual([
    { id, name: "Ann", email: "ann@b.example", username: "ann", imap: own.imapAt(), smtp: own.smtpAt() },
  ]);
  expect((await own.add()).error).toEqual({ type: "alreadyExists", existingId: id });
});

test.skipIf(!canRun)("STARTTLS serves as TLS does, and plain where it is chosen", async () => {
  const starttls = { imap: own.imapAt(own.dovecot.port, "starttls"), smtp: own.smtpAt(own.postfix.port, "starttls") };
  expect((await own.add({ email: "one@b.example", ...starttls })).error).toBeUndefined();
  const plain = { imap: own.imapAt(own.dovecot.port, "plain"), smtp: null };
  expect((await own.add({ email: "two@b.example", ...plain })).error).toBeUndefined();
});

test.skipIf(!canRun)("letters go out through the account's own server, under its own name", async () => {
  const { id: accountId } = await own.add({ smtp: own.smtpAt(own.postfix.port, "starttls") });
  const role = Object.fromEntries(
    (await own.t.client.call("Mailbox/get", { accountId: accountId! })).list.map((mailbox) => [
      mailbox.role,
      mailbox.id!,
    ]),
  );
  const [identity] = (await own.t.client.call("Identity/get", { accountId: accountId! })).list;
  const draft = {
    mailboxIds: { [role["drafts"]!]: true },
    from: [{ name: identity!.name!, email: identity!.email! }],
    to: [{ name: null, email: "friend@b.example" }],
    subject: "By Postfix",
    bodyStructure: { partId: "1", type: "text/plain" },
    bodyValues: { "1": { value: "Hello" } },
  };
  const { created } = await own.t.client.call("Email/set", { accountId: accountId!, create: { draft } as never });
  const submission = { identityId: identity!.id!, emailId: created!["draft"]!.id! };
  await own.t.client.call("EmailSubmission/set", { accountId: accountId!, create: { submission } });
  await eventually(async () => {
    expect(own.postfix.letters().find((text) => text.includes("Subject: By Postfix"))).toContain(
      "From: Ann <ann@b.example>",
    );
  });
});

test.skipIf(!canRun)("a wrong password is told from everything else, at both servers", async () => {
  expect(await problem({ password: "other" })).toBe("wrongPassword");
  const { error } = await own.add({ password: "other" });
  expect(error).toMatchObject({ properties: ["username", "password"], problem: { server: "imap", helpUrl: null } });
  expect(await own.t.client.call("MailServer/get", {})).toMatchObject({ list: [] });
  // The IMAP server alone knows this one.
  const open = await startDovecot({ password: "only-imap" });
  const changes = { password: "only-imap", imap: { host: "127.0.0.1", port: open.port, security: "plain" as const } };
  expect((await own.add(changes)).error?.problem).toMatchObject({ server: "smtp", kind: "wrongPassword" });
  await open.stop();
});

const badCertificates = {
  certificateExpired: () => own.authority.sign(["localhost"], { isExpired: true }),
  certificateSelfSigned: () => own.authority.selfSigned(["localhost"]),
  certificateOtherHost: () => own.authority.sign(["elsewhere.example"]),
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
    expect(await problem({ imap: own.imapAt(server.tlsPort) })).toBe(kind);
    expect(await problem({ imap: own.imapAt(server.port, "starttls") })).toBe(kind);
    await server.stop();
    const relay = await startPostfix({ certificate });
    expect(await problem({ smtp: own.smtpAt(relay.tlsPort) })).toBe(kind);
    expect(await problem({ smtp: own.smtpAt(relay.port, "starttls") })).toBe(kind);
    relay.stop();
  },
);

test.skipIf(!canRun)("a place where no such server is, is said as it is", async () => {
  expect(await problem({ imap: { ...own.imapAt(993), host: "imap.nowhere.invalid" } })).toBe("noSuchServer");
  expect(await problem({ imap: own.imapAt(await freePort()) })).toBe("unreachable");
  // TLS where none is, the other protocol, and the other way round.
  expect(await problem({ imap: own.imapAt(own.dovecot.port, "tls") })).toBe("notMailServer");
  expect(await problem({ imap: own.imapAt(own.postfix.tlsPort) })).toBe("notMailServer");
  expect(await problem({ smtp: own.smtpAt(own.dovecot.tlsPort) })).toBe("notMailServer");
  const silent: Server = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  expect(await problem({ imap: own.imapAt(port, "plain") })).toBe("timeout");
  silent.close();
});

test.skipIf(!canRun)("a server that has no STARTTLS, and one that takes passwords only over TLS", async () => {
  const bare = await startDovecot({ password, settings: "ssl = no" });
  expect(await problem({ imap: own.imapAt(bare.port, "starttls") })).toBe("noStartTls");
  await bare.stop();
  expect(await problem({ smtp: own.smtpAt(own.postfix.port, "plain") })).toBe("plainRefused");
});

test.skipIf(!canRun)("a server that takes tokens and no passwords is known by what it offers", async () => {
  const server = await startDovecot({
    password,
    certificate: own.authority.sign(["localhost"]),
    settings: "auth_mechanisms = xoauth2 oauthbearer\ndisable_plaintext_auth = yes",
  });
  expect(await problem({ imap: own.imapAt(server.tlsPort) })).toBe("oauth");
  await server.stop();
});

test.skipIf(!canRun)("a server that lets everybody in who stands near needs no sign-in to send", async () => {
  const open = await startPostfix();
  expect((await own.add({ smtp: own.smtpAt(open.port, "plain") })).error).toBeUndefined();
  open.stop();
});

test.skipIf(!canRun)("what changes about the servers is tried first; the name goes to the identity too", async () => {
  const { id } = await own.add();
  const change = (patch: Record<string, unknown>) => own.t.client.call("MailServer/set", { update: { [id!]: patch } });
  expect((await change({ password: "other" })).notUpdated?.[id!]?.problem?.kind).toBe("wrongPassword");
  expect((await change({ imap: own.imapAt(await freePort()) })).notUpdated?.[id!]?.problem?.kind).toBe("unreachable");
  expect((await change({ name: "Ann Lee", smtp: own.smtpAt(own.postfix.port, "starttls") })).updated).toEqual({
    [id!]: null,
  });
  expect((await own.t.client.call("MailServer/get", { ids: [id!] })).list).toMatchObject([
    { name: "Ann Lee", imap: own.imapAt(), smtp: own.smtpAt(own.postfix.port, "starttls") },
  ]);
  expect((await own.t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([{ name: "Ann Lee" }]);
  expect((await change({ email: "x@b.example" })).notUpdated?.[id!]).toMatchObject({ type: "invalidProperties" });
  expect(
    (await own.t.client.call("MailServer/set", { update: { a999: { name: "x" } } })).notUpdated?.["a999"]?.type,
  ).toBe("notFound");
});

test.skipIf(!canRun)("an account that is removed is gone at once, and nothing changes on its server", async () => {
  const client = await foreignClient(own.dovecot.port, "rem", password);
  for (let n = 0; n < 3; n++) await client.append("INBOX", imapLetter(`r${n}`));
  const { id } = await own.add({ email: "rem@b.example", username: "rem" });
  await eventually(async () => {
    expect((await own.t.client.call("Email/query", { accountId: id! })).ids).toHaveLength(3);
  });
  expect((await own.t.client.call("MailServer/set", { destroy: [id!] })).destroyed).toEqual([id]);
  expect((await own.t.client.session(true)).accounts).not.toHaveProperty(id!);
  expect((await client.status("INBOX", { messages: true })) || {}).toMatchObject({ messages: 3 });
  await client.logout();
  // Its address is free again at once.
  expect((await own.add({ email: "rem@b.example", username: "rem" })).error).toBeUndefined();
});

test.skipIf(!canRun)("changes that the server does not have are not thrown away without being asked for", async () => {
  const brief = await startDovecot({ password, certificate: own.authority.sign(["localhost"]) });
  const { id } = await own.add({ imap: own.imapAt(brief.tlsPort) });
  await eventually(async () => {
    expect((await own.t.client.call("Mailbox/get", { accountId: id! })).list.length).toBeGreaterThan(5);
  });
  await brief.stop();
  await own.t.client.call("Mailbox/set", { accountId: id!, create: { a: { name: "New" } } });
  expect((await own.t.client.call("MailServer/set", { destroy: [id!] })).notDestroyed?.[id!]).toMatchObject({
    type: "changesWaiting",
    waiting: 1,
  });
  const { destroyed } = await own.t.client.call("MailServer/set", { destroy: [id!], onDestroyLoseChanges: true });
  expect(destroyed).toEqual([id]);
});

test.skipIf(!canRun)("a removal that was cut off is gone on with", async () => {
  const { id } = await own.add();
  await beginRemoval(own.t.store, id!);
  expect((await own.t.store.read(listAccounts)).map((account) => account.id)).not.toContain(id);
  expect(await own.t.store.read((reader) => findAccountByAddress(reader, "ann@b.example"))).toBeUndefined();
  await finishRemovals(own.t.store);
  const rows = await own.t.store.read((reader) => reader.all<{ n: number }>("select count(*) as n from account"));
  expect(rows).toEqual([{ n: 1 }]);
});

test.skipIf(!canRun)("open tabs hear of an account that comes and of one that goes", async () => {
  const url = await own.t.listen();
  const headers = { authorization: `Bearer ${own.t.token}` };
  const stream = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, { headers });
  let heard = "";
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk;
  })().catch(() => undefined);
  const { id } = await own.add();
  await eventually(async () => expect(heard).toContain(`"${id}":{"Mailbox"`));
  await own.t.client.call("MailServer/set", { destroy: [id!] });
  await eventually(async () => expect(heard).toContain(`"${id}":{}`));
  await stream.body?.cancel().catch(() => undefined);
  await own.t.app.close();
  await reading;
});

test.skipIf(!canRun)("many failed attempts end in a pause", async () => {
  for (let tries = 0; tries < 15; tries++) expect(await problem({ password: `p${tries}` })).toBe("wrongPassword");
  expect((await own.add()).error?.type).toBe("rateLimit");
});

test.skipIf(!canRun)("what cannot be a server is refused before anybody is called", async () => {
  for (const changes of [
    { email: "nobody" },
    { username: " " },
    { password: "" },
    { imap: { ...own.imapAt(), host: "a b" } },
    { imap: { ...own.imapAt(), port: 0 } },
    { imap: { ...own.imapAt(), security: "none" as never } },
    { username: "ann\r\nLOGOUT" },
  ]) {
    const { error } = await own.add(changes);
    expect([error?.type, error?.problem]).toEqual(["invalidProperties", undefined]);
  }
});

test.skipIf(!canRun)("a token for one mailbox may add nothing, nor see the servers", async () => {
  const { client } = await own.t.addMailbox("anna");
  expect((await client.session()).capabilities).not.toHaveProperty([MAIL_SERVERS]);
  await expect(client.call("MailServer/set", { create: { a: own.ann() } })).rejects.toMatchObject({
    type: "forbidden",
  });
  await expect(client.call("MailServer/get", {})).rejects.toMatchObject({ type: "forbidden" });
  await expect(client.call("MailServer/discover", { email: "a@b.example" })).rejects.toMatchObject({
    type: "forbidden",
  });
});
