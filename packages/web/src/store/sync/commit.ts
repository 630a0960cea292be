/** Changes by the person: on the screen at once, then sent; taken back where the server refuses. */
import { applyPatch, type Id, inversePatch, type Mailbox, type PatchObject } from "@pismo/jmap";
import { adjustImportantCount } from "../mailboxes/important-count.ts";
import { currentList } from "../lists/email-list.ts";
import {
  addCountChanges,
  type CountChange,
  type CountedRow,
  importantChange,
  withCounts,
} from "./optimistic-counts.ts";
import { enqueue, dequeue } from "./mutation-queue.ts";
import type { Mutation } from "./mutation.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { notifyRefused, type Refusal } from "../notices.ts";
import { limits } from "../session/session.ts";
import { batch } from "../signal.ts";

export interface Change {
  type: "Email" | "Mailbox";
  update?: Readonly<Record<Id, PatchObject>>;
  destroy?: readonly Id[];
  /** Mailbox only: destroys its Emails with it (RFC 8621 §2.5). */
  onDestroyRemoveEmails?: boolean;
}

export interface Commit {
  /** Resolves when the server has answered for all of it, with what it refused. Never rejects. */
  done: Promise<Readonly<Record<Id, Refusal>>>;
  /** Takes the change back: not sent where it was not sent yet, else by the inverse patches. A destroy stays. */
  undo: () => void;
}

export interface CommitOptions {
  records?: AccountRecords;
  /** What Emails were before, for those that the store has not loaded. */
  rows?: ReadonlyMap<Id, CountedRow>;
}

type Counts = Map<Id, CountChange>;

/** Applies one Email's change to its row and computes the counts. */
function layEmail(
  mutation: { records: AccountRecords; token: symbol; counts: Counts; important: CountChange },
  id: Id,
  before: CountedRow | undefined,
  patch: PatchObject | undefined,
): void {
  const { records, token, counts, important } = mutation;
  const map = records.maps.Email;
  const after = before && patch ? applyPatch(before, patch) : undefined;
  if (before) {
    addCountChanges(counts, before, after);
    const change = importantChange(records.mailboxes, before, after);
    important.total += change.total;
    important.unread += change.unread;
  }
  if (patch) map.apply(token, id, (row) => applyPatch(row, patch));
  else map.layDestroyed(token, id);
}

const isMove = ({ total, unread }: CountChange): boolean => total !== 0 || unread !== 0;

interface Piece {
  update: Record<Id, PatchObject>;
  destroy: Id[];
}

/** A change in pieces that the server takes in one call. */
function split({ update = {}, destroy = [] }: Change): Piece[] {
  const { maxObjectsInSet } = limits();
  const ids = [...Object.keys(update), ...destroy];
  const doomed = new Set(destroy);
  const pieces: Piece[] = [];
  for (let start = 0; start < ids.length; start += maxObjectsInSet) {
    const some = ids.slice(start, start + maxObjectsInSet);
    pieces.push({
      update: Object.fromEntries(some.filter((id) => !doomed.has(id)).map((id) => [id, update[id]!])),
      destroy: some.filter((id) => doomed.has(id)),
    });
  }
  return pieces;
}

interface Sent {
  mutation: Mutation;
  inverse: Record<Id, PatchObject>;
  done: Promise<Record<Id, Refusal>>;
  takeBack: () => void;
}

function sendPiece(
  change: Change,
  { update, destroy }: Piece,
  records: AccountRecords,
  rows: CommitOptions["rows"],
): Sent {
  const { type, onDestroyRemoveEmails = false } = change;
  const token = Symbol(type);
  const map = records.maps[type];
  const counts: Counts = new Map();
  const important = { total: 0, unread: 0 };
  const inverse: Record<Id, PatchObject> = {};
  const before = (id: Id): object | undefined => map.get(id) ?? rows?.get(id);

  for (const [id, patch] of Object.entries(update)) {
    const record = before(id);
    if (record) inverse[id] = inversePatch(record, patch);
    if (type === "Email") layEmail({ records, token, counts, important }, id, record as CountedRow | undefined, patch);
    else records.maps.Mailbox.apply(token, id, (mailbox) => applyPatch(mailbox, patch));
  }
  for (const id of destroy) {
    if (type === "Email")
      layEmail({ records, token, counts, important }, id, before(id) as CountedRow | undefined, undefined);
    else map.layDestroyed(token, id);
  }
  const boxes = records.maps.Mailbox;
  for (const [id, count] of counts) boxes.apply(token, id, (mailbox: Mailbox) => withCounts(mailbox, count));
  adjustImportantCount(records, important);

  const ids = [...Object.keys(update), ...destroy];
  const takeBack = (): void =>
    batch(() => {
      for (const id of ids) map.rollBack(token, id);
      for (const id of counts.keys()) boxes.rollBack(token, id);
      adjustImportantCount(records, { total: -important.total, unread: -important.unread });
    });
  let resolve: (refused: Record<Id, Refusal>) => void;
  const done = new Promise<Record<Id, Refusal>>((settle) => (resolve = settle));
  const settle = (refused: Record<Id, Refusal>, isCounted: boolean): void => {
    for (const id of ids) {
      if (!refused[id]) map.confirm(token, id);
      else {
        map.rollBack(token, id);
        delete inverse[id];
      }
    }
    // With a part refused the counts wait for the server's own; else the server's may be there already.
    const isWhole = Object.keys(refused).length === 0;
    for (const id of counts.keys()) {
      if (isWhole && !isCounted) boxes.confirm(token, id);
      else boxes.rollBack(token, id);
    }
    resolve(refused);
  };
  const movesCounts = Object.keys(inverse).length < ids.length || [...counts.values()].some(isMove);
  const mutation: Mutation = { records, type, update, destroy, onDestroyRemoveEmails, movesCounts, settle };
  return {
    mutation,
    inverse,
    done,
    takeBack: () => {
      takeBack();
      resolve({});
    },
  };
}

/**
 * Applies a change on the screen and sends it. While there is no connection it waits, in order. What the server refuses
 * is taken back with a notice that says why.
 * @throws InvalidPatchError for a patch that breaks RFC 8620 §5.3
 */
export function commit(change: Change, { records = currentRecords(), rows }: CommitOptions = {}): Commit {
  const pieces = split(change);
  if (change.type === "Email") currentList(records)?.touch(Object.keys(change.update ?? {}));
  // Queued before listeners are called: it goes out in a microtask, which then comes before the one that draws.
  const sent = batch(() => {
    const queued = pieces.map((piece) => sendPiece(change, piece, records, rows));
    for (const { mutation } of queued) enqueue(mutation);
    return queued;
  });

  const done = Promise.all(sent.map((piece) => piece.done)).then((all) => {
    const refused: Record<Id, Refusal> = Object.assign({}, ...all);
    notifyRefused(Object.values(refused));
    return refused;
  });
  let isUndone = false;
  return {
    done,
    undo() {
      if (isUndone) return;
      isUndone = true;
      const late = sent.filter((piece) => {
        const isBack = dequeue(piece.mutation);
        if (isBack) piece.takeBack();
        return !isBack;
      });
      const update: Record<Id, PatchObject> = Object.assign({}, ...late.map(({ inverse }) => inverse));
      const after = new Map([...(rows ?? [])].map(([id, row]) => [id, applied(row, change.update?.[id])]));
      if (Object.keys(update).length > 0) commit({ type: change.type, update }, { records, rows: after });
    },
  };
}

function applied<T extends object>(row: T, patch: PatchObject | undefined): T {
  return patch ? applyPatch(row, patch) : row;
}
