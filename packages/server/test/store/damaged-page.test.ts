/** A damaged page of the database: its Emails are returned as far as they are known, and all others unchanged. */
import { openSync, closeSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getEmails } from "../../src/store/mail/emails.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { type FolderStore, insertTestEmail, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
let damaged: Store | undefined;
beforeEach(async () => {
  t = await storeInFolder();
});
afterEach(async () => {
  await t.store.close();
  await damaged?.close();
  await t.remove();
});

test("Emails of a damaged page lack only the columns derived from their messages", async () => {
  const ids: string[] = [];
  await t.store.write(async (tx) => {
    for (let n = 0; n < 300; n++) {
      const email = { subject: `unlike any other ${n} `, body: "words ".repeat(50) };
      ids.push((await insertTestEmail(tx, t.accountId, [t.mailbox.inbox], email)).id);
    }
  });
  await t.store.close();
  const file = join(t.dataDir, "pismo.sqlite");
  const page = Math.floor(readFileSync(file).indexOf('"unlike any other 150 "') / 4096);
  const out = openSync(file, "r+");
  writeSync(out, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096);
  closeSync(out);

  damaged = await openStore({ dataDir: t.dataDir }, log);
  const records = await damaged.read((reader) => getEmails(reader, t.accountId, ids));
  expect(records.map(({ id }) => id)).toEqual(ids);
  const lost = records.filter(({ headers }) => headers.subject === null);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length).toBeLessThan(20);
  for (const record of lost) {
    expect(record.mailboxIds).toEqual([t.mailbox.inbox]);
    expect(record.structure.subParts).toEqual([]);
  }
});
