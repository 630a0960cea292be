/** Which Emails are selected: single ones, or all of a list, whether loaded or not. */
import type { Id } from "@pismo/jmap";
import { useSyncExternalStore } from "react";
import { currentList, onListChange } from "./email-list.ts";
import { type ListQuery, queryKey } from "./list-query.ts";
import type { LiveList } from "./live-list.ts";
import { currentRecords } from "../records/records.ts";
import { createSignal, useSignal } from "../signal.ts";
import { emailsBehind } from "./thread-emails.ts";

export type Selection =
  | {
      kind: "ids";
      ids: ReadonlySet<Id>;
      /** Set where each stands for its Thread: the folder in which the Thread's Emails are meant. */
      threadsIn?: string;
    }
  /** Every Email of the query except some. */
  | { kind: "all"; query: ListQuery; except: ReadonlySet<Id>; total: number };

const none: Selection = { kind: "ids", ids: new Set() };
const selection = createSignal<Selection>(none);
/** Where a range begins: the Email that was clicked last. */
let anchor: Id | undefined;

/** Rows of a list: Emails, or Threads where it has a row for each. */
export function rowsSelection(ids: Iterable<Id>, list: LiveList | undefined = currentList()): Selection {
  const { folder, threads = false } = list?.query ?? { folder: "" };
  return { kind: "ids", ids: new Set(ids), ...(threads && { threadsIn: folder }) };
}

/** The Emails that are meant, of Threads as far as they are loaded; of a whole list none is named. */
export function selectedEmails(chosen: Selection): Iterable<Id> {
  if (chosen.kind === "all") return [];
  return chosen.threadsIn === undefined ? chosen.ids : emailsBehind(chosen.ids, chosen.threadsIn, currentRecords());
}

export const getSelection = (): Selection => selection.get();

const isIn = (id: Id, chosen: Selection): boolean =>
  chosen.kind === "ids" ? chosen.ids.has(id) : !chosen.except.has(id);

export const isInSelection = (id: Id): boolean => isIn(id, selection.get());

function toggled(set: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function clearSelection(): void {
  anchor = undefined;
  selection.set(none);
}

export function toggleSelected(id: Id): void {
  const chosen = selection.get();
  anchor = id;
  if (chosen.kind === "ids") selection.set(rowsSelection(toggled(chosen.ids, id)));
  else selection.set({ ...chosen, except: toggled(chosen.except, id) });
}

/**
 * Selects from the Email clicked last to this one, both included (Shift-click); Emails between that are not loaded
 * are asked for.
 */
export async function selectRangeTo(id: Id, list: LiveList | undefined = currentList()): Promise<void> {
  const start = anchor === undefined ? -1 : (list?.sparse.indexOf(anchor) ?? -1);
  const end = list?.sparse.indexOf(id) ?? -1;
  if (!list || start === -1 || end === -1) return toggleSelected(id);
  const [from, to] = start < end ? [start, end] : [end, start];
  const known = Array.from({ length: to + 1 - from }, (_, offset) => list.sparse.idAt(from + offset));
  const between = known.every((each) => each !== undefined)
    ? known
    : await (await import("./query-ids.ts")).idsBetween(list, from, to + 1);
  const chosen = selection.get();
  if (chosen.kind === "ids") selection.set(rowsSelection([...chosen.ids, ...between], list));
  else selection.set({ ...chosen, except: new Set([...chosen.except].filter((other) => !between.includes(other))) });
}

/** Ctrl/Cmd-A: every Email of the list. */
export function selectAll(list: LiveList | undefined = currentList()): void {
  if (list) selection.set({ kind: "all", query: list.query, except: new Set(), total: list.snapshot().total });
}

/** How many Emails are selected. */
export function selectedCount(chosen: Selection = selection.get()): number {
  return chosen.kind === "ids" ? chosen.ids.size : Math.max(0, chosen.total - chosen.except.size);
}

export function useSelection(): { selection: Selection; count: number; isAll: boolean } {
  const chosen = useSignal(selection);
  return { selection: chosen, count: selectedCount(chosen), isAll: chosen.kind === "all" };
}

/** Whether one Email is selected; its row is drawn again only when that changes. */
export function useIsSelected(id: Id | undefined): boolean {
  const read = (): boolean => id !== undefined && isInSelection(id);
  return useSyncExternalStore(selection.subscribe, read, read);
}

/** Emails that left the list are selected no more: call it when the list has changed. */
export function keepSelectionFor(query: ListQuery): void {
  const chosen = selection.get();
  const list = currentList();
  if (chosen.kind === "all" || !list || list.key !== queryKey(query)) return;
  const ids = new Set([...chosen.ids].filter((id) => list.mayHold(id)));
  if (ids.size < chosen.ids.size) selection.set({ ...chosen, ids });
}

/** A selection belongs to its list; ids are meaningless in another account. */
onListChange(clearSelection);
