import {
  type Id,
  MAX_SNOOZE_DAYS,
  MethodError,
  SetFailure,
  SNOOZE,
  type SnoozePutArgs,
  type UTCDate,
} from "@pismo/jmap";
import type { Transactor } from "../../store/db/store.ts";
import { getMembership } from "../../store/mail/email-memberships.ts";
import { setReminder } from "../../store/snooze/reminders.ts";
import { snoozeEmail } from "../../store/snooze/snoozed-emails.ts";
import { wakeEmail } from "../../store/snooze/wake-emails.ts";
import { boolean, checkArguments, id, mapOf, nullable, optional, type Shape, utcDate } from "../checks.ts";
import type { Method } from "../context.ts";
import { EmailRights } from "../email/rights.ts";
import { mailboxName } from "../mailbox/settable.ts";
import { Outcomes, settled } from "../standard/outcomes.ts";
import { remindOfElsewhere } from "./reminders-elsewhere.ts";
import { snoozeElsewhere } from "./snooze-elsewhere.ts";

const DAY_MS = 24 * 3600_000;
const shape: Shape<SnoozePutArgs> = {
  accountId: id,
  emails: mapOf(id, nullable(utcDate)),
  mailboxName: optional(mailboxName),
  ifUnanswered: optional(boolean),
};

/** @throws SetFailure invalidProperties */
function timeOf(until: string): Date {
  const date = new Date(until);
  const isPossible = date.getTime() > Date.now() && date.getTime() <= Date.now() + MAX_SNOOZE_DAYS * DAY_MS;
  if (isPossible) return date;
  const description = `The time lies within the next ${MAX_SNOOZE_DAYS} days`;
  throw new SetFailure({ type: "invalidProperties", properties: ["until"], description });
}

/** @returns until when it was away before, where it was. @throws SetFailure notFound, invalidProperties, forbidden */
async function put(
  tx: Transactor,
  { accountId, mailboxName: name, ifUnanswered = false }: SnoozePutArgs,
  emailId: Id,
  until: string | null,
): Promise<UTCDate | undefined> {
  if (until === null) {
    if (await wakeEmail(tx, accountId, emailId)) return undefined;
    throw new SetFailure({ type: "notFound" });
  }
  const date = timeOf(until);
  const known = await getMembership(tx, accountId, emailId);
  if (known) await new EmailRights(tx, accountId).assertMayDestroy(known.mailboxIds);
  if (ifUnanswered) return setReminder(tx, accountId, emailId, date);
  return snoozeEmail(tx, accountId, { emailId, until: date, mailboxName: name?.normalize("NFC") });
}

/** Snooze/put: an extension of ours, see SNOOZE. */
export const putMethod: Method<"Snooze/put"> = {
  capability: SNOOZE,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, emails } = args;
    const { maxObjectsInSet } = call.context.limits;
    const wanted = Object.entries(emails);
    if (wanted.length > maxObjectsInSet)
      throw new MethodError("requestTooLarge", `More than ${maxObjectsInSet} Emails`);
    const { store, upstreamMail: mail } = call.context;
    if (mail) {
      const times = wanted.map(
        async ([emailId, until]) => [emailId, await settled(() => (until === null ? null : timeOf(until)))] as const,
      );
      const putElsewhere = args.ifUnanswered ? remindOfElsewhere : snoozeElsewhere;
      const outcomes = await putElsewhere({ store, mail, accountId }, new Map(await Promise.all(times)));
      return { accountId, snoozed: outcomes.done, notSnoozed: outcomes.failed };
    }
    return store.write(
      async (tx) => {
        const outcomes = new Outcomes<{ until: UTCDate | null; before?: UTCDate }>();
        for (const [emailId, until] of wanted) {
          await outcomes.attempt(emailId, async () => {
            const before = await tx.savepoint(() => put(tx, args, call.createdIds.resolve(emailId), until));
            return { until, ...(before !== undefined && { before }) };
          });
        }
        return { accountId, snoozed: outcomes.done, notSnoozed: outcomes.failed };
      },
      { accountId },
    );
  },
};
