/** What is dragged from the list onto a folder. Pure. */
import type { Selection } from "../../store/index.ts";

/** The type under which the list says what it lets one drag. */
export const lettersType = "application/x-pismo-letters";

/**
 * The letters that fall.
 * @param payload JSON: { ids } for single letters, { selection: true } for a whole folder, more than could be listed
 * @param selected what is selected now
 */
export function draggedLetters(payload: string, selected: Selection): Selection | undefined {
  const { ids, selection } = parse(payload);
  if (selection === true) return selected;
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === "string")) return undefined;
  return { kind: "ids", ids: new Set(ids) };
}

function parse(payload: string): { ids?: unknown; selection?: unknown } {
  try {
    return (JSON.parse(payload) as object | null) ?? {};
  } catch {
    return {};
  }
}
