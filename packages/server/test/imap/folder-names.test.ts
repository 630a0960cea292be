/** Folders whose names are equal here: both are shown, under readable names. */
import { afterEach, expect, test } from "vitest";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { canRunDovecot, startDovecot } from "../servers/dovecot.ts";
import { foreignClient, testMessage, MirrorStore, upToDate } from "./mirrored.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test.skipIf(!canRunDovecot)("two folders for one role, and names that are the same in NFC, are numbered", async () => {
  const dovecot = await startDovecot({ specialFolders: { Dispatched: "\\Sent", Sent: "\\Archive" } });
  closing.push(() => dovecot.stop());
  const client = await foreignClient(dovecot.port, "ann");
  closing.push(() => client.close());
  for (const path of ["Caf\u00e9", "Cafe\u0301", "100%", "5*", "100-", "a  b"]) await client.mailboxCreate(path);
  await client.append("Sent", testMessage("archived"));
  await client.append("Dispatched", testMessage("sent"));
  const mirror = await MirrorStore.open();
  closing.push(() => mirror.close());
  const accountId = await mirror.addAccount({ port: dovecot.port });
  mirror.start(accountId);
  await upToDate(mirror, accountId);
  const all = await mirror.store.read((reader) => getMailboxes(reader, accountId));
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["Caf\u00e9", "Caf\u00e9 (2)", "100%", "100-", "5*", "a  b"]));
  expect(names.filter((name) => /\d{6}/.test(name))).toEqual([]);
  expect(all.find(({ role }) => role === "sent")).toMatchObject({ totalEmails: 1 });
  expect(all.find(({ role }) => role === "archive")).toMatchObject({ totalEmails: 1 });
});

test.skipIf(!canRunDovecot)("a second folder with the name of one that has a role here is numbered", async () => {
  const dovecot = await startDovecot({ specialFolders: { Dispatched: "\\Sent" } });
  closing.push(() => dovecot.stop());
  const client = await foreignClient(dovecot.port, "ann");
  closing.push(() => client.close());
  await client.mailboxCreate("Sent");
  await client.append("Sent", testMessage("older"));
  const mirror = await MirrorStore.open();
  closing.push(() => mirror.close());
  const accountId = await mirror.addAccount({ port: dovecot.port });
  mirror.start(accountId);
  await upToDate(mirror, accountId);
  const named = async () =>
    (await mirror.store.read((reader) => getMailboxes(reader, accountId))).filter(({ name }) =>
      name.startsWith("Sent"),
    );
  expect((await named()).map(({ name, role, totalEmails }) => [name, role, totalEmails])).toEqual([
    ["Sent", "sent", 0],
    ["Sent (2)", null, 1],
  ]);
});
