import { type ContactCard, type ContactCardCopyArgs, CONTACTS, type Id, MethodError, SetFailure } from "@pismo/jmap";
import { destroyCards, getCards } from "../../store/contacts/cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { Transactor } from "../../store/db/store.ts";
import { boolean, checkArguments, id, mapOf, maybe, object, optional, type Shape, string } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize, assertState, type Creation, setRecords } from "../standard/set.ts";
import { createCards } from "./set.ts";

const shape: Shape<ContactCardCopyArgs> = {
  fromAccountId: id,
  ifFromInState: maybe(string),
  accountId: id,
  ifInState: maybe(string),
  create: mapOf(id, object),
  onSuccessDestroyOriginal: optional(boolean),
  destroyFromIfInState: maybe(string),
};

const refuse = async () => [];

/** The implicit ContactCard/set: an error of its own leaves the copies (RFC 8620 §5.4). */
async function destroyOriginals(tx: Transactor, args: ContactCardCopyArgs, ids: Id[], call: Call): Promise<void> {
  const { fromAccountId: accountId, destroyFromIfInState: ifInState = null } = args;
  try {
    const result = await setRecords<ContactCard>(tx, { accountId, destroy: ids, ifInState }, call, "ContactCard", {
      create: refuse,
      update: refuse,
      destroy: async (_, doomed) => {
        const gone = await destroyCards(tx, accountId, doomed);
        return doomed.map((each) => gone.has(each) || new SetFailure({ type: "notFound" }));
      },
    });
    call.follow("ContactCard/set", result);
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    call.follow("ContactCard/set", error);
  }
}

/** ContactCard/copy: RFC 9610 §3.6. What is given beside the id replaces what the original has. */
export const copy: Method<"ContactCard/copy"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, fromAccountId, create } = args;
    if (accountId === fromAccountId)
      throw new MethodError("invalidArguments", "The accounts are the same: use ContactCard/set");
    assertSetSize({ create }, call);
    const wanted = new Map(
      Object.entries<Record<string, unknown>>(create).map(([key, { id: given }]) => [
        key,
        typeof given === "string" ? call.createdIds.resolve(given) : "",
      ]),
    );
    const originals = await call.context.store.read(async (reader) => {
      await assertState(reader, fromAccountId, "ContactCard", args.ifFromInState);
      return new Map((await getCards(reader, fromAccountId, [...wanted.values()])).map((card) => [card.id, card]));
    });
    return call.context.store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "ContactCard", args.ifInState);
      const copies = new Outcomes<Partial<ContactCard>>();
      const creations = [...wanted].flatMap(([key, originalId]): Creation[] => {
        const original = originals.get(originalId);
        if (!original) copies.note(key, new SetFailure({ type: "notFound" }));
        const { id: _id, ...given } = create[key]!;
        const { id: _originalId, addressBookIds: _books, ...card } = original ?? ({} as ContactCard);
        return original ? [[key, { ...card, ...given }]] : [];
      });
      const created = creations.length > 0 ? await createCards(accountId, tx, creations, call) : [];
      const done: Id[] = [];
      for (const [index, [key]] of creations.entries()) {
        const outcome = created[index]!;
        if (!copies.note(key, outcome)) continue;
        call.createdIds.set(key, (outcome as { id: Id }).id);
        done.push(wanted.get(key)!);
      }
      if (args.onSuccessDestroyOriginal && done.length > 0) await destroyOriginals(tx, args, done, call);
      const newState = await stateOf(tx, accountId, "ContactCard");
      return { fromAccountId, accountId, oldState, newState, created: copies.done, notCreated: copies.failed };
    });
  },
};
