/** 300 Emails in threads of several, which vary in all properties that filters and sorts use. */
import type { Id } from "@pismo/jmap";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { type EmailRecord, getEmails } from "../../src/store/mail/emails.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";
import { randomFrom } from "./random.ts";

export interface ManyEmails {
  t: TestStore;
  /** In the order of their ids. */
  emails: EmailRecord[];
  /** The inbox of another account. */
  foreignInbox: Id;
}

export async function storeWithManyEmails(): Promise<ManyEmails> {
  const t = await storeWithAccount();
  let emails: EmailRecord[] = [];
  let foreignInbox = "";
  const random = randomFrom(11);
  const { accountId, mailbox } = t;
  const boxes = Object.values(mailbox);
  await t.store.write(async (tx) => {
    for (let n = 0; n < 300; n++) {
      const header = Buffer.from(
        `X-Number: ${n}\r\nX-Kind: ${n % 3 === 0 ? "=?utf-8?Q?=D0=A2=D1=80=D0=B8?=" : "other"}\r\n\r\n`,
      );
      const { blobId } = await tx.blobs.put(header);
      await insertTestEmail(
        tx,
        accountId,
        random.chance(0.2) ? [random.pick(boxes), random.pick(boxes)] : [random.pick(boxes)],
        {
          blobId,
          subject: random.pick(["Budget", "Re: Plan", "Отчёт", "zebra"]),
          references: [`thread-${random.below(60)}@x`],
          from: [{ name: random.pick(["Анна", "boris", "Émile", null]), email: `p${random.below(9)}@example.com` }],
          body: random.pick(["счета за май", "invoice paid", "nothing at all"]),
          size: random.below(1000),
          hasAttachment: random.chance(0.3),
          keywords: ["$seen", "$flagged", "custom"].filter(() => random.chance(0.4)),
          receivedAt: new Date(Date.UTC(2026, 0, 1 + random.below(40))),
          ...(random.chance(0.5) ? { sentAt: new Date(Date.UTC(2025, 11, 1 + random.below(60))).toISOString() } : {}),
        },
      );
    }
    const other = await createAccount(tx, { name: "Other", email: "other@pismo.localhost" });
    foreignInbox = (await findMailboxByRole(tx, other.id, "inbox"))!.id;
    await insertTestEmail(tx, other.id, [foreignInbox], { subject: "Budget", body: "invoice" });
    const rows = await tx.all<{ id: number }>(
      "select id from email where account_id = ? order by id",
      Number(accountId.slice(1)),
    );
    // The test Emails' structure has no header offsets: the header is as long as these blobs.
    for (const { email_id, structure } of await tx.all<{ email_id: number; structure: string }>(
      "select email_id, structure from email_content",
    )) {
      const changed = JSON.stringify({ ...(JSON.parse(structure) as object), bodyStart: 200 });
      await tx.run("update email_content set structure = ? where email_id = ?", changed, email_id);
    }
    emails = await getEmails(
      tx,
      accountId,
      rows.map(({ id }) => `e${id}`),
    );
  });
  return { t, emails, foreignInbox };
}
