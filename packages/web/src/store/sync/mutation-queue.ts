/**
 * Changes on their way to the server: in order, one request at a time, queued while there is no connection.
 * Patches and destroys may be sent twice without harm, so after a lost answer they are.
 */
import { type Batch, type Call, type Id, MethodError, RequestError, type SetResult } from "@pismo/jmap";
import { failureNumber } from "../failure-number.ts";
import type { Refusal } from "../notices.ts";
import { getConnection, isUnreachable, onReachable } from "./connection.ts";
import { holdPage } from "./hold-page.ts";
import { runExclusive } from "./mutex.ts";
import { COUNT_CALLS, ownChangeCalls } from "./own-changes.ts";
import type { Mutation } from "./mutation.ts";
import { limits, request, serverOf } from "../session/session.ts";
import { batch, createSignal } from "../signal.ts";
import { requestSync } from "./sync-request.ts";

const waiting: Mutation[] = [];
/** Mutations that the server has not confirmed, in order. */
export const pendingMutations = createSignal<readonly Mutation[]>(waiting);
const inFlight = new Set<Mutation>();
let isSending = false;

const size = ({ update, destroy }: Mutation): number => Object.keys(update).length + destroy.length;

let letPageGo: (() => void) | undefined;

function changed(): void {
  pendingMutations.set([...waiting]);
  if (typeof window === "undefined") return;
  if (waiting.length > 0) letPageGo ??= holdPage();
  else {
    letPageGo?.();
    letPageGo = undefined;
  }
}

export const hasWaitingChanges = (): boolean => waiting.length > 0;

/** Puts a mutation at the end of the queue; it goes out as soon as the server can be reached. */
export function enqueue(mutation: Mutation): void {
  waiting.push(mutation);
  changed();
  void send();
}

/** Removes a mutation that was never sent. @returns false where it is too late */
export function dequeue(mutation: Mutation): boolean {
  const index = waiting.indexOf(mutation);
  if (index === -1 || inFlight.has(mutation)) return false;
  waiting.splice(index, 1);
  changed();
  return true;
}

const serverOfMutation = ({ records: { accountId } }: Mutation): Id => serverOf(accountId);

/** The mutations at the head of the queue that go into one request. */
function nextMutations(isSkipped: (mutation: Mutation) => boolean): Mutation[] {
  const { maxCallsInRequest, maxObjectsInSet } = limits();
  const sending: Mutation[] = [];
  let objects = 0;
  for (const mutation of waiting) {
    if (isSkipped(mutation)) continue;
    objects += size(mutation);
    const isFull = sending.length + COUNT_CALLS >= maxCallsInRequest || objects > maxObjectsInSet;
    if (sending.length > 0 && (isFull || mutation.records !== sending[0]!.records)) break;
    sending.push(mutation);
  }
  return sending;
}

/** A destroy that finds nothing is done: what was wanted is so. */
function refusals(result: SetResult<object>): Record<Id, Refusal> {
  const notDestroyed = Object.entries(result.notDestroyed ?? {}).filter(([, { type }]) => type !== "notFound");
  return { ...result.notUpdated, ...Object.fromEntries(notDestroyed) };
}

function refuseAll({ update, destroy }: Mutation, error: Refusal): Record<Id, Refusal> {
  return Object.fromEntries([...Object.keys(update), ...destroy].map((id) => [id, error]));
}

function refusalOf(error: unknown): Refusal {
  const isKnown = error instanceof MethodError && (error.type === "forbidden" || error.type === "accountReadOnly");
  return {
    type: isKnown ? "forbidden" : "invalidPatch",
    description: error instanceof Error ? error.message : "",
    failureNumber: failureNumber(error),
  };
}

type SetCall = Call<"Email/set"> | Call<"Mailbox/set">;

function setCall(
  calls: Batch,
  { records: { accountId }, type, update, destroy: ids, onDestroyRemoveEmails }: Mutation,
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

function settled(mutation: Mutation, refused: Record<Id, Refusal>, isCounted = false): void {
  waiting.splice(waiting.indexOf(mutation), 1);
  mutation.settle(refused, isCounted);
}

/** @returns false where the server could not be reached and the mutations stay queued */
async function sendMutations(sending: Mutation[]): Promise<boolean> {
  for (const mutation of sending) inFlight.add(mutation);
  try {
    const { sets, follow } = await request((calls) => ({
      sets: sending.map((mutation) => setCall(calls, mutation)),
      follow: ownChangeCalls(calls, sending),
    }));
    batch(() => {
      const outcomes = sets.map(outcomeOf);
      const own = follow(outcomes.map(({ result }) => result));
      for (const [index, mutation] of sending.entries()) {
        const { result, error } = outcomes[index]!;
        if (result) settled(mutation, refusals(result), own.areCounted);
        else settled(mutation, refuseAll(mutation, refusalOf(error)));
      }
      if (own.finish()) requestSync();
    });
    return true;
  } catch (error) {
    if (isUnreachable(error)) return false;
    // The whole request was refused. Sent one by one, the invalid mutation fails alone.
    if (sending.length > 1 && error instanceof RequestError) {
      for (const mutation of sending) if (!(await sendMutations([mutation]))) return false;
      return true;
    }
    batch(() => {
      for (const mutation of sending) settled(mutation, refuseAll(mutation, refusalOf(error)));
    });
    return true;
  } finally {
    for (const mutation of sending) inFlight.delete(mutation);
    changed();
  }
}

async function send(): Promise<void> {
  if (isSending || getConnection() === "offline") return;
  isSending = true;
  try {
    // What is done in the same moment goes together.
    await Promise.resolve();
    // Servers that cannot be reached: they hold up nothing of others.
    const away = new Set<Id>();
    const sendNext = async (): Promise<boolean> => {
      const [first, ...rest] = nextMutations((mutation) => away.has(serverOfMutation(mutation)));
      if (!first) return false;
      if (!(await sendMutations([first, ...rest]))) away.add(serverOfMutation(first));
      return true;
    };
    while (await runExclusive(sendNext));
  } finally {
    isSending = false;
  }
}

onReachable(() => void send());

if (typeof window !== "undefined") {
  // What waits for its turn cannot wait any longer, not even for an answer.
  window.addEventListener("pagehide", () => {
    const left = nextMutations((mutation) => inFlight.has(mutation));
    if (left.length > 0 && getConnection() !== "offline") void sendMutations(left);
  });
}
