import { afterAll, beforeAll, expect, test } from "vitest";
import { randomBytes } from "node:crypto";
import { putImapServer } from "../src/store/mirror/imap-accounts.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ trustedServers: ["MX.home.example"] });
});
afterAll(() => server.close());

async function deliver(...header: string[]): Promise<string> {
  const { store, ingest, accountId } = server;
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from([...header, "Subject: x", "", "text", ""].join("\r\n"));
  return (await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] })).id;
}
const get = async (...ids: string[]) =>
  (await server.client.call("SenderTrust/get", { accountId: server.accountId, ids })).list;
const set = (id: string, showsImages: boolean) =>
  server.client.call("SenderTrust/set", { accountId: server.accountId, update: { [id]: { showsImages } } });

const proven = "Authentication-Results: mx.home.example; dmarc=pass header.from=shop.example";
const from = "From: The Shop <News@Shop.example>";

test("a proven sender is remembered for all messages that are proven, and forgotten again", async () => {
  const first = await deliver(proven, from);
  const second = await deliver(proven, "From: news@shop.example");
  const forged = await deliver("Authentication-Results: mx.home.example; dmarc=fail header.from=shop.example", from);
  const unchecked = await deliver(from);
  const other = await deliver(proven, "From: sales@shop.example");
  expect(await get(first)).toEqual([
    {
      id: first,
      sender: "news@shop.example",
      authentication: "pass",
      showsImages: false,
      checks: { server: "mx.home.example", results: [{ method: "dmarc", result: "pass", domain: "shop.example" }] },
    },
  ]);
  expect(await set(first, true)).toMatchObject({ updated: { [first]: null }, notUpdated: null });
  const shown = async (): Promise<boolean[]> => {
    const list = await get(first, second, forged, unchecked, other);
    return [first, second, forged, unchecked, other].map((id) => list.find((each) => each.id === id)!.showsImages);
  };
  expect(await shown()).toEqual([true, true, false, false, false]);
  await set(second, false);
  expect(await shown()).toEqual([false, false, false, false, false]);
});

test.each([
  ["nobody has checked it", [from]],
  ["another server says so", ["Authentication-Results: mx.attack.example; dmarc=pass header.from=shop.example", from]],
  ["the check failed", ["Authentication-Results: mx.home.example; dmarc=fail header.from=shop.example", proven, from]],
  ["two are in From", [proven, "From: news@shop.example, mallory@attack.example"]],
  ["there are two From fields", [proven, from, "From: mallory@attack.example"]],
  ["there is no From", [proven]],
])("no sender is remembered where %s", async (_, header) => {
  const id = await deliver(...header);
  expect((await set(id, true)).notUpdated).toMatchObject({ [id]: { type: "forbidden" } });
  expect((await get(id))[0]?.showsImages).toBe(false);
});

test("what the trusted server found is told with its name, and what others wrote is not", async () => {
  const found = "Authentication-Results: mx.home.example; arc=none; spf=softfail smtp.mailfrom=b@mail.example;";
  const id = await deliver(
    `${found} dkim=pass header.i=@shop.example; iprev=pass`,
    proven.replace("mx.", "mx2."),
    from,
  );
  expect((await get(id))[0]?.checks).toEqual({
    server: "mx.home.example",
    results: [
      { method: "dkim", result: "pass", domain: "shop.example" },
      { method: "spf", result: "softfail", domain: "mail.example" },
      { method: "arc", result: "none", domain: null },
    ],
  });
  const silent = await deliver("Authentication-Results: mx.home.example; none", from);
  const unchecked = await deliver(proven.replace("home", "attack"), from);
  expect((await get(silent))[0]?.checks).toEqual({ server: "mx.home.example", results: [] });
  expect((await get(unchecked))[0]?.checks).toBeNull();
});

test("letters of others, and ones that are not there, are not found", async () => {
  const id = await deliver(proven, from);
  const anna = await server.addMailbox("anna");
  const args = { accountId: anna.accountId, ids: [id, "e999"] };
  expect(await anna.client.call("SenderTrust/get", args)).toMatchObject({ list: [], notFound: [id, "e999"] });
  const { notUpdated } = await anna.client.call("SenderTrust/set", {
    accountId: anna.accountId,
    update: { [id]: { showsImages: true } },
  });
  expect(notUpdated).toMatchObject({ [id]: { type: "notFound" } });
  await expect(server.client.call("SenderTrust/get", { accountId: "a999", ids: [] })).rejects.toThrow(/account/i);
});

test("[8601 §5] of a mirrored account its own server is believed, by what stands above every Received field", async () => {
  const { accountId, client } = await server.addMailbox("mirrored");
  const { store, ingest } = server;
  const imap = {
    host: "imap.far.example",
    port: 993,
    security: "tls",
    username: "a",
    password: "b",
    smtpUrl: null,
  } as const;
  await store.write((tx) => putImapServer(tx, accountId, imap, vaultWith(randomBytes(32))));
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const verdict = async (...header: string[]): Promise<string | undefined> => {
    const bytes = Buffer.from([...header, from, "Subject: x", "", "text", ""].join("\r\n"));
    const { id } = await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] });
    return (await client.call("SenderTrust/get", { accountId, ids: [id] })).list[0]?.authentication;
  };
  const own = "Authentication-Results: mx.far.example; dmarc=pass header.from=shop.example";
  const received = "Received: from shop.example by mail.far.example with ESMTPS; Sat, 21 Nov 2026 12:00:00 +0000";
  expect(await verdict(own, received)).toBe("pass");
  expect(await verdict(own.replace("pass", "fail"), received, own)).toBe("fail");
  expect(await verdict(received, own)).toBe("none");
  expect(await verdict(own)).toBe("none");
});
