import {
  type AddressBook,
  type AddressBookSetArgs,
  applyPatch,
  CONTACTS,
  type Id,
  MethodError,
  SetFailure,
} from "@pismo/jmap";
import {
  type AddressBookFields,
  assertRoomForBooks,
  booksWithCards,
  destroyAddressBooks,
  insertAddressBooks,
  setDefaultBook,
  storeAddressBooks,
  writtenAddressBooks,
} from "../../store/contacts/address-books.ts";
import { emptyBooks } from "../../store/contacts/cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { Transactor } from "../../store/db/store.ts";
import { boolean, type Check, checkArguments, id, maybe, optional, string, unsignedInt, wrong } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import {
  assertRecord,
  assertSetSize,
  checkedRecord,
  type Creation,
  type SetRules,
  setRecords,
  setShape,
  type Update,
} from "../standard/set.ts";

/** RFC 9610 §2: 1 character to 255 octets. */
const bookName: Check = (value, name) => {
  string(value, name);
  const text = value as string;
  if (text.trim() === "" || Buffer.byteLength(text) > 255 || /\p{Cc}|\p{Cs}/u.test(text))
    throw wrong(name, "a line of 1 to 255 octets");
};

const description: Check = (value, name) => {
  if (value === null) return;
  string(value, name);
  if ((value as string).length > 10_000 || /\0|\p{Cs}/u.test(value as string))
    throw wrong(name, "a text of 10,000 characters");
};

/** Nothing can be shared: RFC 9610 §2 has `mayShare` for that. */
const shareWith: Check = (value, name) => {
  if (value !== null) throw new MethodError("invalidArguments", `${name} cannot be changed: mayShare is false`);
};

const changeable = { name: bookName, description, sortOrder: unsignedInt, isSubscribed: boolean, shareWith };
const defaults: Partial<AddressBook> = { description: null, sortOrder: 0, isSubscribed: true, shareWith: null };

async function create(accountId: Id, tx: Transactor, records: readonly Creation[]) {
  let { length: count } = await writtenAddressBooks(tx, accountId);
  return inBatch(
    records,
    ([, given]) => {
      const checked = checkedRecord<AddressBookFields & Pick<AddressBook, "shareWith">, "name">(given, changeable, [
        "name",
      ]);
      assertRoomForBooks(count++);
      const { name, description: text = null, sortOrder = 0, isSubscribed = true } = checked;
      return { given, fields: { name, description: text, sortOrder, isSubscribed } };
    },
    async (all) => {
      const books = await insertAddressBooks(
        tx,
        accountId,
        all.map(({ fields }) => fields),
      );
      return books.map((book, index) => {
        const { given } = all[index]!;
        return Object.fromEntries(Object.entries(book).filter(([key]) => !Object.hasOwn(given, key))) as AddressBook;
      });
    },
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[]) {
  const known = new Map((await writtenAddressBooks(tx, accountId)).map((book) => [book.id, book]));
  return inBatch(
    records,
    ([bookId, patch]) => {
      const before = known.get(bookId);
      if (!before) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(before, patch, defaults);
      const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof AddressBook]);
      assertRecord(Object.fromEntries(changed), changeable);
      return after;
    },
    async (books) => {
      await storeAddressBooks(tx, accountId, books);
      return books.map(() => null);
    },
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[], removesContents: boolean) {
  const known = new Map((await writtenAddressBooks(tx, accountId)).map((book) => [book.id, book]));
  const withCards = await booksWithCards(tx, accountId, ids);
  return inBatch(
    ids,
    (bookId) => {
      const book = known.get(bookId);
      if (!book) throw new SetFailure({ type: "notFound" });
      if (book.isDefault)
        throw new SetFailure({ type: "forbidden", description: "An account has always a default address book" });
      if (withCards.has(bookId) && !removesContents) throw new SetFailure({ type: "addressBookHasContents" });
      return bookId;
    },
    async (doomed) => {
      if (removesContents) await emptyBooks(tx, accountId, doomed);
      await destroyAddressBooks(tx, accountId, doomed);
      return doomed.map(() => true as const);
    },
  );
}

/** After all else, if nothing failed, which the response then tells (RFC 9610 §2.3). */
async function makeDefault(tx: Transactor, accountId: Id, bookId: Id, { createdIds }: Call) {
  const wanted = createdIds.resolve(bookId);
  const books = await writtenAddressBooks(tx, accountId);
  return books.some((book) => book.id === wanted)
    ? setDefaultBook(tx, accountId, books, wanted)
    : new Map<Id, boolean>();
}

/** AddressBook/set: RFC 9610 §2.3. */
export const set: Method<"AddressBook/set"> = {
  capability: CONTACTS,
  parse: (args) =>
    checkArguments<AddressBookSetArgs>(
      { ...setShape<AddressBook>(), onDestroyRemoveContents: optional(boolean), onSuccessSetIsDefault: maybe(id) },
      args,
    ),
  run(args, call) {
    assertSetSize(args, call);
    const { accountId, onDestroyRemoveContents = false, onSuccessSetIsDefault: wanted } = args;
    const rules: SetRules<AddressBook> = {
      create: (tx, records) => create(accountId, tx, records),
      update: (tx, records) => update(accountId, tx, records),
      destroy: (tx, ids) => destroy(accountId, tx, ids, onDestroyRemoveContents),
    };
    return call.context.store.write(
      async (tx) => {
        const result = await setRecords(tx, args, call, "AddressBook", rules);
        const isDone = !result.notCreated && !result.notUpdated && !result.notDestroyed;
        if (wanted == null || !isDone) return result;
        const changed = await makeDefault(tx, accountId, wanted, call);
        if (changed.size === 0) return result;
        const updated = { ...result.updated };
        for (const [bookId, isDefault] of changed) updated[bookId] = { ...updated[bookId], isDefault };
        return { ...result, updated, newState: await stateOf(tx, accountId, "AddressBook") };
      },
      { accountId },
    );
  },
};
