/** People written to and heard from, for completing addresses. */
import { addressKey, type Email, type EmailAddress, type EmailFilterCondition, type Id, type State } from "@pismo/jmap";
import { loadMailboxes } from "../mailboxes/mailboxes.ts";
import { type AccountRecords, currentRecords } from "./records.ts";
import { getAccount, request, shortHeaders } from "../session/session.ts";

interface Contact extends EmailAddress {
  /** The higher, the sooner it is offered. */
  weight: number;
  isWritten: boolean;
  /** Folded name and address, as words that a text may begin. */
  words: string[];
}

type Book = Map<string, Contact>;

/** Emails of each folder that are looked through, newest first. */
const depth = 300;
/** One Email written counts as much as several received: lists and shops write a lot. */
const weights = { written: 5, heard: 1 };
/** After so many Emails a mention is worth half. */
const halfLife = 60;

/** The book of each account, and the state of its Emails that it was made from. */
const books = new WeakMap<AccountRecords, { book: Promise<Book>; state: State | undefined }>();
/** Those that are there. */
const ready = new WeakMap<AccountRecords, Book>();

/** Case and ё do not matter. */
const fold = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

function mention(book: Book, { name, email }: EmailAddress, weight: number, isNewWritten: boolean): void {
  const key = addressKey(email);
  if (!email.includes("@") || key === addressKey(getAccount().email)) return;
  const known = book.get(key);
  const isWritten = isNewWritten || known?.isWritten === true;
  // The newest name stands; Emails come newest first.
  const shown = known?.name ?? name;
  const words = fold(`${shown ?? ""} ${email}`).split(/[^\p{L}\p{N}]+/u);
  book.set(key, { name: shown, email: known?.email ?? email, weight: (known?.weight ?? 0) + weight, words, isWritten });
}

async function readBook(records: AccountRecords): Promise<Book> {
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
export function prepareContacts(): void {
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

function currentBook(records: AccountRecords): Promise<Book> {
  if (!books.has(records)) prepareContacts();
  return books.get(records)?.book ?? Promise.resolve(new Map());
}

/** Addresses whose name or address has a word that begins with each of the text's; best first. Empty where the server is away. */
export async function suggestContacts(text: string): Promise<EmailAddress[]> {
  const wanted = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  if (wanted.length === 0) return [];
  const book = await currentBook(currentRecords()).catch((): Book => new Map());
  return [...book.values()]
    .filter(({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part))))
    .sort((a, b) => b.weight - a.weight || a.email.localeCompare(b.email))
    .slice(0, 20)
    .map(({ name, email }) => ({ name, email }));
}

/** Moves recent recipients to the front. */
export function rememberContacts(people: readonly EmailAddress[]): void {
  void books.get(currentRecords())?.book.then(
    (book) => people.forEach((person) => mention(book, person, weights.written, true)),
    () => undefined,
  );
}
