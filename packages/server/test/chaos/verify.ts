/** What must be true after the processes have died: nothing acknowledged is lost, nothing is there twice. */
import type { Email, Id, Mailbox } from "@pismo/jmap";
import { Client } from "pg";
import { expect } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import type { PeerMessage } from "../support/smtp-peer.ts";
import type { Cluster } from "./cluster.ts";
import type { PushReader } from "./reader.ts";
import type { Fate, Ledger, Person } from "./writers.ts";

const PAGE = 400;

/** What differs from the fates: a list of words, empty where all is as it must be. */
function differences(fates: ReadonlyMap<string, Fate>, found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...fates].flatMap(([key, fate]) => {
    const count = counts.get(key) ?? 0;
    if (count > 1) return [`${key} is there ${count} times`];
    return fate === "acknowledged" && count === 0 ? [`${key} is lost`] : [];
  });
}

async function emailsOf({ client, accountId }: Person): Promise<Partial<Email>[]> {
  const jmap = client();
  const all: Partial<Email>[] = [];
  for (let position = 0; ; position += PAGE) {
    const { ids } = await jmap.call("Email/query", { accountId, position, limit: PAGE });
    if (ids.length === 0) return all;
    const properties = ["id", "subject", "keywords", "mailboxIds"] as const;
    all.push(...((await jmap.call("Email/get", { accountId, ids, properties: [...properties] })).list as Email[]));
  }
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function verifyLetters(person: Person, ledger: Ledger): Promise<void> {
  const emails = await emailsOf(person);
  const subjects = emails.map(({ subject }) => subject ?? "");
  expect(differences(ledger.letters, subjects)).toEqual([]);
  expect(differences(ledger.submissions, subjects)).toEqual([]);
  for (const [emailId, keywords] of ledger.keywords) {
    const last = keywords.findLastIndex(({ fate }) => fate === "acknowledged");
    const possible = keywords.slice(Math.max(last, 0)).map(({ keyword }) => keyword);
    const now = Object.keys(emails.find(({ id }) => id === emailId)?.keywords ?? {});
    expect(now.length === 0 ? last : possible).toEqual(now.length === 0 ? -1 : expect.arrayContaining(now));
  }
  await verifyCounts(person, emails);
  await verifySearch(person, ledger);
}

async function verifyCounts({ client, accountId }: Person, emails: readonly Partial<Email>[]): Promise<void> {
  const mailboxes = (await client().call("Mailbox/get", { accountId })).list as Mailbox[];
  for (const { id, name, totalEmails, unreadEmails } of mailboxes) {
    const own = emails.filter(({ mailboxIds }) => mailboxIds?.[id]);
    const unread = own.filter(({ keywords }) => !keywords?.["$seen"] && !keywords?.["$draft"]);
    expect({ name, totalEmails, unreadEmails }).toEqual({ name, totalEmails: own.length, unreadEmails: unread.length });
  }
}

/** Every acknowledged letter is found by a word that it alone has. */
async function verifySearch({ client, accountId }: Person, { letters }: Ledger): Promise<void> {
  const jmap = client();
  const acknowledged = [...letters].filter(([, fate]) => fate === "acknowledged").map(([subject]) => subject);
  for (let at = 0; at < acknowledged.length; at += 50) {
    const words = acknowledged.slice(at, at + 50);
    const found = await jmap.batch((batch) =>
      words.map((text) => batch.call("Email/query", { accountId, filter: { subject: text } })),
    );
    expect(found.map((call, index) => [words[index], call.result().ids.length])).toEqual(
      words.map((word) => [word, 1]),
    );
  }
}

export async function verifyFolders({ client, accountId }: Person, ledger: Ledger): Promise<void> {
  const { list } = await client().call("Mailbox/get", { accountId });
  const names = list.map(({ name }) => name ?? "");
  expect(differences(ledger.folders, names)).toEqual([]);
}

/** Each is sent at most once; one that says so has been sent, and none is still on its way. */
export async function verifySending(
  { databaseUrl }: Cluster,
  person: Person,
  ledger: Ledger,
  messages: readonly PeerMessage[],
): Promise<void> {
  const subjects = messages.map(({ text }) => /^Subject: (\S+)/m.exec(text)?.[1] ?? "");
  expect(new Set(subjects).size).toBe(subjects.length);
  const rows = await query<{ email_id: string; state: string }>(
    databaseUrl,
    "select s.email_id, r.state from submission_recipient r join email_submission s on s.id = r.submission_id",
  );
  const emails = new Map((await emailsOf(person)).map(({ id, subject }) => [id, subject ?? ""]));
  const states = new Map(rows.map(({ email_id, state }) => [emails.get(`e${email_id}`), state]));
  const wrong = [...ledger.submissions].flatMap(([subject, fate]) => {
    const state = states.get(subject);
    if (state === undefined) return fate === "acknowledged" ? [`${subject} is lost`] : [];
    if (state === "yes") return subjects.includes(subject) ? [] : [`${subject} says that it was sent`];
    return state === "unknown" ? [] : [`${subject} is ${state}`];
  });
  expect(wrong).toEqual([]);
}

/** Every mirrored account is mirrored by one living process. */
export async function verifyLeases({ databaseUrl }: Cluster, accounts: number): Promise<void> {
  await eventually(async () => {
    const held = await query(
      databaseUrl,
      "select 1 from lease l join process p on p.id = l.process_id where p.seen_at > now() - interval '6 s'",
    );
    expect(held).toHaveLength(accounts);
  });
}

export async function verifyPush({ client, accountId }: Person, reader: PushReader): Promise<void> {
  await eventually(async () => {
    const { state } = await client().call("Email/get", { accountId, ids: [] });
    expect(reader.emailState()).toBe(state);
  });
}

/** The mirror has what the mail server has, once. */
export async function verifyMirror(person: Person, appended: ReadonlyMap<Id, readonly string[]>): Promise<void> {
  await eventually(async () => {
    for (const [accountId, subjects] of appended) {
      const emails = await emailsOf({ ...person, accountId });
      expect(emails.map(({ subject }) => subject ?? "").toSorted()).toEqual([...subjects].toSorted());
    }
  }, 60_000);
}

/** No submission waits or is under way. */
export async function verifySettled({ databaseUrl }: Cluster): Promise<void> {
  await eventually(async () => {
    const open = await query(
      databaseUrl,
      "select submission_id, state from submission_recipient where state in ('queued', 'sending', 'transmitting')",
    );
    expect(open).toEqual([]);
  }, 60_000);
}
