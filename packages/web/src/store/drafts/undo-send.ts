/** Takes back what was sent a moment ago: the server holds it, so that it is sent though this page is closed. */
import { SetFailure } from "@pismo/jmap";
import { notify } from "../notices.ts";
import { recordsOf } from "../records/records.ts";
import { openCompose } from "./compose-request.ts";
import type { SentDraft } from "./send-draft.ts";
import { cancelSubmission, type Hold } from "./submit-draft.ts";
import type { UnsentEmail } from "./unsent-email.ts";

/** @param email as it was sent, with the draft's id. @param hold undefined: it cannot be taken back */
export function noticeSent(email: UnsentEmail, sent: SentDraft, hold: Hold | undefined): void {
  const undo = (): void => void undoSend(email, sent);
  if (!hold) notify({ key: "compose.sent" });
  else if ("until" in hold) notify({ key: "compose.scheduled", values: { date: hold.named }, undo });
  else notify({ key: "compose.sent", timeout: hold.forSeconds * 1000, undo });
}

async function undoSend(email: UnsentEmail, sent: SentDraft): Promise<void> {
  try {
    await cancelSubmission(recordsOf(email.accountId), sent.submissionId);
  } catch (error) {
    if (error instanceof SetFailure) notify({ key: "compose.alreadySent", tone: "error" });
    else notify({ key: "compose.notStopped", tone: "error", undo: () => void undoSend(email, sent) });
    return;
  }
  sent.mark?.undo();
  const { wasTried: _, sendAt: __, ...writing } = email;
  openCompose({ kind: "unsent", email: { ...writing, stage: "writing" } });
}
