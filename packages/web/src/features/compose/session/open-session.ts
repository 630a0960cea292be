/** The Email that the popup was asked for, in the hands of this tab. */
import type { Id } from "@pismo/jmap";
import type { Language } from "../../../i18n/index.ts";
import type { AccountInfo, LetterRequest } from "../../../store/index.ts";
import { type DraftLock, forgetOffer, knownMessageId, latestOf, lockDraft } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { findWaiting } from "../../../store/submissions/waiting.ts";
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

/** Versions that one after another may replace a draft while it is opened. */
const MAX_VERSIONS = 5;

/** A draft may be replaced by a newer version between the click on its row and the answer, and that by another. */
async function fieldsOf({ request, account, language }: Asked): Promise<InitialFields> {
  let current = request;
  let messageId: string | undefined;
  for (let versions = 0; ; versions++) {
    try {
      return await initialFields(current, account, language);
    } catch (error) {
      if (current.kind !== "draft" || versions === MAX_VERSIONS) throw error;
      // One that another page has made is known by the version before it.
      messageId = knownMessageId(current.emailId, recordsOf(account.accountId)) ?? messageId;
      const latest = messageId && (await latestOf(messageId, account.accountId));
      const isSame = latest && latest.kind === "draft" && latest.emailId === current.emailId;
      if (!latest || isSame) throw error;
      current = latest;
    }
  }
}

/**
 * @param takenOver the Message-ID of an Email that another tab has and is to let go
 * @param closing ends the waiting for it, and lets go what has come by then
 * @returns the Message-ID where another tab has the Email, the letter where a form of this one has it, the Email where
 *   another tab has sent it and it waits for its time
 * @throws where the Email cannot be loaded, or is gone
 */
export async function openSession(
  asked: Asked,
  takenOver: string | undefined,
  closing: AbortSignal,
): Promise<OpenedSession | { elsewhere: string } | { letter: number } | { waiting: Id }> {
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
    if (latest?.kind === "draft" && (await findWaiting(account.accountId, latest.emailId))) {
      lock.release();
      return { waiting: latest.emailId };
    }
    const start = latest ? await initialFields(latest, account, language) : loaded!;
    if (closing.aborted) throw new Error("The popup was closed");
    forgetOffer(messageId);
    return { start, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}
