/** A letter that is away and one that came back, for tests of what carries a mailbox elsewhere. */
import type { Id } from "@pismo/jmap";
import { expect } from "vitest";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import type { Store } from "../../src/store/db/store.ts";
import { getEmails, insertEmail } from "../../src/store/mail/emails.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getSnoozes, snoozeEmail } from "../../src/store/snooze/snoozed-emails.ts";
import { wakeIfDue } from "../../src/store/snooze/wake-emails.ts";

/** Where it is, and the day of January on which it was received. */
interface Place {
  accountId: Id;
  inbox: Id;
  day: number;
}

export interface SnoozedLetters {
  accountId: Id;
  inbox: Id;
  /** Received last of the three. */
  away: Id;
  /** Received first of the three. */
  back: Id;
  other: Id;
}

const awayUntil = new Date("2026-03-01T05:00:00Z");
const backSince = new Date("2026-02-01T05:00:00Z");
const receivedOn = (day: number): Date => new Date(Date.UTC(2026, 0, day));

async function deliver(store: Store, { accountId, inbox, day }: Place): Promise<Id> {
  const bytes = Buffer.from(`From: Anna <anna@example.com>\r\nSubject: Letter ${day}\r\n\r\nThe body of ${day}\r\n`);
  const { blobId, size } = await store.blobs.put(bytes);
  const email = { blobId, size, parsed: parseMessage(bytes), mailboxIds: [inbox], keywords: [] };
  return (await store.write((tx) => insertEmail(tx, accountId, { ...email, receivedAt: receivedOn(day) }))).id;
}

export async function makeSnoozedLetters(store: Store, accountId: Id, inbox: Id): Promise<SnoozedLetters> {
  const back = await deliver(store, { accountId, inbox, day: 1 });
  const other = await deliver(store, { accountId, inbox, day: 2 });
  const away = await deliver(store, { accountId, inbox, day: 3 });
  await store.write(async (tx) => {
    await snoozeEmail(tx, accountId, { emailId: back, until: backSince });
    await snoozeEmail(tx, accountId, { emailId: away, until: awayUntil });
  });
  await store.write((tx) => wakeIfDue(tx, accountId, back, backSince));
  const letters = { accountId, inbox, away, back, other };
  await expectSnoozedLetters(store, letters);
  return letters;
}

const inboxOf = async (store: Store, { accountId, inbox }: SnoozedLetters): Promise<Id[]> =>
  (await store.read((reader) => queryEmails(reader, accountId, { filter: { inMailbox: inbox } }))).ids;

/** One has its time; the other has its place on top, the reason and the date on which it was received. */
export async function expectSnoozedLetters(store: Store, letters: SnoozedLetters): Promise<void> {
  const { accountId, away, back, other } = letters;
  expect(await inboxOf(store, letters)).toEqual([back, other]);
  const [times, emails] = await store.read(async (reader) => [
    await getSnoozes(reader, accountId, [away, back, other]),
    await getEmails(reader, accountId, [back]),
  ]);
  expect(times).toEqual([{ id: away, until: "2026-03-01T05:00:00Z" }]);
  expect(emails[0]).toMatchObject({ keywords: ["pismo-returned"], receivedAt: receivedOn(1) });
}

/** The one that is away comes back at its time, not before, to where it was and on top. */
export async function expectReturn(store: Store, letters: SnoozedLetters): Promise<void> {
  const { accountId, away, back, other } = letters;
  const wake = (now: Date): Promise<boolean> => store.write((tx) => wakeIfDue(tx, accountId, away, now));
  expect(await wake(new Date(awayUntil.getTime() - 1000))).toBe(false);
  expect(await wake(awayUntil)).toBe(true);
  expect(await inboxOf(store, letters)).toEqual([away, back, other]);
}
