import type { Id, LabelFace, SavedSearch } from "@pismo/jmap";
import { notify, notifyNotDone } from "../../store/index.ts";
import { removeLabel } from "../../store/labels/edit-labels.ts";
import { removeSearch, saveSearch } from "../../store/labels/saved-searches.ts";

const removing = new Set<Id>();

/** Clicks while it is being removed remove nothing. */
async function once(id: Id, remove: () => Promise<void>): Promise<void> {
  if (removing.has(id)) return;
  removing.add(id);
  try {
    await remove();
  } catch (error) {
    notifyNotDone(error);
  } finally {
    // Another account may have one of this id.
    removing.delete(id);
  }
}

/** Removes it at once, and offers to take that back. */
export const removeWithUndo = (label: LabelFace): Promise<void> =>
  once(label.id, async () => {
    const undo = await removeLabel(label);
    notify({
      key: "labels.removed",
      values: { name: label.name },
      undo: () => void undo().catch(notifyNotDone),
    });
  });

export const removeSearchWithUndo = ({ id, ...search }: SavedSearch): Promise<void> =>
  once(id, async () => {
    await removeSearch(id);
    notify({
      key: "labels.removedSearch",
      values: { name: search.name },
      undo: () => void saveSearch(search, id).catch(notifyNotDone),
    });
  });
