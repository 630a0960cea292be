/** Applies the server's changes to the store. Each function runs in a transaction, and leaves a job where ours differ. */
import type { Id, Keyword } from "@pismo/jmap";
import { destroyEmails, updateEmail } from "../../../store/mail/emails.ts";
import { getMembership } from "../../../store/mail/email-memberships.ts";
import { getFolder } from "../../../store/mirror/imap-folders.ts";
import {
  addUnlocated,
  type MirroredEmail,
  type LocatedCopy,
  addLocated,
  readMirroredEmail,
  removeLocated,
  removeUnlocated,
  type UnlocatedCopy,
} from "../../../store/mirror/imap-copies.ts";
import { noteMovedThere } from "../../../store/screening/note-placed.ts";
import { noteLessons } from "../../../store/spam/lessons.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import { finishJob, hasJob, noteOutbound } from "../../../store/mirror/outbound-jobs.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { differenceOf } from "../push/difference.ts";
import { isSameSet, labelled } from "./labels.ts";
import { mergeKeywords, mergeMove } from "./merge.ts";

/** Leaves a job for the Email where its state differs from the server's, and removes it where not. */
export async function settle(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const email = await asOnServer(tx, accountId, await readMirroredEmail(tx, accountId, emailId));
  const flags = new Map<Id, readonly string[]>();
  for (const { mailboxId } of email.located) {
    flags.set(mailboxId, (await getFolder(tx, accountId, mailboxId))?.permanentFlags ?? []);
  }
  const isOpen = email.unlocated.length > 0 || differenceOf(email, (id) => flags.get(id) ?? []).length > 0;
  if (!isOpen) await finishJob(tx, accountId, "Email", emailId);
  else if (!(await hasJob(tx, accountId, "Email", emailId))) await noteOutbound(tx, accountId, "Email", emailId);
}

/** Where folders are labels, adds the mailboxes that the server implies. */
async function asOnServer(tx: Transactor, accountId: Id, email: MirroredEmail): Promise<MirroredEmail> {
  const { local, labels, emailId } = email;
  if (!local || !labels) return email;
  const mailboxIds = labelled(local.mailboxIds, labels);
  if (isSameSet(mailboxIds, local.mailboxIds)) return email;
  await updateEmail(tx, accountId, emailId, { mailboxIds });
  return { ...email, local: { ...local, mailboxIds } };
}

/** The flags of a copy have changed. */
export async function applyKeywords(
  tx: Transactor,
  accountId: Id,
  located: LocatedCopy,
  keywords: Keyword[],
): Promise<void> {
  if (keywords.join(" ") === located.keywords.join(" ")) return;
  await addLocated(tx, accountId, { ...located, keywords });
  const local = await getMembership(tx, accountId, located.emailId);
  if (local) {
    const merged = mergeKeywords(local.keywords, located.keywords, keywords);
    await updateEmail(tx, accountId, located.emailId, { keywords: merged });
  }
  await settle(tx, accountId, located.emailId);
}

/** A copy has left its folder. It may appear in another one, so nothing is destroyed yet. */
export async function applyVanished(tx: Transactor, accountId: Id, located: LocatedCopy): Promise<void> {
  await removeLocated(tx, accountId, located.mailboxId, located.uid);
  const { uid: _, ...copy } = located;
  await addUnlocated(tx, accountId, { ...copy, reason: "vanished" });
}

/** A lost copy was found. */
export async function applyFound(
  tx: Transactor,
  accountId: Id,
  lost: UnlocatedCopy,
  found: Pick<LocatedCopy, "mailboxId" | "uid" | "keywords" | "fingerprint">,
): Promise<void> {
  const { emailId } = lost;
  await removeUnlocated(tx, accountId, lost.id);
  await addLocated(tx, accountId, { ...found, emailId });
  const local = await getMembership(tx, accountId, emailId);
  if (local) {
    const [isHere] = await getMailboxes(tx, accountId, [found.mailboxId]);
    const keywords = mergeKeywords(local.keywords, lost.keywords, found.keywords);
    // Moved to a folder that was deleted here in the meantime: our mailboxes stay.
    const mailboxIds = isHere ? mergeMove(local.mailboxIds, lost.mailboxId, found.mailboxId) : local.mailboxIds;
    await updateEmail(tx, accountId, emailId, { keywords, mailboxIds });
    const after = { mailboxIds, keywords: local.keywords };
    await noteMovedThere(tx, accountId, [{ emailId, before: local.mailboxIds, after: mailboxIds }]);
    if (lost.reason === "vanished") await noteLessons(tx, accountId, [{ emailId, before: local, after }]);
  }
  await settle(tx, accountId, emailId);
}

/** The server has filed a message that was sent from here: ours is removed from the same folder (difference.ts). */
export async function applyFiled(tx: Transactor, accountId: Id, filed: LocatedCopy): Promise<void> {
  await addLocated(tx, accountId, filed);
  await settle(tx, accountId, filed.emailId);
}

/** A copy was expunged; with the last one the Email is destroyed. */
export async function applyDestroyed(tx: Transactor, accountId: Id, lost: UnlocatedCopy): Promise<void> {
  const { emailId, mailboxId } = lost;
  await removeUnlocated(tx, accountId, lost.id);
  const { local, located, unlocated } = await readMirroredEmail(tx, accountId, emailId);
  if (local && located.length + unlocated.length === 0) {
    await destroyEmails(tx, accountId, [emailId]);
  } else if (local && ![...located, ...unlocated].some((copy) => copy.mailboxId === mailboxId)) {
    const mailboxIds = local.mailboxIds.filter((id) => id !== mailboxId);
    if (mailboxIds.length > 0) await updateEmail(tx, accountId, emailId, { mailboxIds });
  }
  await settle(tx, accountId, emailId);
}
