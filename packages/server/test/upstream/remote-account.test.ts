/** Personal mode: an account at a JMAP server, which is a second Pismo. It is added, used by passing through, and removed. */
import {
  CORE,
  MAIL,
  MAIL_SERVERS,
  type NewMailServer,
  REMOTE_ACCOUNT,
  type RemoteAccountCapability,
  SUBMISSION,
} from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resolveAddress } from "../../src/bridge/smtp/local-addresses.ts";
import { createLogger } from "../../src/log.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { enter, page, remoteAccount, scriptedEngine, sessionWith } from "./front.ts";

let engine: TestServer;
let own: TestServer;
let jmapUrl: string;
let logged: string;

beforeEach(async () => {
  engine = await testServer();
  jmapUrl = await engine.listen();
  logged = "";
  const log = createLogger("debug", { write: (line) => (logged += line) });
  own = await testServer({ accountSetup: { ca: "" }, log });
});
afterEach(async () => {
  await own.close();
  await engine.close();
});

async function add(changes: Partial<NewMailServer> = {}) {
  const given: NewMailServer = { ...remoteAccount(engine, jmapUrl), ...changes };
  const { created, notCreated } = await own.client.call("MailServer/set", { create: { a: given } });
  await own.client.session(true);
  return { id: created?.["a"]?.id ?? "", error: notCreated?.["a"] };
}

const rows = (sql: string): Promise<Record<string, unknown>[]> => own.store.read((reader) => reader.all(sql));

test("an account at a JMAP server is listed with its capabilities, and its mail stays there", async () => {
  const { id, error } = await add();
  expect(error).toBeUndefined();
  const { accounts } = await own.client.session();
  const { accountCapabilities, name } = accounts[id]!;
  expect(name).toBe("ann@engine.example");
  // Another client would take it for an account of this server.
  expect(accountCapabilities).not.toHaveProperty([MAIL]);
  const remote = accountCapabilities[REMOTE_ACCOUNT] as RemoteAccountCapability;
  expect(remote).toMatchObject({ accountId: engine.accountId, apiUrl: `http://127.0.0.1/jmap/at/${id}/api` });
  expect(remote.accountCapabilities).toMatchObject({ [MAIL]: {}, [SUBMISSION]: {} });
  expect(JSON.stringify(accounts)).not.toContain(engine.token);
  expect(JSON.stringify(await rows("select * from upstream_login"))).not.toContain(engine.token);

  const { created } = await own.client.call("Mailbox/set", { accountId: id, create: { m: { name: "Tulips" } } });
  const mailboxId = created!["m"]!.id as string;
  const { blobId } = await own.client.upload(
    id,
    new TextEncoder().encode("Subject: One\r\n\r\nText"),
    "message/rfc822",
  );
  const emails = { e: { blobId, mailboxIds: { [mailboxId]: true as const } } };
  await own.client.call("Email/import", { accountId: id, emails });
  const { ids } = await engine.client.call("Email/query", {
    accountId: engine.accountId,
    filter: { inMailbox: mailboxId },
  });
  expect(ids).toHaveLength(1);
  expect(await (await own.client.download(id, blobId, "one.eml")).text()).toContain("Subject: One");
  expect(await rows(`select 1 from email where account_id = ${id.slice(1)}`)).toEqual([]);
  expect(await rows(`select 1 from mailbox where account_id = ${id.slice(1)}`)).toEqual([]);

  expect((await own.client.call("MailServer/get", { ids: [id] })).list).toEqual([
    {
      id,
      name: "Ann",
      email: "ann@engine.example",
      username: "you@pismo.localhost",
      imap: null,
      smtp: null,
      jmapUrl: `${jmapUrl}/`,
    },
  ]);
  // Messages to it leave this server.
  const resolve = (address: string) => own.store.read((reader) => resolveAddress(reader, "pismo.localhost", address));
  expect(await resolve("ann@engine.example")).toEqual({ kind: "elsewhere" });
  expect((await add({ email: "other@engine.example" })).error).toEqual({ type: "alreadyExists", existingId: id });
});

test("its methods are not taken at the own URLs, and it is no one else's", async () => {
  const { id } = await add();
  const request = { using: [CORE, MAIL], methodCalls: [["Mailbox/get", { accountId: id, ids: null }, "c"]] };
  const post = (url: string, token: string) =>
    own.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
    });
  const answer = (await (await post("/jmap/api", own.token)).json()) as { methodResponses: unknown[] };
  expect(answer.methodResponses).toEqual([["error", expect.objectContaining({ type: "accountNotFound" }), "c"]]);
  const bob = await own.addMailbox("bob");
  expect((await post(`/jmap/at/${id}/api`, bob.token)).status).toBe(403);
  expect(Object.keys((await bob.client.session()).accounts)).toEqual([bob.accountId]);
  expect((await post(`/jmap/at/${own.accountId}/api`, own.token)).status).toBe(403);
});

test("what is wrong is said, and no password goes to another server than it was typed for", async () => {
  const elsewhere = await scriptedEngine(() => ({ status: 404 }));
  const problemOf = async (changes: Partial<NewMailServer>) => (await add(changes)).error?.problem?.kind;
  expect(await problemOf({ password: "a wrong password" })).toBe("wrongPassword");
  expect(await problemOf({ jmapUrl: elsewhere.url })).toBe("notMailServer");
  expect(await problemOf({ jmapUrl: "http://127.0.0.1:9" })).toBe("unreachable");
  expect((await add({ jmapUrl: "http://192.0.2.1" })).error).toMatchObject({ properties: ["jmapUrl"] });
  expect((await add({ jmapUrl: "https://ann:secret@192.0.2.1" })).error).toMatchObject({ properties: ["jmapUrl"] });
  expect((await add({ jmapUrl: null })).error?.type).toBe("invalidProperties");

  const { id } = await add();
  elsewhere.seen.length = 0;
  const { notUpdated } = await own.client.call("MailServer/set", { update: { [id]: { jmapUrl: elsewhere.url } } });
  expect(notUpdated?.[id]).toMatchObject({ type: "invalidProperties", properties: ["password"] });
  expect(elsewhere.seen).toEqual([]);
  await elsewhere.close();
});

test("its password goes to its own origin alone, whatever redirects and sessions name, and into no log", async () => {
  const other = await scriptedEngine(() => ({ body: sessionWith({}) }));
  let redirectsTo = "";
  const there = await scriptedEngine(({ url, headers }) => {
    if (url === "/.well-known/jmap" && redirectsTo !== "") return { status: 302, headers: { location: redirectsTo } };
    if (url === "/up/m") return { status: 503, body: headers.authorization };
    const mail = { [MAIL]: {} as never };
    return {
      body: sessionWith({
        accounts: { m: { name: "ann", isPersonal: true, isReadOnly: false, accountCapabilities: mail } },
        primaryAccounts: { [MAIL]: "m" },
        apiUrl: `${other.url}/api`,
        downloadUrl: `${other.url}/{accountId}/{blobId}/{name}`,
        uploadUrl: "/up/{accountId}",
        eventSourceUrl: `//${new URL(other.url).host}/events`,
      }),
    };
  });
  const password = "tulips & orchids";
  const given = { username: "ann", password, jmapUrl: there.url };
  try {
    const { id, error } = await add(given);
    expect(error).toBeUndefined();
    await expect(own.client.call("Core/echo", { accountId: id })).rejects.toMatchObject({ problem: { status: 501 } });
    await expect(own.client.download(id, "b", "b.eml")).rejects.toMatchObject({ problem: { status: 501 } });
    await expect(own.client.upload(id, new Uint8Array(1), "text/plain")).rejects.toMatchObject({
      problem: { status: 503 },
    });
    redirectsTo = `${other.url}/.well-known/jmap`;
    const { error: refused } = await add({ ...given, email: "bob@engine.example" });
    expect(refused).toMatchObject({ type: "invalidProperties", problem: { server: "jmap" } });
    expect(other.seen).toEqual([]);
    const secrets = [password, encodeURIComponent(password), btoa(`ann:${password}`)];
    expect(there.seen.at(-1)?.headers.authorization).toBe(`Basic ${secrets[2]}`);
    expect(logged).not.toBe("");
    const told = logged + JSON.stringify([await own.client.session(true), refused]) + there.seen.map(({ url }) => url);
    for (const secret of secrets) expect(told).not.toContain(secret);
  } finally {
    await there.close();
    await other.close();
  }
});

test("people of a hosted server cannot name servers of their own, so none of ours inside the network is asked", async () => {
  const inside = await scriptedEngine(() => ({ body: sessionWith({}) }));
  const hosted = await testServer({ upstreamUrl: jmapUrl, hosted: {} });
  try {
    const cookie = await enter(hosted, "you@pismo.localhost", engine.token);
    const create = { a: { name: "", email: "a@b.example", username: "a", password: "b", imap: null, smtp: null } };
    for (const url of ["/jmap/api", "/jmap/own"]) {
      const answer = await hosted.app.inject({
        method: "POST",
        url,
        headers: { ...page, cookie, "content-type": "application/json" },
        payload: JSON.stringify({
          using: [CORE, MAIL_SERVERS],
          methodCalls: [["MailServer/set", { create: { a: { ...create.a, jmapUrl: inside.url } } }, "c"]],
        }),
      });
      expect(answer.body).not.toContain('"created"');
    }
    expect(inside.seen).toEqual([]);
  } finally {
    await hosted.close();
    await inside.close();
  }
});

test("a refused credential and a server that is away are answers of that account alone", async () => {
  const { id } = await add();
  await expect(own.client.call("Core/echo", { accountId: id })).resolves.toBeDefined();
  await engine.store.write((tx) => tx.run("delete from token"));
  await expect(own.client.call("Core/echo", { accountId: id })).rejects.toMatchObject({
    problem: { status: 401, isRefusedThere: true },
  });
  await engine.app.close();
  expect(Object.keys((await own.client.session(true)).accounts)).toEqual([own.accountId, id]);
  await own.client.call("Mailbox/get", { accountId: own.accountId, ids: null });
});

test("while its server is away the account stays listed, and says so", async () => {
  const { id } = await add();
  await engine.app.close();
  await expect(own.client.call("Core/echo", { accountId: id })).rejects.toMatchObject({ problem: { status: 503 } });
  expect((await own.client.session(true)).accounts[id]?.accountCapabilities).toHaveProperty([REMOTE_ACCOUNT]);
});

test("removing it leaves neither credential nor settings", async () => {
  const { id } = await add();
  const { destroyed } = await own.client.call("MailServer/set", { destroy: [id] });
  expect(destroyed).toEqual([id]);
  expect(await rows("select * from upstream_login")).toEqual([]);
  expect(Object.keys((await own.client.session(true)).accounts)).toEqual([own.accountId]);
  // The mail is untouched, and the account can be added again.
  expect((await add()).error).toBeUndefined();
});
