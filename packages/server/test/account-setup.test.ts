/** Account setup: servers are tried at a real Dovecot and a real Postfix; accounts are added, changed and removed by JMAP. */
import { CORE, JmapClient, MAIL_SERVERS, type MailServerProblem, type NewMailServer } from "@pismo/jmap";
import { createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { findAccountByAddress, listAccounts } from "../src/store/auth/accounts.ts";
import { createLogger } from "../src/log.ts";
import { beginRemoval, finishRemovals } from "../src/store/auth/remove-account.ts";
import { foreignClient, testMessage as imapMessage } from "./imap/mirrored.ts";
import { startDovecot } from "./servers/dovecot.ts";
import { freePort } from "./servers/free-port.ts";
import { canRunMailServers as canRun, TestMailServers, password } from "./servers/mail-servers.ts";
import { createTestAuthority } from "./servers/test-authority.ts";
import { ofToday } from "./support/of-today.ts";
import { startPostfix } from "./support/postfix.ts";

const servers = new TestMailServers();

/** The problem of an account that cannot be added. */
async function problem(changes: Partial<NewMailServer>): Promise<MailServerProblem["kind"] | undefined> {
  const { id, error } = await servers.add(changes);
  expect(id).toBeUndefined();
  expect(error?.type).toBe("invalidProperties");
  expect(JSON.stringify(error)).not.toContain(password);
  return error?.problem?.kind;
}

test.skipIf(!canRun)("an account is added once both servers accept the sign-in, and its messages arrive", async () => {
  const client = await foreignClient(servers.dovecot.port, "ann", password);
  await client.append("INBOX", imapMessage("first"));
  await client.logout();
  const before = await servers.t.client.session();
  expect(before.capabilities[MAIL_SERVERS]).toEqual({});
  const { id, error } = await servers.add();
  expect(error).toBeUndefined();
  const session = await servers.t.client.session(true);
  expect(session.state).not.toBe(before.state);
  expect(session.accounts[id!]).toMatchObject({ name: "ann@b.example", accountCapabilities: { [MAIL_SERVERS]: {} } });
  expect(session.accounts[servers.t.accountId]?.accountCapabilities).not.toHaveProperty([MAIL_SERVERS]);
  await eventually(async () => {
    const { ids } = await servers.t.client.call("Email/query", { accountId: id!, filter: { subject: "first" } });
    expect(ids).toHaveLength(1);
  });
  expect((await servers.t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([
    { name: "Ann", email: "ann@b.example" },
  ]);
  const { list } = await servers.t.client.call("MailServer/get", {});
  expect(list).toEqual([
    {
      id,
      name: "Ann",
      email: "ann@b.example",
      username: "ann",
      imap: servers.imapAt(),
      smtp: servers.smtpAt(),
      jmapUrl: null,
    },
  ]);
  expect((await servers.add()).error).toEqual({ type: "alreadyExists", existingId: id });
});

test.skipIf(!canRun)("STARTTLS serves as TLS does, and plain where it is chosen", async () => {
  const starttls = {
    imap: servers.imapAt(servers.dovecot.port, "starttls"),
    smtp: servers.smtpAt(servers.postfix.port, "starttls"),
  };
  expect((await servers.add({ email: "one@b.example", ...starttls })).error).toBeUndefined();
  const plain = { imap: servers.imapAt(servers.dovecot.port, "plain"), smtp: null };
  expect((await servers.add({ email: "two@b.example", ...plain })).error).toBeUndefined();
});

test.skipIf(!canRun)("messages go out through the account's own server, under its own name", async () => {
  const { id: accountId } = await servers.add({ smtp: servers.smtpAt(servers.postfix.port, "starttls") });
  const role = Object.fromEntries(
    (await servers.t.client.call("Mailbox/get", { accountId: accountId! })).list.map((mailbox) => [
      mailbox.role,
      mailbox.id!,
    ]),
  );
  const [identity] = (await servers.t.client.call("Identity/get", { accountId: accountId! })).list;
  const draft = {
    mailboxIds: { [role["drafts"]!]: true },
    from: [{ name: identity!.name!, email: identity!.email! }],
    to: [{ name: null, email: "friend@b.example" }],
    subject: "By Postfix",
    bodyStructure: { partId: "1", type: "text/plain" },
    bodyValues: { "1": { value: "Hello" } },
  };
  const { created } = await servers.t.client.call("Email/set", { accountId: accountId!, create: { draft } as never });
  const submission = { identityId: identity!.id!, emailId: created!["draft"]!.id! };
  await servers.t.client.call("EmailSubmission/set", { accountId: accountId!, create: { submission } });
  await eventually(async () => {
    expect(servers.postfix.messages().find((text) => text.includes("Subject: By Postfix"))).toContain(
      "From: Ann <ann@b.example>",
    );
  });
});

test.skipIf(!canRun)("a wrong password is distinguished from other problems, at both servers", async () => {
  expect(await problem({ password: "other" })).toBe("wrongPassword");
  const { error } = await servers.add({ password: "other" });
  expect(error).toMatchObject({ properties: ["username", "password"], problem: { server: "imap", helpUrl: null } });
  expect(await servers.t.client.call("MailServer/get", {})).toMatchObject({ list: [] });
  // The IMAP server alone knows this one.
  const open = await startDovecot({ password: "only-imap" });
  const changes = { password: "only-imap", imap: { host: "127.0.0.1", port: open.port, security: "plain" as const } };
  expect((await servers.add(changes)).error?.problem).toMatchObject({ server: "smtp", kind: "wrongPassword" });
  await open.stop();
});

const badCertificates = {
  certificateExpired: () => servers.authority.sign(["localhost"], { isExpired: true }),
  certificateSelfSigned: () => servers.authority.selfSigned(["localhost"]),
  certificateOtherHost: () => servers.authority.sign(["elsewhere.example"]),
  certificateUntrusted: () => {
    const other = createTestAuthority();
    const certificate = other.sign(["localhost"]);
    other.remove();
    return certificate;
  },
};

test.skipIf(!canRun).each(ofToday(Object.entries(badCertificates)))(
  "what is wrong with a certificate is said: %s",
  async (kind, make) => {
    const certificate = make();
    const server = await startDovecot({ password, certificate });
    expect(await problem({ imap: servers.imapAt(server.tlsPort) })).toBe(kind);
    expect(await problem({ imap: servers.imapAt(server.port, "starttls") })).toBe(kind);
    await server.stop();
    const relay = await startPostfix({ certificate });
    expect(await problem({ smtp: servers.smtpAt(relay.tlsPort) })).toBe(kind);
    expect(await problem({ smtp: servers.smtpAt(relay.port, "starttls") })).toBe(kind);
    relay.stop();
  },
);

test.skipIf(!canRun)("an endpoint without such a server is reported", async () => {
  expect(await problem({ imap: { ...servers.imapAt(993), host: "imap.nowhere.invalid" } })).toBe("noSuchServer");
  expect(await problem({ imap: servers.imapAt(await freePort()) })).toBe("unreachable");
  // TLS where none is, the other protocol, and the other way round.
  expect(await problem({ imap: servers.imapAt(servers.dovecot.port, "tls") })).toBe("notMailServer");
  expect(await problem({ imap: servers.imapAt(servers.postfix.tlsPort) })).toBe("notMailServer");
  expect(await problem({ smtp: servers.smtpAt(servers.dovecot.tlsPort) })).toBe("notMailServer");
  const silent: Server = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  expect(await problem({ imap: servers.imapAt(port, "plain") })).toBe("timeout");
  silent.close();
});

test.skipIf(!canRun)("a server that has no STARTTLS, and one that takes passwords only over TLS", async () => {
  const bare = await startDovecot({ password, settings: "ssl = no" });
  expect(await problem({ imap: servers.imapAt(bare.port, "starttls") })).toBe("noStartTls");
  await bare.stop();
  expect(await problem({ smtp: servers.smtpAt(servers.postfix.port, "plain") })).toBe("plainRefused");
});

test.skipIf(!canRun)("a server that takes tokens and no passwords is known by what it offers", async () => {
  const server = await startDovecot({
    password,
    certificate: servers.authority.sign(["localhost"]),
    settings: "auth_mechanisms = xoauth2 oauthbearer\ndisable_plaintext_auth = yes",
  });
  expect(await problem({ imap: servers.imapAt(server.tlsPort) })).toBe("oauth");
  await server.stop();
});

test.skipIf(!canRun)("a server that admits clients by their address needs no sign-in to send", async () => {
  const open = await startPostfix();
  expect((await servers.add({ smtp: servers.smtpAt(open.port, "plain") })).error).toBeUndefined();
  open.stop();
});

test.skipIf(!canRun)("what changes about the servers is tried first; the name goes to the identity too", async () => {
  const { id } = await servers.add();
  const change = (patch: Record<string, unknown>) =>
    servers.t.client.call("MailServer/set", { update: { [id!]: patch } });
  expect((await change({ password: "other" })).notUpdated?.[id!]?.problem?.kind).toBe("wrongPassword");
  expect((await change({ imap: servers.imapAt(await freePort()) })).notUpdated?.[id!]?.problem?.kind).toBe(
    "unreachable",
  );
  expect((await change({ name: "Ann Lee", smtp: servers.smtpAt(servers.postfix.port, "starttls") })).updated).toEqual({
    [id!]: null,
  });
  expect((await servers.t.client.call("MailServer/get", { ids: [id!] })).list).toMatchObject([
    { name: "Ann Lee", imap: servers.imapAt(), smtp: servers.smtpAt(servers.postfix.port, "starttls") },
  ]);
  expect((await servers.t.client.call("Identity/get", { accountId: id! })).list).toMatchObject([{ name: "Ann Lee" }]);
  expect((await change({ email: "x@b.example" })).notUpdated?.[id!]).toMatchObject({ type: "invalidProperties" });
  expect(
    (await servers.t.client.call("MailServer/set", { update: { a999: { name: "x" } } })).notUpdated?.["a999"]?.type,
  ).toBe("notFound");
});

test.skipIf(!canRun)("a removed account disappears at once, and nothing changes on its server", async () => {
  const client = await foreignClient(servers.dovecot.port, "rem", password);
  for (let n = 0; n < 3; n++) await client.append("INBOX", imapMessage(`r${n}`));
  const { id } = await servers.add({ email: "rem@b.example", username: "rem" });
  await eventually(async () => {
    expect((await servers.t.client.call("Email/query", { accountId: id! })).ids).toHaveLength(3);
    const { list } = await servers.t.client.call("MirrorStatus/get", { accountId: id!, ids: null });
    expect(list).toMatchObject([{ waiting: 0 }]);
  });
  expect((await servers.t.client.call("MailServer/set", { destroy: [id!] })).destroyed).toEqual([id]);
  expect((await servers.t.client.session(true)).accounts).not.toHaveProperty(id!);
  expect((await client.status("INBOX", { messages: true })) || {}).toMatchObject({ messages: 3 });
  await client.logout();
  // Its address is free again at once.
  expect((await servers.add({ email: "rem@b.example", username: "rem" })).error).toBeUndefined();
});

test.skipIf(!canRun)("changes that the server does not have are not thrown away without being asked for", async () => {
  const brief = await startDovecot({ password, certificate: servers.authority.sign(["localhost"]) });
  const { id } = await servers.add({ imap: servers.imapAt(brief.tlsPort) });
  await eventually(async () => {
    expect((await servers.t.client.call("Mailbox/get", { accountId: id! })).list.length).toBeGreaterThan(5);
  });
  await brief.stop();
  await servers.t.client.call("Mailbox/set", { accountId: id!, create: { a: { name: "New" } } });
  expect((await servers.t.client.call("MailServer/set", { destroy: [id!] })).notDestroyed?.[id!]).toMatchObject({
    type: "changesWaiting",
    waiting: 1,
  });
  const { destroyed } = await servers.t.client.call("MailServer/set", { destroy: [id!], onDestroyLoseChanges: true });
  expect(destroyed).toEqual([id]);
});

test.skipIf(!canRun)("letters that wait to be sent are named before they are given up", async () => {
  const { id } = await servers.add({ email: "waits@b.example", username: "waits" });
  const { client } = servers.t;
  const accountId = id!;
  const drafts = await eventually(async () => {
    const { list } = await client.call("Mailbox/get", { accountId });
    return list.find(({ role }) => role === "drafts")!.id!;
  });
  const { list: identities } = await client.call("Identity/get", { accountId });
  const from = [{ name: null, email: "waits@b.example" }];
  const to = [{ name: null, email: "friend@b.example" }];
  const mailboxIds = { [drafts]: true as const };
  const { created } = await client.call("Email/set", {
    accountId,
    create: { e: { mailboxIds, keywords: { $draft: true }, from, to, subject: "On Monday" } },
  });
  const envelope = {
    mailFrom: { email: from[0]!.email, parameters: { HOLDFOR: "3600" } },
    rcptTo: [{ email: to[0]!.email, parameters: null }],
  };
  await client.call("EmailSubmission/set", {
    accountId,
    create: { s: { identityId: identities[0]!.id!, emailId: created!["e"]!.id!, envelope } },
    onSuccessUpdateEmail: { "#s": { "keywords/$draft": null, "keywords/$submitpending": true } },
  });
  const refused = (await client.call("MailServer/set", { destroy: [accountId] })).notDestroyed?.[accountId];
  expect(refused).toMatchObject({ type: "changesWaiting", unsent: ["On Monday"] });
  const { destroyed } = await client.call("MailServer/set", { destroy: [accountId], onDestroyLoseChanges: true });
  expect(destroyed).toEqual([accountId]);
});

test.skipIf(!canRun)("an interrupted removal is continued", async () => {
  const { id } = await servers.add();
  await beginRemoval(servers.t.store, id!);
  expect((await servers.t.store.read(listAccounts)).map((account) => account.id)).not.toContain(id);
  expect(await servers.t.store.read((reader) => findAccountByAddress(reader, "ann@b.example"))).toBeUndefined();
  await finishRemovals(servers.t.store, createLogger("silent"));
  const rows = await servers.t.store.read((reader) => reader.all<{ n: number }>("select count(*) as n from account"));
  expect(rows).toEqual([{ n: 1 }]);
});

test.skipIf(!canRun)("open tabs are notified of an added and of a removed account", async () => {
  const url = await servers.t.listen();
  const headers = { authorization: `Bearer ${servers.t.token}` };
  const stream = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, { headers });
  let heard = "";
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) heard += chunk;
  })().catch(() => undefined);
  const { id } = await servers.add();
  await eventually(async () => expect(heard).toContain(`"${id}":{"Mailbox"`));
  await servers.t.client.call("MailServer/set", { destroy: [id!] });
  await eventually(async () => expect(heard).toContain(`"${id}":{}`));
  await stream.body?.cancel().catch(() => undefined);
  await servers.t.app.close();
  await reading;
});

test.skipIf(!canRun)("many failed attempts end in a pause", async () => {
  for (let tries = 0; tries < 15; tries++) expect(await problem({ password: `p${tries}` })).toBe("wrongPassword");
  expect((await servers.add()).error?.type).toBe("rateLimit");
});

test.skipIf(!canRun)("what cannot be a server is refused before any connection", async () => {
  for (const changes of [
    { email: "nobody" },
    { username: " " },
    { password: "" },
    { imap: { ...servers.imapAt(), host: "a b" } },
    { imap: { ...servers.imapAt(), port: 0 } },
    { imap: { ...servers.imapAt(), security: "none" as never } },
    { username: "ann\r\nLOGOUT" },
  ]) {
    const { error } = await servers.add(changes);
    expect([error?.type, error?.problem]).toEqual(["invalidProperties", undefined]);
  }
});

test.skipIf(!canRun)("a token for one mailbox may add nothing, nor see the servers", async () => {
  const { token, client: own } = await servers.t.addMailbox("anna");
  expect((await own.session()).capabilities).not.toHaveProperty([MAIL_SERVERS]);
  // One that names the capability all the same.
  const client = new JmapClient({
    sessionUrl: "http://127.0.0.1/.well-known/jmap",
    headers: { authorization: `Bearer ${token}` },
    fetch: servers.t.fetch,
    using: [CORE, MAIL_SERVERS],
  });
  await expect(client.call("MailServer/set", { create: { a: servers.ann() } })).rejects.toMatchObject({
    type: "forbidden",
  });
  await expect(client.call("MailServer/get", {})).rejects.toMatchObject({ type: "forbidden" });
  await expect(client.call("MailServer/discover", { email: "a@b.example" })).rejects.toMatchObject({
    type: "forbidden",
  });
});
