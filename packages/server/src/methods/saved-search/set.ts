import { applyPatch, type Id, MAX_SEARCH_NAME, SAVED_SEARCHES, type SavedSearch, SetFailure } from "@pismo/jmap";
import {
  destroySavedSearches,
  getSavedSearches,
  insertSavedSearches,
  mailboxCheck,
  roomForSearches,
  storeSavedSearches,
} from "../../store/labels/saved-searches.ts";
import { checkArguments, id, nullable } from "../checks.ts";
import type { Method } from "../context.ts";
import { shownName } from "../label/shown-name.ts";
import type { Transactor } from "../../store/db/store.ts";
import { inBatch } from "../standard/batch.ts";
import { assertRecord, checkedRecord, type Creation, setShape, standardSet, type Update } from "../standard/set.ts";

const changeable = { name: shownName(MAX_SEARCH_NAME), text: shownName(1000), mailboxId: nullable(id) };

async function create(accountId: Id, tx: Transactor, records: readonly Creation[]) {
  const assertMailbox = await mailboxCheck(tx, accountId);
  const takeRoom = await roomForSearches(tx, accountId);
  return inBatch(
    records,
    ([, given]) => {
      const required = ["name", "text"] as const;
      const checked = checkedRecord<Omit<SavedSearch, "id">, "name" | "text">(given, changeable, [...required]);
      const { name, text, mailboxId = null } = checked;
      assertMailbox(mailboxId);
      takeRoom();
      return { name, text, mailboxId };
    },
    async (searches) => (await insertSavedSearches(tx, accountId, searches)).map((each) => ({ id: each })),
  );
}

async function update(accountId: Id, tx: Transactor, records: readonly Update[]) {
  const assertMailbox = await mailboxCheck(tx, accountId);
  const ids = records.map(([recordId]) => recordId);
  const known = new Map((await getSavedSearches(tx, accountId, ids)).map((search) => [search.id, search]));
  return inBatch(
    records,
    ([recordId, patch]) => {
      const before = known.get(recordId);
      if (!before) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(before, patch, { mailboxId: null });
      const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof SavedSearch]);
      assertRecord(Object.fromEntries(changed), changeable);
      if (after.mailboxId !== before.mailboxId) assertMailbox(after.mailboxId);
      return after;
    },
    async (searches) => {
      await storeSavedSearches(tx, accountId, searches);
      return searches.map(() => null);
    },
  );
}

async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[]) {
  const gone = await destroySavedSearches(tx, accountId, ids);
  return ids.map((each) => gone.has(each) || new SetFailure({ type: "notFound" }));
}

/** SavedSearch/set: as RFC 8620 §5.3. */
export const set: Method<"SavedSearch/set"> = {
  capability: SAVED_SEARCHES,
  parse: (args) => checkArguments(setShape<SavedSearch>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<SavedSearch>(args, call, "SavedSearch", {
      create: (tx, records) => create(accountId, tx, records),
      update: (tx, records) => update(accountId, tx, records),
      destroy: (tx, ids) => destroy(accountId, tx, ids),
    });
  },
};
