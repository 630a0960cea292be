import type { Id, LabelFace, SavedSearch } from "@pismo/jmap";
import { notify, notifyNotDone } from "../../store/index.ts";
import { removeLabel } from "../../store/labels/edit-labels.ts";
import { removeSearch, saveSearch } from "../../store/labels/saved-searches.ts";

const removing = new Set<Id>();

/** Removes it at once, and offers to take that back. */
export async function removeWithUndo(label: LabelFace): Promise<void> {
  // The second click of a double one.
  if (removing.has(label.id)) return;
  removing.add(label.id);
  try {
    const undo = await removeLabel(label);
    notify({
      key: "labels.removed",
      values: { name: label.name },
      undo: () => void undo().catch(notifyNotDone),
    });
  } catch (error) {
    removing.delete(label.id);
    notifyNotDone(error);
  }
}

export async function removeSearchWithUndo({ id, ...search }: SavedSearch): Promise<void> {
  try {
    await removeSearch(id);
    notify({
      key: "labels.removedSearch",
      values: { name: search.name },
      undo: () => void saveSearch(search).catch(notifyNotDone),
    });
  } catch (error) {
    notifyNotDone(error);
  }
}
