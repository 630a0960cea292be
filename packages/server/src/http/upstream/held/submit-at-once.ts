/** EmailSubmissions that go on to the account's server at once, of which some come back where nothing answers them. */
import { type Id, type SetError, SetFailure } from "@pismo/jmap";
import { isObject } from "../../../methods/checks.ts";
import { daysCheck } from "../../../methods/email-submission/new-submission.ts";
import { settled } from "../../../methods/standard/outcomes.ts";
import { invalidProperties } from "../../../methods/standard/set.ts";
import {
  expectReminder,
  forgetReminderElsewhere,
  startReminderElsewhere,
} from "../../../store/snooze/upstream-reminders.ts";
import type { HeldCall, Results } from "./held-call.ts";

/** @throws SetFailure invalidProperties */
export function daysIn(given: Record<string, unknown>): number | null {
  const { remindAfterDays = null } = given;
  if (remindAfterDays === null) return null;
  daysCheck(remindAfterDays, "remindAfterDays");
  return remindAfterDays as number;
}

interface Reminded {
  emailId: Id;
  days: number;
}

/** @throws SetFailure invalidProperties */
function remindedIn(given: Record<string, unknown>): Reminded | undefined {
  const days = daysIn(given);
  if (days === null) return undefined;
  const { emailId } = given;
  // What other requests have made is named by its id.
  if (typeof emailId === "string" && !emailId.startsWith("#")) return { emailId, days };
  throw invalidProperties(["emailId"], "No id");
}

/** What is not created changes nothing. */
function withoutRefused(patches: unknown, refused: object): { onSuccessUpdateEmail?: object } {
  if (!isObject(patches)) return {};
  const kept = Object.entries(patches).filter(([id]) => !Object.hasOwn(refused, id.replace(/^#/, "")));
  return { onSuccessUpdateEmail: Object.fromEntries(kept) };
}

/** It may have been submitted all the same. */
const isInDoubt = ([name, { type }]: Results[number]): boolean =>
  name === "error" && (type === "serverFail" || type === "serverPartialFail");

/**
 * That an answer is waited for is written down first, and begins with the server's answer; where none came the letter is
 * looked for there.
 */
export async function submitAtOnce(call: HeldCall, create: Record<string, unknown>): Promise<Results> {
  const { args, person, store, there, pass, reminds } = call;
  if (!reminds) return pass();
  const reminded = new Map<Id, Reminded>();
  const [passed, refused]: [Record<string, unknown>, Record<Id, SetError>] = [{}, {}];
  for (const [creationId, given] of Object.entries(create)) {
    const { remindAfterDays: _days, ...submission } = isObject(given) ? given : {};
    const found = await settled(() => (isObject(given) ? remindedIn(given) : undefined));
    if (found instanceof SetFailure) {
      refused[creationId] = found.error;
      continue;
    }
    passed[creationId] = isObject(given) ? submission : given;
    if (found) reminded.set(creationId, found);
  }
  const asked = { ...args, create: passed, ...withoutRefused(args["onSuccessUpdateEmail"], refused) };
  const isRefused = Object.keys(refused).length > 0;
  if (reminded.size === 0 && !isRefused) return pass(args["create"] ? asked : args);
  const place = { accountId: person.accountId, there: (await there()).id };
  await store.write(async (tx) => {
    for (const { emailId, days } of reminded.values()) await expectReminder(tx, place, emailId, days);
  });
  const results = await pass(asked);
  if (results.some(isInDoubt)) return results;
  const answer = results.find(([name]) => name === "EmailSubmission/set")?.[1];
  const { created, notCreated } = (answer ?? {}) as { created?: object | null; notCreated?: object | null };
  await store.write(async (tx) => {
    for (const [creationId, { emailId, days }] of reminded) {
      if (created && Object.hasOwn(created, creationId)) await startReminderElsewhere(tx, place, emailId, days);
      else await forgetReminderElsewhere(tx, place, emailId);
    }
  });
  if (answer && isRefused) answer["notCreated"] = { ...notCreated, ...refused };
  return results;
}
