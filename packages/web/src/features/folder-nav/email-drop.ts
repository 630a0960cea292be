/** The data of Emails that are dragged onto a folder. Pure. */
import type { Id } from "@pismo/jmap";
import type { Selection } from "../../store/index.ts";

/** The type under which the list puts the ids of the dragged Emails, as a JSON array. */
export const emailIdsType = "application/x-pismo-letters";

/**
 * The Emails that fall: when they are of the selection, all of it (a whole folder could not be listed); otherwise
 * those that were dragged. Anything else than a list of ids is no Email.
 */
export function draggedEmails(payload: string, selected: Selection): Selection | undefined {
  const ids = parseIds(payload);
  if (ids.length === 0) return undefined;
  const isSelected = (id: Id): boolean => (selected.kind === "ids" ? selected.ids.has(id) : !selected.except.has(id));
  return ids.every(isSelected) ? selected : { kind: "ids", ids: new Set(ids) };
}

function parseIds(payload: string): Id[] {
  try {
    const parsed: unknown = JSON.parse(payload);
    return Array.isArray(parsed) && parsed.every((id) => typeof id === "string") ? parsed : [];
  } catch {
    return [];
  }
}
