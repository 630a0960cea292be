/** Snooze: letters go away, and come back on top. */
import { type Id, SetFailure, SNOOZED_ROLE } from "@pismo/jmap";
import { dateInText } from "../i18n/dates.ts";
import { i18n } from "../i18n/index.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/snooze.ts";
import { askAboutEmails } from "../store/email-question.ts";
import { findMailbox, getEmailRow, isDraft } from "../store/index.ts";
import { notify, notifyNotDone, notifyRefused } from "../store/notices.ts";
import { maySnooze, snooze as snoozeSelected, wake } from "../store/snooze/snooze.ts";
import { type Action, type ActionContext, may, some } from "./action.ts";

addTexts(texts);

/** What was sent, thrown away or is being written is not waited for. */
const elsewhere = ["sent", "drafts", "junk", "trash"] as const;

function isMeant(id: Id): boolean {
  const row = getEmailRow(id);
  if (!row || isDraft(row) || !maySnooze(id)) return false;
  const away = elsewhere.flatMap((role) => findMailbox(role)?.id ?? []);
  return !away.some((mailboxId) => mailboxId in row.mailboxIds);
}

export const snooze: Action = {
  id: "snooze",
  labelKey: "snooze.action",
  icon: "clock",
  shortcut: "H",
  isAvailable: (context) =>
    context.selection.kind === "ids" && may(context, "mayRemoveItems") && some(context, ({ id }) => isMeant(id)),
  perform: ({ selection, folder }) => askAboutEmails({ dialog: "snooze", selection, folder }),
};

/** Its key, at a server that keeps no such times: it says so. */
export const noSnooze: Action = {
  id: "no-snooze",
  labelKey: "snooze.action",
  icon: "clock",
  alias: "H",
  isAvailable: (context) => some(context, () => true) && !some(context, ({ id }) => maySnooze(id)),
  perform: () => void notify({ key: "snooze.unsupported" }),
};

function sayWhyNot(error: unknown): void {
  // Another JMAP server that takes no mailbox with the role.
  if (error instanceof SetFailure && error.error.properties?.includes("role")) notify({ key: "snooze.unsupported" });
  else if (error instanceof SetFailure) notifyRefused([error.error]);
  else {
    notifyNotDone(error);
    if (!(error instanceof TypeError)) throw error;
  }
}

/** They go away until then, and a notice says so with Undo. */
export async function snoozeUntil({ selection }: ActionContext, until: Date): Promise<void> {
  try {
    const { count, undo } = await snoozeSelected(selection, isMeant, until, i18n.t("snooze.folder"));
    if (count === 0) return;
    const values = { count, date: dateInText(until) };
    notify({ key: "snooze.done", values, undo: () => void undo().catch(sayWhyNot) });
  } catch (error) {
    sayWhyNot(error);
  }
}

/** They are back in their places at once. */
export async function wakeLetters(ids: readonly Id[]): Promise<void> {
  try {
    const { count, undo } = await wake(ids);
    if (count === 0) return;
    notify({
      key: "snooze.back",
      values: { count },
      ...(undo && { undo: () => void undo().catch(sayWhyNot) }),
    });
  } catch (error) {
    sayWhyNot(error);
  }
}

/** Whether a letter lies among the snoozed ones. */
export const isSnoozed = (mailboxIds: Readonly<Record<Id, true>>): boolean => {
  const mailbox = findMailbox(SNOOZED_ROLE);
  return mailbox !== undefined && mailbox.id in mailboxIds;
};
