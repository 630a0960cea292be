/** A sent letter comes back when nothing answers it. */
import { DRAFT, type Id, SetFailure, SUBMIT_PENDING } from "@pismo/jmap";
import { dateInText } from "../i18n/dates.ts";
import { askAboutEmails } from "../store/email-question.ts";
import { findMailbox, getEmailRow } from "../store/index.ts";
import { notify, notifyNotDone, notifyRefused } from "../store/notices.ts";
import { placeOf } from "../store/session/all-accounts.ts";
import { mayRemind } from "../store/session/has-capability.ts";
import { getSession } from "../store/session/session.ts";
import { remindAfter, remindAtOnce } from "../store/snooze/reminders.ts";
import { type Action, single } from "./action.ts";

/** Whether it has been sent from here, and its server reminds. */
export function mayRemindOf(id: Id): boolean {
  const row = getEmailRow(id);
  const sent = findMailbox("sent")?.id;
  const isSent = row !== undefined && sent !== undefined && sent in row.mailboxIds;
  return (
    isSent && !row.keywords[DRAFT] && !row.keywords[SUBMIT_PENDING] && mayRemind(getSession(), placeOf(id).accountId)
  );
}

export const remind: Action = {
  id: "remind",
  labelKey: "snooze.reminder.action",
  icon: "bell",
  isAvailable: (context) => {
    const id = single(context);
    return id !== undefined && mayRemindOf(id);
  },
  perform: ({ selection, folder }) => askAboutEmails({ dialog: "remind", selection, folder }),
};

/** After so many days, or not at all; a notice says so. */
export async function remindOf(id: Id, days: number | null): Promise<void> {
  try {
    const until = await remindAfter(id, days);
    if (until) notify({ key: "snooze.reminder.done", values: { date: dateInText(until) } });
    else notify({ key: "snooze.reminder.ended" });
  } catch (error) {
    sayWhyNot(error);
  }
}

function sayWhyNot(error: unknown): void {
  if (!(error instanceof SetFailure)) {
    notifyNotDone(error);
    if (!(error instanceof TypeError)) throw error;
  } else if (error.error.properties?.includes("ifUnanswered")) notify({ key: "snooze.reminder.answered" });
  else notifyRefused([error.error]);
}

/** What came back without an answer has been seen to; the notice offers to take that back. */
export async function dismissReminder(id: Id): Promise<void> {
  try {
    await remindAfter(id, null);
    const undo = (): void => void remindAtOnce(id).catch(sayWhyNot);
    notify({ key: "snooze.reminder.dismissed", undo });
  } catch (error) {
    sayWhyNot(error);
  }
}
