/** Deleted, a letter that waits is not sent; Undo of that schedules it again. The first code has nothing of it. */
import { type Id, SUBMIT_PENDING } from "@pismo/jmap";
import { dateInText } from "../i18n/dates.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/outbox.ts";
import { getEmailRow, notify, selectedEmails } from "../store/index.ts";
import { scheduleAgain } from "../store/submissions/canceled.ts";
import { undoneToo } from "./action.ts";

addTexts(texts);

async function schedule(emailIds: readonly Id[]): Promise<void> {
  for (const emailId of emailIds) {
    try {
      const again = await scheduleAgain(emailId);
      if (again?.hasPassed) notify({ key: "outbox.scheduled.passed", tone: "error" });
      else if (again) notify({ key: "outbox.scheduled.again", values: { date: dateInText(again.sendAt) } });
    } catch (error) {
      console.error(error);
      notify({ key: "outbox.scheduled.notAgain", tone: "error" });
    }
  }
}

/** From then on Undo of a deletion does it. */
export function offerScheduling(): void {
  undoneToo["delete"] = (selection) => {
    const waiting = [...selectedEmails(selection)].filter((id) => getEmailRow(id)?.keywords[SUBMIT_PENDING]);
    return () => void schedule(waiting);
  };
}
