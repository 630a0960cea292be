/** Messages that were imported with other line ends go to a server that takes CRLF alone. */
import { ALL_ACCOUNTS_ID, idOfMember } from "@pismo/jmap";
import { expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunCyrus, startCyrus } from "../servers/cyrus.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { openOwnPage } from "../support/own-page.ts";
import { testServer } from "../support/server.ts";

const name = "ann@example.org";

test.skipIf(!canRunCyrus)("a letter with bare LF moves to a Cyrus, and leaves once it is there", async () => {
  const cyrus = await startCyrus({ hasDomains: true });
  const own = await testServer({ accountSetup: { ca: "" }, transfers: true });
  try {
    (await foreignClient(cyrus.port, name, cyrus.password)).close();
    const { password, jmapUrl } = cyrus;
    const account = { name: "Ann", email: name, username: name, password, imap: null, smtp: null, jmapUrl };
    const { created } = await own.client.call("MailServer/set", { create: { a: account } });
    const there = created!["a"]!.id!;
    const { page } = await openOwnPage(own);
    const inboxOf = async (accountId: string) =>
      (await page.call("Mailbox/get", { accountId, ids: null })).list.find(({ role }) => role === "inbox")!.id!;
    const { accountId } = own;
    const message = "From: a@b.example\r\nMessage-ID: <lf@b.example>\r\nSubject: Mixed\r\n\r\none\ntwo\r\nthree\n";
    const { blobId } = await page.upload(accountId, new Blob([message]), "message/rfc822");
    const e = { blobId, mailboxIds: { [await inboxOf(accountId)]: true as const } };
    const emailId = (await page.call("Email/import", { accountId, emails: { e } })).created!["e"]!.id!;
    const t = {
      toAccountId: there,
      mailboxId: await inboxOf(there),
      emailIds: [idOfMember(accountId, emailId)],
      keepsOriginals: false,
    };
    const begun = await page.call("EmailTransfer/set", { accountId: ALL_ACCOUNTS_ID, create: { t } });
    const ids = [begun.created!["t"]!.id];
    await eventually(async () => {
      const { list } = await page.call("EmailTransfer/get", { accountId: ALL_ACCOUNTS_ID, ids });
      expect(list).toMatchObject([{ waiting: 0, done: 1, failed: {} }]);
    });
    expect((await page.call("Email/query", { accountId })).ids).toEqual([]);
    const { ids: moved } = await page.call("Email/query", { accountId: there });
    const { list } = await page.call("Email/get", { accountId: there, ids: moved, properties: ["blobId"] });
    const bytes = await (await page.download(there, list[0]!.blobId!, "letter")).text();
    expect(bytes).toBe(message.replaceAll(/\r?\n/g, "\r\n"));
  } finally {
    await own.close();
    await cyrus.stop();
  }
});
