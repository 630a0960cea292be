/** What was read in letters, and what people put in its place. */
import type { Category, EmailFact, Fact, FactFieldKey, Id, ShownFact } from "@pismo/jmap";
import type { Appointment, EventRevision } from "@pismo/jmap/ical";
import { logTouched } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { replaceRevisions, supersededEvents } from "./event-revisions.ts";
import { appointmentDates, datesOf, type FactDate } from "./fact-dates.ts";
import { appointmentDatesOf, replaceDates } from "./regroup.ts";
import type { KnownSender } from "./known-sender.ts";

const mayBeDue: ReadonlySet<KnownSender> = new Set(["verified", "own"]);

/** By "0/sum". */
export type Corrections = Record<string, string>;

export interface ReadFacts {
  emailId: Id;
  category: Category | null;
  sender: KnownSender;
  isRead: boolean;
  /** Of its author; empty where there is none. */
  domain: string;
  /** As its author calls itself; empty where there is no name. */
  senderName: string;
  facts: Fact[];
  corrections: Corrections;
}

interface Row {
  email_id: number;
  category: Category | null;
  sender_check: KnownSender;
  is_read: number;
  domain: string;
  sender_name: string;
  facts: string;
  corrections: string;
}

const toReadFacts = (row: Row): ReadFacts => ({
  emailId: idOf("e", row.email_id),
  category: row.category,
  sender: row.sender_check,
  isRead: row.is_read === 1,
  domain: row.domain,
  senderName: row.sender_name,
  facts: JSON.parse(row.facts) as Fact[],
  corrections: JSON.parse(row.corrections) as Corrections,
});

/** By the Emails' ids. */
export async function getReadFacts(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<Map<Id, ReadFacts>> {
  const rows = await reader.all<Row>(
    `select email_id, category, sender_check, is_read, domain, sender_name, facts, corrections from email_fact
     where email_id in key_list(?) and account_id = ?`,
    JSON.stringify(keysOf("e", ids)),
    accountKey(accountId),
  );
  return new Map(rows.map(toReadFacts).map((each) => [each.emailId, each]));
}

/** The key of a field among those of its fact: a further item has a number. */
function keysOfFields({ fields }: Fact): FactFieldKey[] {
  let items = 0;
  return fields.map(({ name }): FactFieldKey => {
    if (name !== "item") return name;
    items += 1;
    return items === 1 ? "item" : `item${items}`;
  });
}

/** With what people put in their place. */
export function shownFacts({ facts, corrections }: Pick<ReadFacts, "facts" | "corrections">): ShownFact[] {
  return facts.map((fact, index) => {
    const keys = keysOfFields(fact);
    const fields = fact.fields.map((field, at) => {
      const key = keys[at]!;
      const corrected = corrections[`${index}/${key}`];
      const value = corrected ?? field.value;
      return { ...field, key, value, isCorrected: corrected !== undefined, originalValue: field.value };
    });
    return { ...fact, fields };
  });
}

/** What a person is shown, in the order of `ids`; unknown ids are left out. */
export async function getShownFacts(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<EmailFact[]> {
  const rows = await reader.all<{ id: number; is_spam: number }>(
    `select e.id, (select count(*) from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
       where m.email_id = e.id and m.account_id = e.account_id and b.role = 'junk') as is_spam
     from key_rows(?) requested ordered join email e on e.id = requested.value where e.account_id = ?`,
    JSON.stringify(keysOf("e", ids)),
    accountKey(accountId),
  );
  const read = await getReadFacts(reader, accountId, ids);
  const superseded = await supersededEvents(reader, accountId, ids);
  return rows.map(({ id, is_spam }) => {
    const emailId = idOf("e", id);
    const known = read.get(emailId);
    const isVerified = known !== undefined && mayBeDue.has(known.sender);
    const facts = known && is_spam === 0 ? shownFacts(known) : [];
    return {
      id: emailId,
      senderCheck: isVerified ? "verified" : "unchecked",
      facts,
      supersededEvents: superseded.get(emailId) ?? [],
    };
  });
}

/** A letter that was read just now. */
export interface NewlyRead extends Omit<ReadFacts, "corrections" | "senderName"> {
  senderName?: string;
  /** They have no facts: the letter's calendar is shown with it. */
  appointments?: readonly Appointment[];
  /** Of its events, with the address of who wrote the letter. */
  planned?: { author: string; revisions: readonly EventRevision[] };
}

function withDates(letter: ReadFacts, appointments: readonly FactDate[]): { emailId: Id; dates: FactDate[] } {
  const { emailId, sender, domain, senderName: name } = letter;
  const dates = mayBeDue.has(sender)
    ? [...datesOf(shownFacts(letter), emailId, { domain, name }), ...appointments]
    : [];
  return { emailId, dates };
}

/** Records what was read, with the days in it. Letters that are gone are left out. */
export async function recordFacts(tx: Transactor, accountId: Id, letters: readonly NewlyRead[]): Promise<void> {
  const account = accountKey(accountId);
  const keys = keysOf(
    "e",
    letters.map(({ emailId }) => emailId),
  );
  const held = await tx.all<{ id: number }>(
    "select id from email where id in key_list(?) and +account_id = ?",
    JSON.stringify(keys),
    account,
  );
  const there = new Set(held.map(({ id }) => idOf("e", id)));
  const given = letters.filter(({ emailId }) => there.has(emailId));
  const before = await getReadFacts(tx, accountId, [...there]);
  await tx.runAll(
    `insert into email_fact (account_id, email_id, category, sender_check, is_read, domain, sender_name, facts)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (email_id, account_id) do update set category = excluded.category,
       sender_check = excluded.sender_check, is_read = excluded.is_read, domain = excluded.domain,
       sender_name = excluded.sender_name, facts = excluded.facts`,
    given.map(({ emailId, category, sender, isRead, domain, senderName = "", facts }) => [
      account,
      keyOf("e", emailId),
      category,
      sender,
      Number(isRead),
      domain,
      senderName,
      jsonText(facts),
    ]),
  );
  await replaceDates(
    tx,
    accountId,
    given.map(({ appointments = [], senderName = "", ...letter }) =>
      withDates(
        { ...letter, senderName, corrections: before.get(letter.emailId)?.corrections ?? {} },
        appointmentDates(appointments, letter.emailId, letter.domain),
      ),
    ),
  );
  await replaceRevisions(
    tx,
    accountId,
    given.map(({ emailId, planned = { author: "", revisions: [] } }) => ({ emailId, ...planned })),
  );
  // What a letter says of an event may replace what an earlier one says.
  const isPlanning = given.some(({ planned }) => (planned?.revisions.length ?? 0) > 0);
  if (
    isPlanning ||
    given.some(({ facts, emailId }) => facts.length > 0 || (before.get(emailId)?.facts.length ?? 0) > 0)
  ) {
    await logTouched(tx, accountId, "EmailFact");
  }
}

/** A person put other values in place of what was read. */
export async function storeCorrections(tx: Transactor, accountId: Id, letter: ReadFacts): Promise<void> {
  const { emailId, corrections } = letter;
  await tx.run(
    "update email_fact set corrections = ? where email_id = ? and account_id = ?",
    jsonText(corrections),
    keyOf("e", emailId),
    accountKey(accountId),
  );
  await replaceDates(tx, accountId, [withDates(letter, await appointmentDatesOf(tx, accountId, emailId))]);
  await logTouched(tx, accountId, "EmailFact");
}

/** They are ours: nothing else proves who wrote them. */
export async function noteOwnLetters(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  await tx.runAll(
    "insert into email_fact (account_id, email_id, sender_check, is_read, domain, facts) values (?, ?, 'own', 0, '', '[]')",
    ids.map((id) => [accountKey(accountId), keyOf("e", id)]),
  );
}
