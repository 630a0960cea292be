/** Whether an account's first-time senders wait, and in which mailbox. */
import { type Id, type Mailbox, SetFailure } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { findMailboxByName, getMailboxes, insertMailbox } from "../mail/mailboxes.ts";
import { isMirrored } from "../mirror/imap-accounts.ts";

/** Values of `is_on`; 0: it is off. */
export const LOOKED_THROUGH = 1;
/** Its mailbox may hold letters that no row knows (note-placed.ts). */
export const TO_LOOK_THROUGH = 2;

export interface Screening {
  mailboxId: Id;
  /** What was received earlier stays where it is. */
  since: number;
  /** False: what waits is on its way back into the inbox. */
  isOn: boolean;
}

/** Other clients of a mail server know the folder by this name. */
const NAME = "Screened";
/** After the special folders, before those of people. */
const SORT_ORDER = 9;

export async function getScreening(reader: Reader, accountId: Id): Promise<Screening | undefined> {
  const sql = "select mailbox_id, since, is_on from screening where account_id = ?";
  const row = await reader.get<{ mailbox_id: number; since: number; is_on: number }>(sql, accountKey(accountId));
  return row && { mailboxId: idOf("m", row.mailbox_id), since: row.since, isOn: row.is_on > 0 };
}

/** @throws SetFailure invalidProperties: another mailbox has the name */
async function makeMailbox(tx: Transactor, accountId: Id, wanted: string): Promise<Id> {
  const name = (await isMirrored(tx, accountId)) ? NAME : wanted.normalize("NFC");
  const named: Mailbox | undefined = await findMailboxByName(tx, accountId, { parentId: null, name });
  if (named?.role != null) throw new SetFailure({ type: "invalidProperties", properties: ["screensInto"] });
  return (named ?? (await insertMailbox(tx, accountId, { name, sortOrder: SORT_ORDER }))).id;
}

async function store(tx: Transactor, accountId: Id, { mailboxId, since, isOn }: Screening): Promise<void> {
  await tx.run(
    `insert into screening (account_id, mailbox_id, since, is_on) values (?, ?, ?, ?)
     on conflict (account_id) do update set mailbox_id = excluded.mailbox_id, since = excluded.since, is_on = excluded.is_on`,
    accountKey(accountId),
    keyOf("m", mailboxId),
    since,
    isOn ? TO_LOOK_THROUGH : 0,
  );
}

const isThere = async (reader: Reader, accountId: Id, mailboxId: Id): Promise<boolean> =>
  (await getMailboxes(reader, accountId, [mailboxId])).length > 0;

/** From now on. @param name of the mailbox, where it is made now @throws SetFailure invalidProperties */
export async function startScreening(tx: Transactor, accountId: Id, name: string, now: number): Promise<void> {
  const known = await getScreening(tx, accountId);
  const isKept = known !== undefined && (await isThere(tx, accountId, known.mailboxId));
  const mailboxId = isKept ? known.mailboxId : await makeMailbox(tx, accountId, name);
  await store(tx, accountId, { mailboxId, since: now, isOn: true });
}

/** What waits goes back: release.ts. */
export async function endScreening(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run("update screening set is_on = 0 where account_id = ?", accountKey(accountId));
}

/** Where letters wait; made again where a client has destroyed it. */
export async function screenedMailbox(tx: Transactor, accountId: Id, screening: Screening, name: string): Promise<Id> {
  if (await isThere(tx, accountId, screening.mailboxId)) return screening.mailboxId;
  const mailboxId = await makeMailbox(tx, accountId, name);
  await store(tx, accountId, { ...screening, mailboxId });
  return mailboxId;
}
