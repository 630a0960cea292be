import { type ContactCard, type ContactCardCopyArgs, CONTACTS, type Id, SetFailure } from "@pismo/jmap";
import { getCards } from "../../store/contacts/cards.ts";
import { checkArguments } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertCopy, type Copied, copyShape, finishCopy } from "../standard/copy.ts";
import { assertState, type Creation, setRecords } from "../standard/set.ts";
import { cardRules, createCards } from "./set.ts";

/** The ids of the originals, by creation id. */
function originalIdsOf(create: ContactCardCopyArgs["create"], { createdIds }: Call): Map<Id, Id> {
  const given = Object.entries<Record<string, unknown>>(create);
  return new Map(given.map(([key, { id }]) => [key, typeof id === "string" ? createdIds.resolve(id) : ""]));
}

/** ContactCard/copy: RFC 9610 §3.6. What is given beside the id replaces what the original has. */
export const copy: Method<"ContactCard/copy"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(copyShape<ContactCard>(), args),
  async run(args, call) {
    const { accountId, fromAccountId, create } = args;
    const { store } = call.context;
    assertCopy(args, call, "ContactCard");
    const originalIds = originalIdsOf(create, call);
    const originals = await store.read(async (reader) => {
      await assertState(reader, fromAccountId, "ContactCard", args.ifFromInState);
      return new Map((await getCards(reader, fromAccountId, [...originalIds.values()])).map((card) => [card.id, card]));
    });
    const creations = [...originalIds].flatMap(([key, originalId]): Creation[] => {
      const original = originals.get(originalId);
      if (!original) return [];
      const { id: _originalId, addressBookIds: _books, ...card } = original;
      const { id: _id, ...given } = create[key]!;
      return [[key, { ...card, ...given }]];
    });
    return store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "ContactCard", args.ifInState);
      const created = creations.length > 0 ? await createCards(accountId, tx, creations, call) : [];
      const outcomes = new Map(creations.map(([key], index) => [key, created[index]!]));
      const copied = [...originalIds].map(([creationId, originalId]): Copied<ContactCard> => {
        const outcome = outcomes.get(creationId) ?? new SetFailure({ type: "notFound" });
        return { creationId, originalId, outcome };
      });
      return finishCopy(tx, args, copied, call, {
        type: "ContactCard",
        oldState,
        set: (destruction) => setRecords(tx, destruction, call, "ContactCard", cardRules(fromAccountId, call)),
      });
    });
  },
};
