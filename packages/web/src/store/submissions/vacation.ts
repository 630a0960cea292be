/** The vacation responses of accounts (RFC 8621 §8); that of the shown one is followed by push. */
import { type Id, SetFailure, VACATION_AUDIENCE, VACATION_RESPONSE, type VacationResponse } from "@pismo/jmap";
import { coalesce } from "../sync/coalesce.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { submissionFollower } from "./follow-submissions.ts";

interface ShownVacation {
  accountId: Id;
  /** Undefined until it is known; null: there is none, or it cannot be had. */
  response: VacationResponse | null | undefined;
}

const shown = createSignal<ShownVacation>({ accountId: "", response: undefined });

export const hasVacation = (accountId: Id): boolean => hasCapability(getSession(), accountId, VACATION_RESPONSE);

/** Whether the server can leave out senders who are no contacts. */
export const knowsAudience = (accountId: Id): boolean => hasCapability(getSession(), accountId, VACATION_AUDIENCE);

/** @throws what the request throws */
export async function loadVacation(accountId: Id): Promise<VacationResponse> {
  const get = await request((calls) => calls.call("VacationResponse/get", { accountId, ids: ["singleton"] }));
  const [response] = get.result().list;
  if (!response) throw new SetFailure({ type: "notFound" });
  return response as VacationResponse;
}

const load = coalesce(async () => {
  const { accountId } = getAccount();
  // Of ours alone: Cyrus 3.6 offers it without Sieve too, and ends the connection when it is asked.
  if (!knowsAudience(accountId)) return shown.set({ accountId, response: null });
  const response = await loadVacation(accountId);
  // Another account is shown by now, and was asked for when it was.
  if (accountId === getAccount().accountId) shown.set({ accountId, response });
}, withoutAnswer);

/** What was known stays. */
function withoutAnswer(): void {
  if (!shown.get().response) shown.set({ accountId: getAccount().accountId, response: null });
}

/** Follows the shown account's. @returns a function that ends it */
export const followVacation = submissionFollower("VacationResponse", load, (accountId) =>
  shown.set({ accountId, response: undefined }),
);

export const useVacation = (): ShownVacation => useSignal(shown);

export type VacationChange = Partial<Omit<VacationResponse, "id">>;

/** @throws SetFailure, and what the request throws */
export async function setVacation(change: VacationChange, accountId: Id): Promise<void> {
  const set = await request((calls) =>
    calls.call("VacationResponse/set", { accountId, update: { singleton: change } }),
  );
  const failed = set.result().notUpdated?.["singleton"];
  if (failed) throw new SetFailure(failed);
  if (accountId === getAccount().accountId) load();
}
