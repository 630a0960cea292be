/** What happened on the server, done here. Each function is part of a transaction, and leaves a job where ours differs. */
import type { Id, Keyword } from "@pismo/jmap";
import { destroyEmails, getPlaces, updateEmail } from "../../store/emails.ts";
import { getFolder } from "../../store/imap-folders.ts";
import {
  addUnplaced,
  type Letter,
  type PlacedMessage,
  placeMessage,
  readLetter,
  removePlaced,
  removeUnplaced,
  type UnplacedMessage,
} from "../../store/imap-messages.ts";
import { getMailboxes } from "../../store/mailboxes.ts";
import { finishJob, hasJob, noteOutbound } from "../../store/outbound-jobs.ts";
import type { Transactor } from "../../store/store.ts";
import { differenceOf } from "./difference.ts";
import { isSameSet, labelled } from "./labels.ts";
import { mergeKeywords, mergeMove } from "./merge.ts";

/** Leaves a job for the letter if the server has to hear of it, and none if it has not. */
export async function settle(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const letter = await asOnServer(tx, accountId, await readLetter(tx, accountId, emailId));
  const flags = new Map<Id, readonly string[]>();
  for (const { mailboxId } of letter.placed) {
    flags.set(mailboxId, (await getFolder(tx, mailboxId))?.permanentFlags ?? []);
  }
  const isOpen = letter.unplaced.length > 0 || differenceOf(letter, (id) => flags.get(id) ?? []).length > 0;
  if (!isOpen) await finishJob(tx, accountId, "Email", emailId);
  else if (!(await hasJob(tx, accountId, "Email", emailId))) await noteOutbound(tx, accountId, "Email", emailId);
}

/** Where folders are labels, a letter is where the server has it by itself, too. */
async function asOnServer(tx: Transactor, accountId: Id, letter: Letter): Promise<Letter> {
  const { local, labels, emailId } = letter;
  if (!local || !labels) return letter;
  const mailboxIds = labelled(local.mailboxIds, labels);
  if (isSameSet(mailboxIds, local.mailboxIds)) return letter;
  await updateEmail(tx, accountId, emailId, { mailboxIds });
  return { ...letter, local: { ...local, mailboxIds } };
}

/** A copy has other flags now. */
export async function applyKeywords(
  tx: Transactor,
  accountId: Id,
  placed: PlacedMessage,
  keywords: Keyword[],
): Promise<void> {
  if (keywords.join(" ") === placed.keywords.join(" ")) return;
  await placeMessage(tx, { ...placed, keywords });
  const local = await getPlaces(tx, accountId, placed.emailId);
  if (local) {
    const merged = mergeKeywords(local.keywords, placed.keywords, keywords);
    await updateEmail(tx, accountId, placed.emailId, { keywords: merged });
  }
  await settle(tx, accountId, placed.emailId);
}

/** A copy is not where it was. It may turn up elsewhere, so nothing is destroyed yet. */
export async function applyVanished(tx: Transactor, accountId: Id, placed: PlacedMessage): Promise<void> {
  await removePlaced(tx, placed.mailboxId, placed.uid);
  const { uid: _, ...copy } = placed;
  await addUnplaced(tx, accountId, { ...copy, reason: "vanished" });
}

/** A copy has turned up. */
export async function applyFound(
  tx: Transactor,
  accountId: Id,
  lost: UnplacedMessage,
  found: Pick<PlacedMessage, "mailboxId" | "uid" | "keywords" | "mark">,
): Promise<void> {
  const { emailId } = lost;
  await removeUnplaced(tx, lost.id);
  await placeMessage(tx, { ...found, emailId });
  const local = await getPlaces(tx, accountId, emailId);
  if (local) {
    const [isHere] = await getMailboxes(tx, accountId, [found.mailboxId]);
    await updateEmail(tx, accountId, emailId, {
      keywords: mergeKeywords(local.keywords, lost.keywords, found.keywords),
      // Moved to a folder that was deleted here meanwhile: it goes back to where it is here.
      mailboxIds: isHere ? mergeMove(local.mailboxIds, lost.mailboxId, found.mailboxId) : local.mailboxIds,
    });
  }
  await settle(tx, accountId, emailId);
}

/** The server has filed a letter that was sent from here, late: ours goes, if it is where this one is (difference.ts). */
export async function applyFiled(tx: Transactor, accountId: Id, filed: PlacedMessage): Promise<void> {
  await placeMessage(tx, filed);
  await settle(tx, accountId, filed.emailId);
}

/** A copy is gone for good, and the letter with its last one: what the server has destroyed is destroyed. */
export async function applyGone(tx: Transactor, accountId: Id, lost: UnplacedMessage): Promise<void> {
  const { emailId, mailboxId } = lost;
  await removeUnplaced(tx, lost.id);
  const { local, placed, unplaced } = await readLetter(tx, accountId, emailId);
  if (local && placed.length + unplaced.length === 0) {
    await destroyEmails(tx, accountId, [emailId]);
  } else if (local && ![...placed, ...unplaced].some((copy) => copy.mailboxId === mailboxId)) {
    const mailboxIds = local.mailboxIds.filter((id) => id !== mailboxId);
    if (mailboxIds.length > 0) await updateEmail(tx, accountId, emailId, { mailboxIds });
  }
  await settle(tx, accountId, emailId);
}
