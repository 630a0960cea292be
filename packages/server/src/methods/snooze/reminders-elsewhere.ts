/**
 * Sent Emails at another JMAP server come back where nothing has answered them: above the inbox, while they stay where they
 * are. Whether something has is asked when the time has come, by a job of ours or by the person's page, and again as long
 * as they stand there (docs/decisions/0081-if-nothing-answers.md).
 */
import { type Id, SetFailure, type Snooze, type UTCDate, utcDateOf } from "@pismo/jmap";
import type { Store } from "../../store/db/store.ts";
import {
  changeReminder,
  endReminderElsewhere,
  getUpstreamReminders,
  remindElsewhere,
  type UpstreamReminder,
} from "../../store/snooze/upstream-reminders.ts";
import type { UpstreamMail } from "../context.ts";
import { Outcomes, settled } from "../standard/outcomes.ts";
import { type SentThere, sentThere } from "./answers-elsewhere.ts";

const DAY_MS = 24 * 3600_000;
/** What was thrown away comes back by Undo. */
const UNDO_MS = 3_600_000;
/** A page is told of all. */
const MOST = 1000;

export interface RemindersElsewhere {
  store: Store;
  mail: UpstreamMail;
  accountId: Id;
}

/** Its time has come, and nothing had answered it. */
const isBack = ({ lookAt }: UpstreamReminder): boolean => lookAt === null;

const isDue = ({ until, days }: UpstreamReminder): boolean => days === null && until!.getTime() <= Date.now();

/** @returns what becomes of it; undefined: it is over */
function seen(reminder: UpstreamReminder, letter: SentThere | undefined): UpstreamReminder | undefined {
  if (!letter || letter.isUnsent || letter.isAnswered) return undefined;
  const { days, leftAt } = reminder;
  if (days !== null) {
    const until = new Date(Date.now() + days * DAY_MS);
    return { ...reminder, days: null, until, lookAt: until, attempts: 0 };
  }
  if (!isDue(reminder)) return reminder;
  if (letter.isThrownAway) {
    if (!isBack(reminder) || (leftAt && leftAt.getTime() <= Date.now() - UNDO_MS)) return undefined;
    return leftAt ? reminder : { ...reminder, leftAt: new Date() };
  }
  return isBack(reminder) && !leftAt ? reminder : { ...reminder, lookAt: null, attempts: 0, leftAt: null };
}

/**
 * Asks their server what has become of them.
 * @param searches whether answers are looked for outside of their Threads too
 * @returns those that are not over
 * @throws MethodError serverUnavailable, and what `ask` throws
 */
export async function lookAtReminders(
  { store, mail, accountId }: RemindersElsewhere,
  reminders: readonly UpstreamReminder[],
  searches: boolean,
): Promise<UpstreamReminder[]> {
  if (reminders.length === 0) return [];
  const letters = await sentThere(
    mail,
    reminders.map(({ emailId }) => emailId),
    searches,
  );
  const steps = reminders.map((before) => ({ before, after: seen(before, letters.get(before.emailId)) }));
  const changed = steps.filter(({ before, after }) => before !== after);
  if (changed.length > 0) {
    await store.write(
      async (tx) => {
        for (const { before, after } of changed)
          await (after ? changeReminder(tx, before, after) : endReminderElsewhere(tx, before));
      },
      { accountId },
    );
  }
  return steps.flatMap(({ after }) => after ?? []);
}

const toSnooze = (reminder: UpstreamReminder): Snooze => ({
  id: reminder.emailId,
  until: utcDateOf(reminder.until!),
  ...(isBack(reminder) ? { isUnanswered: true as const } : { ifUnanswered: true as const }),
});

/** @param ids null: all */
export async function remindersElsewhere(elsewhere: RemindersElsewhere, ids: readonly Id[] | null): Promise<Snooze[]> {
  const { store, mail, accountId } = elsewhere;
  if (!mail.reminds) return [];
  const place = { accountId, there: mail.there };
  const all = await store.read((reader) => getUpstreamReminders(reader, place));
  const wanted = ids && new Set(ids);
  const begun = all.filter(({ emailId, days }) => days === null && (wanted?.has(emailId) ?? true));
  const due = begun.filter(isDue);
  const [ahead, back] = [begun.filter((each) => !isDue(each)), due.filter(isBack)];
  const found = [
    ...(await lookAtReminders(elsewhere, back, false)),
    ...(await lookAtReminders(
      elsewhere,
      due.filter((each) => !isBack(each)),
      true,
    )),
    // Of one that a person looks at an answer ends it at once.
    ...(wanted ? await lookAtReminders(elsewhere, ahead, false) : ahead),
  ];
  return found
    .filter(({ leftAt }) => leftAt === null)
    .toSorted((one, other) => one.until!.getTime() - other.until!.getTime())
    .map(toSnooze);
}

const refused = (description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties: ["ifUnanswered"], description });

/** @throws SetFailure notFound, invalidProperties */
function assertMayRemind(letter: SentThere | undefined): void {
  if (!letter) throw new SetFailure({ type: "notFound" });
  if (letter.isUnsent || letter.isFromOthers) throw refused("The account has not sent it");
  if (letter.isSnoozed) throw refused("It is snoozed");
  if (letter.isAnswered) throw refused("It has been answered");
}

type Done = Outcomes<{ until: UTCDate | null; before?: UTCDate }>;

/** @param wanted when each comes back without an answer, or why not; null: not at all */
export async function remindOfElsewhere(
  { store, mail, accountId }: RemindersElsewhere,
  wanted: ReadonlyMap<Id, Date | null | SetFailure>,
): Promise<Done> {
  const outcomes: Done = new Outcomes();
  const place = { accountId, there: mail.there };
  const asked = [...wanted].flatMap(([id, until]) => (until instanceof Date ? id : []));
  const letters = mail.reminds && asked.length > 0 ? await sentThere(mail, asked, true) : undefined;
  await store.write(
    async (tx) => {
      const times = new Map((await getUpstreamReminders(tx, place)).map((each) => [each.emailId, each]));
      for (const [id, until] of wanted) {
        const before = times.get(id);
        const outcome = await settled(async () => {
          if (until instanceof SetFailure) throw until;
          if (!mail.reminds) throw refused("Nothing reminds here");
          if (until === null) {
            if (!before) throw new SetFailure({ type: "notFound" });
            await endReminderElsewhere(tx, before);
            return { until };
          }
          assertMayRemind(letters!.get(id));
          if (!before && times.size >= MOST) throw new SetFailure({ type: "overQuota" });
          await remindElsewhere(tx, place, id, until);
          times.set(id, { ...place, emailId: id, days: null, until, lookAt: until, attempts: 0, leftAt: null });
          return { until: utcDateOf(until), ...(before?.until && { before: utcDateOf(before.until) }) };
        });
        outcomes.note(id, outcome);
      }
    },
    { accountId },
  );
  return outcomes;
}
