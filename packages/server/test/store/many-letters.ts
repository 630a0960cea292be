/** 300 letters in threads of several, over all that filters and sorts ask for. */
import type { Id } from "@pismo/jmap";
import { createAccount } from "../../src/store/accounts.ts";
import { type EmailRecord, getEmails } from "../../src/store/emails.ts";
import { findMailboxByRole } from "../../src/store/mailboxes.ts";
import { insertLetter, storeWithAccount, type TestStore } from "./letters.ts";
import { randomFrom } from "./random.ts";

export interface ManyLetters {
  t: TestStore;
  /** In the order of their ids. */
  letters: EmailRecord[];
  /** The inbox of another account. */
  foreignInbox: Id;
}

export async function storeWithManyLetters(): Promise<ManyLetters> {
  const t = await storeWithAccount();
  let letters: EmailRecord[] = [];
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
      await insertLetter(
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
    await insertLetter(tx, other.id, [foreignInbox], { subject: "Budget", body: "invoice" });
    const rows = await tx.all<{ id: number }>(
      "select id from email where account_id = ? order by id",
      Number(accountId.slice(1)),
    );
    // The structure of the test's letters says nothing of headers: they are as long as these blobs.
    await tx.run("update email_content set structure = json_set(structure, '$.bodyStart', 200)");
    letters = await getEmails(
      tx,
      accountId,
      rows.map(({ id }) => `e${id}`),
    );
  });
  return { t, letters, foreignInbox };
}
