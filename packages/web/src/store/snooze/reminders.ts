/** Sent letters that come back when nothing answers them; the server keeps it (SNOOZE). */
import { type Id, SetFailure } from "@pismo/jmap";
import { placeOf } from "../session/all-accounts.ts";
import { request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";
import { noteTimes } from "./returned.ts";
import { noteSnoozed } from "./snoozed-until.ts";

const DAY_MS = 24 * 3600_000;

const inMs = (ms: number): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + ms);

/**
 * @param days null: not at all
 * @returns when. @throws SetFailure invalidProperties: it has been answered; what the request throws
 */
export const remindAfter = (emailId: Id, days: number | null): Promise<Date | null> =>
  remindAt(emailId, days === null ? null : inMs(days * DAY_MS), "waits");

/** It stands above the inbox as before: its server takes no time that has passed. @throws what the request throws */
export const remindAtOnce = (emailId: Id): Promise<Date | null> => remindAt(emailId, inMs(2000), "came");

async function remindAt(emailId: Id, until: Date | null, reminder: "waits" | "came"): Promise<Date | null> {
  const { accountId, id } = placeOf(emailId);
  const text = until && until.toISOString().replace(/\.\d+Z$/, "Z");
  const call = await request((calls) =>
    calls.call("Snooze/put", { accountId, emails: { [id]: text }, ifUnanswered: true }),
  );
  const refused = call.result().notSnoozed?.[id];
  // It has come back, or was answered, since the page was shown.
  if (refused && !(until === null && refused.type === "notFound")) throw new SetFailure(refused);
  noteSnoozed([[emailId, until]]);
  noteTimes([[emailId, until]], reminder);
  requestSync();
  return until;
}
