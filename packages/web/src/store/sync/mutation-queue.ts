/**
 * Changes on their way to the server: in order, one request at a time, kept while there is no connection.
 * Patches and destroys may be sent twice without harm, so after a lost answer they are.
 */
import { type Batch, type Call, type Id, MethodError, RequestError, type SetError, type SetResult } from "@pismo/jmap";
import { getConnection, isUnreachable, onReachable } from "./connection.ts";
import { inTurn } from "./mutex.ts";
import { COUNT_CALLS, ownChangeCalls } from "./own-changes.ts";
import type { Parcel } from "./parcel.ts";
import { limits, request } from "../session/session.ts";
import { batch, createSignal } from "../signal.ts";
import { requestSync } from "./sync-request.ts";

const waiting: Parcel[] = [];
/** Mutations that the server has not confirmed, in order. */
export const waitingParcels = createSignal<readonly Parcel[]>(waiting);
const underWay = new Set<Parcel>();
let isSending = false;

const size = ({ update, destroy }: Parcel): number => Object.keys(update).length + destroy.length;

/** The browser asks the person whether to leave. */
const holdPage = (event: Event): void => event.preventDefault();

function changed(): void {
  waitingParcels.set([...waiting]);
  if (typeof window === "undefined") return;
  // Registered only while mutations wait: a page with this listener is asked before every reload, which delays it.
  if (waiting.length > 0) window.addEventListener("beforeunload", holdPage);
  else window.removeEventListener("beforeunload", holdPage);
}

export const hasWaitingChanges = (): boolean => waiting.length > 0;

/** Puts a parcel at the end of the queue; it goes out as soon as the server can be reached. */
export function post(parcel: Parcel): void {
  waiting.push(parcel);
  changed();
  void send();
}

/** Takes a parcel back that was never sent. @returns false where it is too late */
export function recall(parcel: Parcel): boolean {
  const index = waiting.indexOf(parcel);
  if (index === -1 || underWay.has(parcel)) return false;
  waiting.splice(index, 1);
  changed();
  return true;
}

/** The parcels at the head of the queue that go into one request. */
function nextLoad(): Parcel[] {
  const { maxCallsInRequest, maxObjectsInSet } = limits();
  const load: Parcel[] = [];
  let objects = 0;
  for (const parcel of waiting) {
    objects += size(parcel);
    const isFull = load.length + COUNT_CALLS >= maxCallsInRequest || objects > maxObjectsInSet;
    if (load.length > 0 && (isFull || parcel.records !== load[0]!.records)) break;
    load.push(parcel);
  }
  return load;
}

/** A destroy that finds nothing is done: what was wanted is so. */
function refusals(result: SetResult<object>): Record<Id, SetError> {
  const notDestroyed = Object.entries(result.notDestroyed ?? {}).filter(([, { type }]) => type !== "notFound");
  return { ...result.notUpdated, ...Object.fromEntries(notDestroyed) };
}

function refuseAll({ update, destroy }: Parcel, error: SetError): Record<Id, SetError> {
  return Object.fromEntries([...Object.keys(update), ...destroy].map((id) => [id, error]));
}

function setErrorOf(error: unknown): SetError {
  const isKnown = error instanceof MethodError && (error.type === "forbidden" || error.type === "accountReadOnly");
  return { type: isKnown ? "forbidden" : "invalidPatch", description: error instanceof Error ? error.message : "" };
}

type SetCall = Call<"Email/set"> | Call<"Mailbox/set">;

function setCall(
  calls: Batch,
  { records: { accountId }, type, update, destroy: ids, onDestroyRemoveEmails }: Parcel,
): SetCall {
  const destroy = [...ids];
  return type === "Email"
    ? calls.call("Email/set", { accountId, update, destroy })
    : calls.call("Mailbox/set", { accountId, update, destroy, onDestroyRemoveEmails });
}

function outcomeOf(call: SetCall): { result?: SetResult<object>; error?: unknown } {
  try {
    return { result: call.result() };
  } catch (error) {
    return { error };
  }
}

function settled(parcel: Parcel, refused: Record<Id, SetError>, isCounted = false): void {
  waiting.splice(waiting.indexOf(parcel), 1);
  parcel.settle(refused, isCounted);
}

/** @returns false where the server could not be reached and the parcels wait on */
async function sendLoad(load: Parcel[]): Promise<boolean> {
  for (const parcel of load) underWay.add(parcel);
  try {
    const { sets, follow } = await request((calls) => ({
      sets: load.map((parcel) => setCall(calls, parcel)),
      follow: ownChangeCalls(calls, load),
    }));
    batch(() => {
      const outcomes = sets.map(outcomeOf);
      const own = follow(outcomes.map(({ result }) => result));
      for (const [index, parcel] of load.entries()) {
        const { result, error } = outcomes[index]!;
        if (result) settled(parcel, refusals(result), own.areCounted);
        else settled(parcel, refuseAll(parcel, setErrorOf(error)));
      }
      if (own.finish()) requestSync();
    });
    return true;
  } catch (error) {
    if (isUnreachable(error)) return false;
    // The whole request was refused. Sent one by one, the parcel that is to blame fails alone.
    if (load.length > 1 && error instanceof RequestError) {
      for (const parcel of load) if (!(await sendLoad([parcel]))) return false;
      return true;
    }
    batch(() => {
      for (const parcel of load) settled(parcel, refuseAll(parcel, setErrorOf(error)));
    });
    return true;
  } finally {
    for (const parcel of load) underWay.delete(parcel);
    changed();
  }
}

async function send(): Promise<void> {
  if (isSending || getConnection() === "offline") return;
  isSending = true;
  try {
    // What is done in the same moment goes together.
    await Promise.resolve();
    while (waiting.length > 0) if (!(await inTurn(() => sendLoad(nextLoad())))) return;
  } finally {
    isSending = false;
  }
}

onReachable(() => void send());

if (typeof window !== "undefined") {
  // What waits for its turn cannot wait any longer.
  window.addEventListener("pagehide", () => {
    if (waiting.length > 0 && underWay.size === 0 && getConnection() !== "offline") void sendLoad(nextLoad());
  });
}
