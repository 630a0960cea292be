import { applyPatch, SAVED_SEARCHES, type SavedSearch, SetFailure } from "@pismo/jmap";
import {
  destroySavedSearch,
  getSavedSearches,
  insertSavedSearch,
  updateSavedSearch,
} from "../../store/labels/saved-searches.ts";
import { checkArguments, id, nullable } from "../checks.ts";
import type { Method } from "../context.ts";
import { shownName } from "../label/shown-name.ts";
import { assertRecord, checkedRecord, setShape, standardSet } from "../standard/set.ts";

const changeable = { name: shownName(100), text: shownName(1000), mailboxId: nullable(id) };

/** SavedSearch/set: as RFC 8620 §5.3. */
export const set: Method<"SavedSearch/set"> = {
  capability: SAVED_SEARCHES,
  parse: (args) => checkArguments(setShape<SavedSearch>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<SavedSearch>(args, call, "SavedSearch", {
      async create(tx, given) {
        const {
          name,
          text,
          mailboxId = null,
        } = checkedRecord<Omit<SavedSearch, "id">, "name" | "text">(given, changeable, ["name", "text"]);
        return { id: await insertSavedSearch(tx, accountId, { name, text, mailboxId }) };
      },
      async update(tx, recordId, patch) {
        const [before] = await getSavedSearches(tx, accountId, [recordId]);
        if (!before) throw new SetFailure({ type: "notFound" });
        const after = applyPatch(before, patch, { mailboxId: null });
        const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof SavedSearch]);
        assertRecord(Object.fromEntries(changed), changeable);
        await updateSavedSearch(tx, accountId, before, after);
        return null;
      },
      destroy: (tx, recordId) => destroySavedSearch(tx, accountId, recordId),
    });
  },
};
