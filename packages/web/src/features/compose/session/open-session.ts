/** The Email that the popup was asked for, in the hands of this tab. */
import type { Language } from "../../../i18n/index.ts";
import type { AccountInfo, LetterRequest } from "../../../store/index.ts";
import { type DraftLock, knownMessageId, latestOf, lockDraft } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { letterWith } from "../letters/open-drafts.ts";
import { type InitialFields, initialFields } from "./initial-fields.ts";

export interface OpenedSession {
  start: InitialFields;
  lock: DraftLock;
}

interface Asked {
  request: LetterRequest;
  /** That writes. */
  account: AccountInfo;
  language: Language;
}

/** A draft may be replaced by a newer version between the click on its row and the answer. */
async function fieldsOf({ request, account, language }: Asked): Promise<InitialFields> {
  try {
    return await initialFields(request, account, language);
  } catch (error) {
    if (request.kind !== "draft") throw error;
    const messageId = knownMessageId(request.emailId, recordsOf(account.accountId));
    const latest = messageId && (await latestOf(messageId, account.accountId));
    if (!latest) throw error;
    return initialFields(latest, account, language);
  }
}

/**
 * @param takenOver the Message-ID of an Email that another tab has and is to let go
 * @param closing ends the waiting for it, and lets go what has come by then
 * @returns the Message-ID where another tab has the Email, the letter where a form of this one has it
 * @throws where the Email cannot be loaded, or is gone
 */
export async function openSession(
  asked: Asked,
  takenOver: string | undefined,
  closing: AbortSignal,
): Promise<OpenedSession | { elsewhere: string } | { letter: number }> {
  const { request, account, language } = asked;
  const loaded = takenOver === undefined ? await fieldsOf(asked) : undefined;
  const messageId = takenOver ?? loaded!.messageId;
  const letter = letterWith(messageId);
  if (letter !== undefined) return { letter };
  const lock = await lockDraft(messageId, { takesOver: takenOver !== undefined, signal: closing });
  if (!lock) return { elsewhere: messageId };
  try {
    // The previous holder has saved or sent it. A recalled or refused draft is the newest version.
    const isOld = !loaded || (lock.hasWaited && request.kind === "draft");
    const latest = isOld ? await latestOf(messageId, account.accountId) : undefined;
    if (isOld && !latest) throw new Error("The draft is gone");
    const start = latest ? await initialFields(latest, account, language) : loaded!;
    if (closing.aborted) throw new Error("The popup was closed");
    return { start, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}
