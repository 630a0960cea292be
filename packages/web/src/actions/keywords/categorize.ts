/** Choosing an Email's category, or none: at most one an Email, on any server. */
import { type Category, categoryKeyword, categoriesOf, type Id, type PatchObject } from "@pismo/jmap";
import { commitEmails, learnsCategory, notify } from "../../store/index.ts";

/** The patch that leaves this category and no other; undefined where nothing has to change. */
export function categoryPatch(
  keywords: Readonly<Record<string, true>>,
  chosen: Category | null,
): PatchObject | undefined {
  const patch: PatchObject = {};
  for (const category of categoriesOf(Object.keys(keywords))) {
    if (category !== chosen) patch[`keywords/${categoryKeyword(category)}`] = null;
  }
  if (chosen && !(categoryKeyword(chosen) in keywords)) patch[`keywords/${categoryKeyword(chosen)}`] = true;
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** Does it, and says so with Undo. */
export async function categorize(id: Id, chosen: Category | null): Promise<void> {
  const { count, undo } = await commitEmails([id], ({ keywords }) => categoryPatch(keywords, chosen));
  if (count === 0) return;
  const isLearnt = learnsCategory(id);
  const key = chosen
    ? isLearnt
      ? "categories.done.learnt"
      : "categories.done.chosen"
    : isLearnt
      ? "categories.done.learntNone"
      : "categories.done.removed";
  notify({ key, values: { category: chosen ?? "" }, ...(undo && { undo }) });
}
