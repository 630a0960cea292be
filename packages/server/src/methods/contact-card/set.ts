import { applyPatch, type ContactCard, CONTACTS, type Id, SetFailure } from "@pismo/jmap";
import { writtenAddressBooks } from "../../store/contacts/address-books.ts";
import {
  cardsByUid,
  destroyCards,
  getCards,
  insertCards,
  newCardIds,
  roomForCards,
  storeCards,
} from "../../store/contacts/cards.ts";
import type { Transactor } from "../../store/db/store.ts";
import { checkArguments, isObject } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { type Creation, type SetRules, setShape, standardSet, type Update } from "../standard/set.ts";
import { type Pictures, takePictures } from "./pictures.ts";
import { addedTo, assertCard, changedCard, completed } from "./record.ts";

const noPictures: Pictures = { failures: new Map(), taken: new Set() };

/** @throws SetFailure the failure of its picture */
function assertPictures(record: object, { failures }: Pictures): void {
  const failure = failures.get(record);
  if (failure) throw failure;
}

/** Media that are no longer as they were given. */
const changedMedia = (record: object, { taken }: Pictures, { media }: ContactCard): Partial<ContactCard> =>
  taken.has(record) && media ? { media } : {};

/** Inserts cards, each with a uid that no other card of the account has. */
export async function createCards(
  accountId: Id,
  tx: Transactor,
  records: readonly Creation[],
  call: Call,
  pictures = noPictures,
): Promise<((Partial<ContactCard> & { id: Id }) | SetFailure)[]> {
  const books = await writtenAddressBooks(tx, accountId);
  const knownBooks = new Set(books.map(({ id }) => id));
  const defaultBook = books.find(({ isDefault }) => isDefault)!.id;
  const takeRoom = await roomForCards(tx, accountId);
  const uids = records.flatMap(([, { uid }]) => (typeof uid === "string" ? [uid] : []));
  const taken = await cardsByUid(tx, accountId, uids);
  return inBatch(
    records,
    ([, given]) => {
      assertPictures(given, pictures);
      const bookIds = given["addressBookIds"];
      const card: Record<string, unknown> = completed(given, defaultBook);
      if (isObject(bookIds)) card["addressBookIds"] = call.createdIds.resolveKeys(bookIds);
      assertCard(card, knownBooks);
      const uid = card["uid"];
      const existingId = taken.get(uid);
      if (existingId !== undefined)
        throw new SetFailure({ type: "alreadyExists", existingId, description: "Another card has this uid" });
      takeRoom();
      taken.set(uid, "");
      return { given, card };
    },
    async (all) => {
      const ids = await newCardIds(tx, accountId, all.length);
      const cards = all.map(({ card }, index): ContactCard => ({ ...card, id: ids[index]! }));
      await insertCards(tx, accountId, cards);
      return cards.map((card, index) => {
        const { given } = all[index]!;
        return { id: card.id, ...addedTo(given, card), ...changedMedia(given, pictures, card) };
      });
    },
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[], call: Call, pictures: Pictures) {
  const knownBooks = new Set((await writtenAddressBooks(tx, accountId)).map(({ id }) => id));
  const ids = records.map(([cardId]) => cardId);
  const known = new Map((await getCards(tx, accountId, ids)).map((card) => [card.id, card]));
  return inBatch(
    records,
    ([cardId, patch]) => {
      const before = known.get(cardId);
      if (!before) throw new SetFailure({ type: "notFound" });
      assertPictures(patch, pictures);
      const resolved = call.createdIds.resolvePatch(patch, "addressBookIds");
      const card: Record<string, unknown> = changedCard(before, applyPatch(before, resolved));
      assertCard(card, knownBooks);
      return { patch, card: { ...card, id: cardId } };
    },
    async (all) => {
      const cards = all.map(({ card }) => card);
      await storeCards(tx, accountId, cards);
      return all.map(({ patch, card }) => ({
        ...(!Object.hasOwn(patch, "updated") && { updated: card.updated! }),
        ...changedMedia(patch, pictures, card),
      }));
    },
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[]) {
  const gone = await destroyCards(tx, accountId, ids);
  return ids.map((each) => gone.has(each) || new SetFailure({ type: "notFound" }));
}

/** @param pictures of the records, taken before the transaction */
export const cardRules = (accountId: Id, call: Call, pictures = noPictures): SetRules<ContactCard> => ({
  create: (tx, creations) => createCards(accountId, tx, creations, call, pictures),
  update: (tx, updates) => update(accountId, tx, updates, call, pictures),
  destroy: (tx, ids) => destroy(accountId, tx, ids),
});

/** ContactCard/set: RFC 9610 §3.5. */
export const set: Method<"ContactCard/set"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(setShape<ContactCard>(), args),
  async run(args, call) {
    const { accountId } = args;
    const records = [...Object.values(args.create ?? {}), ...Object.values(args.update ?? {})];
    const pictures = await takePictures(accountId, records, call);
    return standardSet(args, call, "ContactCard", cardRules(accountId, call, pictures));
  },
};
