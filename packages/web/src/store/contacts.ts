/** People written to and heard from, for completing addresses. */
import type { EmailAddress } from "@pismo/jmap";
import { loadMailboxes } from "./mailboxes.ts";
import { type AccountRecords, currentRecords } from "./records.ts";
import { getAccount, request } from "./session.ts";

interface Contact extends EmailAddress {
  /** The higher, the sooner it is offered. */
  weight: number;
  /** Folded name and address, as words that a text may begin. */
  words: string[];
}

type Book = Map<string, Contact>;

/** Letters of each folder that are looked through, newest first. */
const depth = 300;
/** One letter written counts as much as several received: lists and shops write a lot. */
const weights = { sent: 5, inbox: 1 };
/** After so many letters a mention is worth half. */
const halfLife = 60;
const maxAge = 10 * 60_000;

const books = new WeakMap<AccountRecords, { book: Promise<Book>; madeAt: number }>();

/** Case and ё do not matter. */
const fold = (text: string): string => text.toLowerCase().replaceAll("ё", "е");

function mention(book: Book, { name, email }: EmailAddress, weight: number): void {
  const key = email.toLowerCase();
  if (!email.includes("@") || key === getAccount().email.toLowerCase()) return;
  const known = book.get(key);
  // The newest name stands; letters come newest first.
  const shown = known?.name ?? name;
  const words = fold(`${shown ?? ""} ${email}`).split(/[^\p{L}\p{N}]+/u);
  book.set(key, { name: shown, email: known?.email ?? email, weight: (known?.weight ?? 0) + weight, words });
}

async function readBook(records: AccountRecords): Promise<Book> {
  await loadMailboxes(records);
  const { accountId, mailboxes } = records;
  const folders = (["sent", "inbox"] as const).flatMap((role) => {
    const mailbox = mailboxes.find((candidate) => candidate.role === role);
    return mailbox ? [{ role, id: mailbox.id }] : [];
  });
  const gets = await request((calls) =>
    folders.map(({ role, id }) => {
      const query = calls.call("Email/query", {
        accountId,
        filter: { inMailbox: id },
        sort: [{ property: "receivedAt", isAscending: false }],
        limit: depth,
      });
      const properties = role === "sent" ? ["to", "cc", "bcc"] : ["from"];
      return { role, get: calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties }) };
    }),
  );
  const book: Book = new Map();
  for (const { role, get } of gets) {
    for (const [age, email] of get.result().list.entries()) {
      const people = [email.to, email.cc, email.bcc, email.from].flatMap((list) => list ?? []);
      for (const person of people) mention(book, person, weights[role] * 0.5 ** (age / halfLife));
    }
  }
  return book;
}

function currentBook(records: AccountRecords): Promise<Book> {
  const known = books.get(records);
  if (known && Date.now() - known.madeAt < maxAge) return known.book;
  const book = readBook(records);
  books.set(records, { book, madeAt: Date.now() });
  book.catch(() => books.delete(records));
  return book;
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

/** Puts people who were just written to in front. */
export function rememberContacts(people: readonly EmailAddress[]): void {
  void books.get(currentRecords())?.book.then(
    (book) => people.forEach((person) => mention(book, person, weights.sent)),
    () => undefined,
  );
}
