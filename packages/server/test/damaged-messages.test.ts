/** A damaged message affects its own Email alone, whose known properties are returned. */
import type { Email, Id } from "@pismo/jmap";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outgoingMessage } from "../src/bridge/smtp/send/outgoing-message.ts";
import { createLogger } from "../src/log.ts";
import { sweepStore } from "../src/store/sweep/sweep.ts";
import { rebuild } from "../src/store/mail/rebuild.ts";
import { parseMessage } from "../src/mime/parse/parse.ts";
import { rot } from "./support/damage.ts";
import { jmap, type Jmap } from "./support/jmap.ts";

const COUNT = 20;
const rowProperties = ["id", "subject", "from", "preview", "keywords", "mailboxIds"];

const parse = async (bytes: Uint8Array) => parseMessage(bytes);

let t: Jmap;
let ids: Id[];
beforeEach(async () => {
  t = await jmap();
  ids = [];
  // One at a time: files of their own.
  for (let n = 0; n < COUNT; n++) {
    const bytes = Buffer.from(`From: anna@example.com\r\nSubject: letter ${n}\r\n\r\nThe secret of ${n}.\r\n`);
    const { id } = await t.ingest.deliver({ accountId: t.accountId, bytes, mailboxIds: [t.role["inbox"]!] });
    ids.push(id);
  }
});
afterEach(() => t.close());

const fileOf = async (n: number) => {
  const row = await t.store.read((reader) =>
    reader.get<{ blob_id: string }>("select blob_id from email where id = ?", Number(ids[n]!.slice(1))),
  );
  const folder = Buffer.from(row!.blob_id.slice(1, 3), "base64url").toString("hex").slice(0, 2);
  return { blobId: row!.blob_id, path: `${t.store.blobs.folder!.root}/${folder}/${row!.blob_id}` };
};

async function get(args: Record<string, unknown>): Promise<Email[]> {
  const { list, notFound } = (await t.call("Email/get", { accountId: t.accountId, ids, ...args })) as {
    list: Email[];
    notFound: Id[];
  };
  expect(notFound).toEqual([]);
  expect(list.map(({ id }) => id)).toEqual(ids);
  return list;
}
const bodies = () =>
  get({ properties: ["id", "subject", "preview", "bodyValues", "textBody"], fetchTextBodyValues: true });

test("Emails whose messages are damaged, missing or unreadable are returned as they are known, beside all others", async () => {
  rot([(await fileOf(3)).path], "The secret of 3.");
  rmSync((await fileOf(5)).path);
  rmSync((await fileOf(7)).path);
  mkdirSync((await fileOf(7)).path);
  const list = await bodies();
  for (const [n, { subject, bodyValues }] of list.entries()) {
    expect(subject).toBe(`letter ${n}`);
    const isDamaged = [3, 5, 7].includes(n);
    const value = n === 3 ? "Phe secret of 3.\n" : isDamaged ? "" : `The secret of ${n}.\n`;
    const flags = { isEncodingProblem: isDamaged, isTruncated: isDamaged, ...(isDamaged && { isDamaged }) };
    expect(bodyValues["1"]).toEqual({ value, ...flags });
  }
});

test.each(["headers", "structure"])(
  "damage in the %s of one Email is derived again from its message",
  async (column) => {
    await t.store.write(async (tx) => {
      // SQLite would refuse such a value by itself.
      await tx.run("drop index email_content_message_id");
      await tx.run(`update email_content set ${column} = '{"x": "broken' where email_id = ?`, Number(ids[4]!.slice(1)));
    });
    expect((await get({ properties: rowProperties })).map(({ subject }) => subject)).toEqual(
      ids.map((_, n) => `letter ${n}`),
    );
    const values = (await bodies()).map(({ subject, bodyValues }) => [subject, bodyValues["1"]?.value]);
    expect(values).toEqual(ids.map((_, n) => [`letter ${n}`, `The secret of ${n}.\n`]));
  },
);

test("a rebuild keeps the known properties of a damaged message, and records and clears its fault", async () => {
  const { blobId, path } = await fileOf(3);
  const before = await get({ properties: rowProperties });
  rot([path], "From: anna");
  const { emails, faults } = await rebuild(t.store, parse);
  expect(emails).toBe(COUNT);
  expect(faults).toMatchObject([{ blobId, fault: "damaged", emails: [{ subject: "letter 3" }] }]);
  expect(await get({ properties: rowProperties })).toEqual(before);

  const download = () =>
    t.fetch(`http://127.0.0.1/jmap/download/${t.accountId}/${blobId}/letter.eml`, {
      headers: { authorization: `Bearer ${t.token}` },
    });
  const damaged = await download();
  expect(damaged.headers.get("warning")).toContain("damaged");
  expect(damaged.headers.get("cache-control")).toBe("no-store");
  expect(damaged.headers.get("etag")).toBeNull();

  // The same bytes are put again, as by an import: they replace the damaged ones.
  const good = Buffer.from(readFileSync(path).toString().replace("Brom", "From"));
  expect((await t.store.blobs.put(good)).blobId).toBe(blobId);
  expect(readFileSync(path)).toEqual(good);
  expect((await rebuild(t.store, parse)).faults).toEqual([]);
  expect((await download()).headers.get("warning")).toBeNull();
});

test("a copy of a damaged message is refused: under another hash it would count as intact", async () => {
  rot([(await fileOf(3)).path], "The secret of 3.");
  const other = await t.addMailbox("other");
  const { list } = await other.client.call("Mailbox/get", { accountId: other.accountId });
  const answer = (await t.call("Email/copy", {
    fromAccountId: t.accountId,
    accountId: other.accountId,
    create: { a: { id: ids[3], mailboxIds: { [list[0]!.id!]: true } } },
  })) as { notCreated: Record<string, { type: string; description?: string }> };
  expect(answer.notCreated["a"]).toMatchObject({ type: "notFound", description: expect.stringMatching(/damaged/) });
});

test("a damaged message is not sent, and the sweep clears the fault of a deleted one", async () => {
  const [damaged, whole] = [await fileOf(3), await fileOf(4)];
  rot([damaged.path], "The secret of 3.");
  expect(await outgoingMessage(t.store.blobs, damaged.blobId)).toBeUndefined();
  expect(await outgoingMessage(t.store.blobs, whole.blobId)).toBeDefined();
  await rebuild(t.store, parse);
  const marks = () => t.store.read((reader) => reader.all("select blob_id from damaged_blob"));
  expect(await marks()).toHaveLength(1);
  await t.call("Email/set", { destroy: [ids[3]] });
  expect(await sweepStore(t.store, { graceMs: -60_000 }, createLogger("silent"))).toBe(1);
  expect(await marks()).toEqual([]);
});
