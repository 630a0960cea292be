/** Letters leave the place where they wait, and go back there when that is undone. */
import type { Id, ScreenedState } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { getMemberships } from "../mail/email-memberships.ts";
import { updateEmails } from "../mail/emails.ts";
import { mailboxRolesOf } from "../mail/mailboxes.ts";
import { lettersOf, storeState } from "./screened-senders.ts";
import { getScreening } from "./screening.ts";

/** Moved in one transaction; the job of ingest/screening/release-worker.ts moves the others. */
export const RELEASED_AT_ONCE = 100;

/** From one mailbox into another; what no more lies in the first stays where it is. */
async function move(tx: Transactor, accountId: Id, ids: readonly Id[], from: Id, to: Id): Promise<void> {
  const known = await getMemberships(tx, accountId, ids);
  const changes = [...known].flatMap(([id, membership]) =>
    membership.mailboxIds.includes(from)
      ? {
          id,
          known: membership,
          mailboxIds: [...new Set([...membership.mailboxIds.filter((each) => each !== from), to])],
        }
      : [],
  );
  const failure = (await updateEmails(tx, accountId, changes)).find((each) => each !== undefined);
  if (failure) throw failure;
}

async function placeFor(tx: Transactor, accountId: Id, state: ScreenedState): Promise<Id | undefined> {
  const roles = await mailboxRolesOf(tx, accountId);
  return state === "refused" ? (roles["junk"] ?? roles["trash"]) : roles["inbox"];
}

/** The newest of a sender's letters that wait go where the decision sends them. @returns whether there were any */
async function releaseSome(tx: Transactor, accountId: Id, senderId: Id, state: ScreenedState): Promise<boolean> {
  const screening = await getScreening(tx, accountId);
  const place = await placeFor(tx, accountId, state);
  if (!screening || !place) return false;
  const ids = await lettersOf(tx, accountId, senderId, { isWaiting: true, limit: RELEASED_AT_ONCE });
  await move(tx, accountId, ids, screening.mailboxId, place);
  return ids.length > 0;
}

/** Its letters wait again: those of them that still lie where the decision has put them. */
async function takeBack(tx: Transactor, accountId: Id, senderId: Id, before: ScreenedState): Promise<void> {
  const screening = await getScreening(tx, accountId);
  const place = await placeFor(tx, accountId, before);
  if (!screening?.isOn || !place) return;
  const ids = await lettersOf(tx, accountId, senderId, { isWaiting: false, limit: RELEASED_AT_ONCE });
  await move(tx, accountId, ids, place, screening.mailboxId);
}

export interface Decided {
  senderId: Id;
  before: ScreenedState;
  state: ScreenedState;
}

export async function decideOn(tx: Transactor, accountId: Id, { senderId, before, state }: Decided): Promise<void> {
  if (before === state) return;
  await storeState(tx, accountId, senderId, state);
  if (before !== "waiting") await takeBack(tx, accountId, senderId, before);
  if (state !== "waiting") await releaseSome(tx, accountId, senderId, state);
}

/** A sender whose letters wait although it was decided on, or although screening is off. */
export interface Released {
  accountId: Id;
  senderId: Id;
}

/** Where there is neither spam nor trash, what was refused stays where it is. */
const hasPlace = `(s.state <> 'refused' or exists (
  select 1 from mailbox m where m.account_id = s.account_id and m.role in ('junk', 'trash')))`;

export async function nextToRelease(reader: Reader, limit: number): Promise<Released[]> {
  const rows = await reader.all<{ account_id: number; id: number }>(
    `select s.account_id, s.id from screened_sender s where s.emails > 0 and s.state <> 'waiting' and ${hasPlace}
     union select s.account_id, s.id from screening c join screened_sender s on s.account_id = c.account_id
       where c.is_on = 0 and s.emails > 0 and ${hasPlace}
     order by account_id, id limit ?`,
    limit,
  );
  return rows.map(({ account_id, id }) => ({ accountId: idOf("a", account_id), senderId: idOf("n", id) }));
}

/** @returns whether anything was moved */
export async function releaseNext(tx: Transactor, { accountId, senderId }: Released): Promise<boolean> {
  const sql = `select s.state, c.is_on from screened_sender s join screening c on c.account_id = s.account_id
    where s.account_id = ? and s.id = ? and s.emails > 0`;
  const row = await tx.get<{ state: ScreenedState; is_on: number }>(sql, accountKey(accountId), keyOf("n", senderId));
  if (!row || (row.state === "waiting" && row.is_on > 0)) return false;
  return releaseSome(tx, accountId, senderId, row.state);
}
