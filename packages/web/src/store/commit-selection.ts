/** One change for many letters: loaded or not, a few or a whole folder of a hundred thousand. */
import type { Id, PatchObject } from "@pismo/jmap";
import { commit } from "./commit.ts";
import { listFor } from "./email-list.ts";
import { type EmailRow, share } from "./email-properties.ts";
import { dismissNotice, notify, updateNotice } from "./notices.ts";
import type { CountedRow } from "./optimism.ts";
import { allIds } from "./query-ids.ts";
import { type AccountRecords, currentRecords } from "./records.ts";
import { clearSelection, type Selection } from "./selection.ts";
import { limits, request } from "./session.ts";
import { slowSync } from "./sync-request.ts";

/** What changes in a letter: a patch, "destroy", or undefined where nothing has to. */
export type Deed = (row: CountedRow) => PatchObject | "destroy" | undefined;

export interface Done {
  /** Letters that were changed, or will be as soon as there is a connection. */
  count: number;
  undo: (() => void) | undefined;
}

interface Snapshot extends CountedRow {
  id: Id;
}

/** Up to so many letters go at once, without progress. */
const fewLetters = 200;

/** Kept as long as Undo is offered: of a hundred thousand letters too. */
const snapshotOf = (row: EmailRow | undefined): Snapshot | undefined =>
  row && { id: row.id, mailboxIds: share(row.mailboxIds), keywords: share(row.keywords) };

/** The letters as they are, those that are not loaded fetched. */
async function rowsOf(ids: readonly Id[], records: AccountRecords, signal?: AbortSignal): Promise<Snapshot[]> {
  const { accountId, maps } = records;
  const missing = ids.filter((id) => !maps.Email.has(id));
  const fetched = new Map<Id, Snapshot>();
  if (missing.length > 0) {
    const get = await request(
      (calls) => calls.call("Email/get", { accountId, ids: missing, properties: ["id", "mailboxIds", "keywords"] }),
      signal,
    );
    for (const { id, mailboxIds, keywords } of get.result().list as Snapshot[]) {
      fetched.set(id, { id, mailboxIds: share(mailboxIds), keywords: share(keywords) });
    }
  }
  return ids.flatMap((id) => snapshotOf(maps.Email.get(id)) ?? fetched.get(id) ?? []);
}

function commitRows(rows: readonly Snapshot[], deed: Deed, records: AccountRecords) {
  const update: Record<Id, PatchObject> = {};
  const destroy: Id[] = [];
  for (const row of rows) {
    const patch = deed(row);
    if (patch === "destroy") destroy.push(row.id);
    else if (patch) update[row.id] = patch;
  }
  const count = Object.keys(update).length + destroy.length;
  if (count === 0) return undefined;
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    count,
    isUndoable: destroy.length === 0,
    ...commit({ type: "Email", update, destroy }, { records, rows: known }),
  };
}

/** @throws what the request throws, where letters had to be fetched first */
export async function commitIds(ids: readonly Id[], deed: Deed, records = currentRecords()): Promise<Done> {
  const done = commitRows(await rowsOf(ids, records), deed, records);
  return { count: done?.count ?? 0, undo: done?.isUndoable ? done.undo : undefined };
}

/**
 * Every letter of a query, in the server's portions, with a notice that shows how far it is and can stop it.
 * @param leaves the letters leave the list: it is empty at once
 */
async function commitAll(
  { query, except }: Extract<Selection, { kind: "all" }>,
  deed: Deed,
  leaves: boolean,
  records: AccountRecords,
): Promise<Done> {
  const stop = new AbortController();
  const list = listFor(query, records);
  const cancel = (): void => stop.abort();
  const notice = notify({ key: "actions.working", progress: 0, timeout: 0, cancel });
  const resumeSync = slowSync();
  const undos: (() => void)[] = [];
  let count = 0;
  let isUndoable = true;
  list.isEmptied = leaves && except.size === 0;
  list.changed();
  try {
    const ids = (await allIds(query, records, stop.signal)).filter((id) => !except.has(id));
    const { maxObjectsInGet, maxObjectsInSet } = limits();
    const portion = Math.min(maxObjectsInGet, maxObjectsInSet);
    for (let start = 0; start < ids.length && !stop.signal.aborted; start += portion) {
      const some = await rowsOf(ids.slice(start, start + portion), records, stop.signal);
      const done = commitRows(some, deed, records);
      await done?.done;
      if (done) {
        undos.push(done.undo);
        count += done.count;
        isUndoable &&= done.isUndoable;
      }
      updateNotice(notice, { progress: Math.min(1, (start + portion) / ids.length) });
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    dismissNotice(notice);
    list.isEmptied = false;
    list.changed();
    resumeSync();
  }
  return { count, undo: isUndoable ? () => undos.forEach((undo) => undo()) : undefined };
}

/**
 * Does the deed to the selected letters and selects nothing any more.
 * @param leaves the letters leave the list that is open
 */
export async function commitSelection(selection: Selection, deed: Deed, leaves: boolean): Promise<Done> {
  const records = currentRecords();
  clearSelection();
  if (selection.kind === "all") return commitAll(selection, deed, leaves, records);
  const ids = [...selection.ids];
  const portions = Math.ceil(ids.length / fewLetters);
  const all: Done[] = [];
  for (let portion = 0; portion < portions; portion++) {
    all.push(await commitIds(ids.slice(portion * fewLetters, (portion + 1) * fewLetters), deed, records));
  }
  const isUndoable = all.every(({ count, undo }) => count === 0 || undo);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    undo: isUndoable ? () => all.forEach(({ undo }) => undo?.()) : undefined,
  };
}
