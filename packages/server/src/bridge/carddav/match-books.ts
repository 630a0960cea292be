/** Which address book of the server is which one here. */
import type { Id } from "@pismo/jmap";
import { type Collection, forgetCollection, listCollections, putCollection } from "../../store/carddav/collections.ts";
import { assertRoomForBooks, insertAddressBooks, writtenAddressBooks } from "../../store/contacts/address-books.ts";
import type { Transactor } from "../../store/db/reader.ts";
import { booksAt, type FoundBook } from "./discover.ts";
import { DavRefusal } from "./problems.ts";
import type { SyncWork } from "./sync-work.ts";

/** RFC 9610 §2: 1 character to 255 octets. */
const bookName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}|\p{Cs}/gu, "")
    .trim()
    .slice(0, 60) || "Contacts";

/** The first one that can be written to is the same as the default book, and each other one is a book of its own. */
export async function matchBooks(work: SyncWork, homeUrl: string): Promise<Collection[]> {
  const { accountId, client, store } = work;
  const { books } = await booksAt(client, new URL(homeUrl));
  const before = await store.read((reader) => listCollections(reader, accountId));
  const missing = before.filter(({ url }) => !books.some((book) => book.url === url));
  const gone: Id[] = [];
  for (const { bookId, url } of missing) if (!(await isThere(work, url))) gone.push(bookId);
  return work.write(async (tx) => {
    for (const bookId of gone) await forgetCollection(tx, accountId, bookId);
    await forgetRemovedBooks(tx, accountId);
    const known = new Map((await listCollections(tx, accountId)).map((each) => [each.url, each]));
    const fresh = books.filter(({ url }) => !known.has(url));
    await takeBooks(tx, accountId, fresh, known.size === 0);
    for (const each of books) {
      const old = known.get(each.url);
      if (old && (old.version !== each.version || old.isReadOnly !== each.isReadOnly))
        await putCollection(tx, accountId, { ...old, version: each.version, isReadOnly: each.isReadOnly });
    }
    return listCollections(tx, accountId);
  });
}

const isUsual = ({ url }: FoundBook): boolean => /\/(default|contacts|card|addressbook)\/?$/i.test(url);

const weight = (book: FoundBook): number => Number(book.isReadOnly) * 2 + Number(!isUsual(book));

/** Those that have the usual names of a first book come first, since servers list theirs in any order. */
const inOrder = (books: readonly FoundBook[]): FoundBook[] =>
  books.toSorted((a, b) => weight(a) - weight(b) || (a.url < b.url ? -1 : 1));

const hasName =
  (name: string) =>
  (book: FoundBook): boolean =>
    bookName(book.name) === name;

async function takeBooks(
  tx: Transactor,
  accountId: Id,
  fresh: readonly FoundBook[],
  isFirstTime: boolean,
): Promise<void> {
  const taken = new Set((await listCollections(tx, accountId)).map(({ bookId }) => bookId));
  const put = async ({ url, version, isReadOnly }: FoundBook, bookId: Id): Promise<void> => {
    taken.add(bookId);
    await putCollection(tx, accountId, { bookId, url, version, isReadOnly, syncToken: null, ctag: null });
  };
  const others: FoundBook[] = [];
  for (const [index, book] of inOrder(fresh).entries()) {
    const name = bookName(book.name);
    // From an earlier connection.
    const books = (await writtenAddressBooks(tx, accountId)).filter((each) => !each.isDefault && each.name === name);
    const own = books.find(({ id }) => !taken.has(id));
    // Of several with one name the first was the default one then, too.
    const isOfDefault = isFirstTime && index === 0 && books.length < fresh.filter(hasName(name)).length;
    if (own && !isOfDefault) await put(book, own.id);
    else others.push(book);
  }
  for (const [index, book] of others.entries())
    await put(book, await bookFor(tx, accountId, isFirstTime && index === 0, book));
}

async function bookFor(tx: Transactor, accountId: Id, isFirst: boolean, { name }: FoundBook): Promise<Id> {
  const books = await writtenAddressBooks(tx, accountId);
  if (isFirst) return books.find(({ isDefault }) => isDefault)!.id;
  assertRoomForBooks(books.length);
  const fields = { name: bookName(name), description: null, sortOrder: 0, isSubscribed: true };
  const [book] = await insertAddressBooks(tx, accountId, [fields]);
  return book!.id;
}

/** A book that was removed here comes back: the server's are not deleted from here. */
async function forgetRemovedBooks(tx: Transactor, accountId: Id): Promise<void> {
  const books = new Set((await writtenAddressBooks(tx, accountId)).map(({ id }) => id));
  for (const { bookId } of await listCollections(tx, accountId))
    if (!books.has(bookId)) await forgetCollection(tx, accountId, bookId);
}

/** What a list leaves out may be there all the same. */
async function isThere({ client }: SyncWork, url: string): Promise<boolean> {
  try {
    return (await booksAt(client, new URL(url))).books.length > 0;
  } catch (error) {
    if (error instanceof DavRefusal && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}
