/** People written to and heard from, as the newest letters have them. */
import { addressKey, type Email, type EmailAddress, type EmailFilterCondition, type Id, type State } from "@pismo/jmap";
import { loadMailboxes } from "../mailboxes/mailboxes.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { getAccount, request, shortHeaders } from "../session/session.ts";

export interface Correspondent extends EmailAddress {
  /** The higher, the sooner it is offered. */
  weight: number;
  isWritten: boolean;
}

/** By addressKey. Another one where anything has changed. */
export type Correspondents = ReadonlyMap<string, Correspondent>;
type Book = Map<string, Correspondent>;

/** Emails of each folder that are looked through, newest first. */
const depth = 300;
/** One Email written counts as much as several received: lists and shops write a lot. */
const weights = { written: 5, heard: 1 };
/** After so many Emails a mention is worth half. */
const halfLife = 60;

/** The book of each account, and the state of its Emails that it was made from. */
const books = new WeakMap<AccountRecords, { book: Promise<Correspondents>; state: State | undefined }>();
/** Those that are there. */
const ready = new WeakMap<AccountRecords, Correspondents>();

function mention(book: Book, { name, email }: EmailAddress, weight: number, isNewWritten: boolean): void {
  const key = addressKey(email);
  if (!email.includes("@") || key === addressKey(getAccount().email)) return;
  const known = book.get(key);
  const isWritten = isNewWritten || known?.isWritten === true;
  // The newest name stands; Emails come newest first.
  book.set(key, {
    name: known?.name ?? name,
    email: known?.email ?? email,
    weight: (known?.weight ?? 0) + weight,
    isWritten,
  });
}

async function readBook(records: AccountRecords): Promise<Correspondents> {
  await loadMailboxes(records);
  const { accountId, mailboxes } = records;
  const idOf = (role: string): Id | undefined => mailboxes.find((mailbox) => mailbox.role === role)?.id;
  const sent = idOf("sent");
  const notHeardFrom = ["sent", "drafts", "junk", "trash"].flatMap((role) => idOf(role) ?? []);
  const gets = await request((calls) => {
    const people = (filter: EmailFilterCondition, properties: (keyof Email)[]) => {
      const sort = [{ property: "receivedAt", isAscending: false }];
      const query = calls.call("Email/query", { accountId, filter, sort, limit: depth });
      return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties, ...shortHeaders() });
    };
    return {
      ...(sent && { written: people({ inMailbox: sent }, ["to", "cc", "bcc"]) }),
      heard: people({ inMailboxOtherThan: notHeardFrom }, ["from"]),
    };
  });
  const book: Book = new Map();
  for (const kind of ["written", "heard"] as const) {
    for (const [age, email] of (gets[kind]?.result().list ?? []).entries()) {
      const people = [email.to, email.cc, email.bcc, email.from].flatMap((list) => list ?? []);
      for (const person of people) mention(book, person, weights[kind] * 0.5 ** (age / halfLife), kind === "written");
    }
  }
  return book;
}

/** Reads the correspondents, unless no Email was created or destroyed since the last time. */
export function prepareCorrespondents(): void {
  const records = currentRecords();
  const state = records.states.Email;
  const known = books.get(records);
  if (known && known.state === state) return;
  const book = readBook(records);
  books.set(records, { book, state });
  book.then(
    (there) => void ready.set(records, there),
    () => {
      // The book of before is better than none.
      if (known) books.set(records, known);
      else books.delete(records);
    },
  );
}

/** The addresses that are known by now, as they are compared; true: written to. */
export const knownAddresses = (): ReadonlyMap<string, boolean> =>
  new Map([...(ready.get(currentRecords()) ?? [])].map(([key, { isWritten }]) => [key, isWritten]));

/** Those of the shown account; none where the server is away. */
export async function loadCorrespondents(): Promise<Correspondents> {
  const records = currentRecords();
  if (!books.has(records)) prepareCorrespondents();
  return (await books.get(records)?.book.catch(() => undefined)) ?? new Map<string, Correspondent>();
}

/** Moves recent recipients to the front. */
export function rememberContacts(people: readonly EmailAddress[]): void {
  const records = currentRecords();
  const known = books.get(records);
  if (!known) return;
  const book = known.book.then((before) => {
    const after = new Map(before);
    for (const person of people) mention(after, person, weights.written, true);
    ready.set(records, after);
    return after;
  });
  books.set(records, { ...known, book });
  book.catch(() => undefined);
}
