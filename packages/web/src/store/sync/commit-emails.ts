/** One edit for given Emails, loaded or not. */
import type { Id, PatchObject, SetError } from "@pismo/jmap";
import { commit } from "./commit.ts";
import { type EmailRow, share } from "../records/email-properties.ts";
import type { CountedRow } from "./optimistic-counts.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";

/** What changes in an Email: a patch, "destroy", or undefined where nothing has to. */
export type RowPatch = (row: CountedRow) => PatchObject | "destroy" | undefined;

export interface Done {
  /** Emails that were changed, or will be as soon as there is a connection. */
  count: number;
  undo: (() => void) | undefined;
}

export interface Committed extends Done {
  /** Resolves when the server has answered for all of them. */
  done: Promise<Readonly<Record<Id, SetError>>>;
}

/** Up to so many Emails go at once. */
export const FEW = 200;

interface Snapshot extends CountedRow {
  id: Id;
}

/** Held in memory while Undo is offered: of a hundred thousand Emails too. */
const snapshotOf = (row: EmailRow | undefined): Snapshot | undefined =>
  row && { id: row.id, mailboxIds: share(row.mailboxIds), keywords: share(row.keywords) };

/** The Emails as they are, those that are not loaded fetched. */
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

/** @throws what the request throws, where Emails had to be fetched first */
export async function commitEmails(
  ids: readonly Id[],
  rowPatch: RowPatch,
  records: AccountRecords = currentRecords(),
  signal?: AbortSignal,
): Promise<Committed> {
  const rows = await rowsOf(ids, records, signal);
  const update: Record<Id, PatchObject> = {};
  const destroy: Id[] = [];
  for (const row of rows) {
    const patch = rowPatch(row);
    if (patch === "destroy") destroy.push(row.id);
    else if (patch) update[row.id] = patch;
  }
  const count = Object.keys(update).length + destroy.length;
  if (count === 0) return { count, undo: undefined, done: Promise.resolve({}) };
  const known = new Map(rows.map((row) => [row.id, row]));
  const { done, undo } = commit({ type: "Email", update, destroy }, { records, rows: known });
  return { count, done, undo: destroy.length === 0 ? undo : undefined };
}

/** Several as one; what cannot be taken back of one of them cannot of all. */
export function together(all: readonly Committed[]): Committed {
  const isUndoable = all.every(({ count, undo }) => count === 0 || undo);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    done: Promise.all(all.map(({ done }) => done)).then(
      (refused) => Object.assign({}, ...refused) as Record<Id, SetError>,
    ),
    undo: isUndoable ? () => all.forEach(({ undo }) => undo?.()) : undefined,
  };
}
