/** Sends a draft: submitted, moved to Sent, and the Email that it answers marked. */
import type { Id } from "@pismo/jmap";
import { commit } from "../sync/commit.ts";
import { isUnreachable } from "../sync/connection.ts";
import { rememberContacts } from "../people/correspondents.ts";
import type { DraftContent } from "./draft-email.ts";
import type { Original } from "./draft-wishes.ts";
import { DraftGone, isStillDraft, saveDraft } from "./drafts.ts";
import { type AccountRecords, currentRecords, recordsOf } from "../records/records.ts";
import { request } from "../session/session.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { type Hold, submissionOf, submissionsOf, submitDraft } from "./submit-draft.ts";

export interface SendOptions {
  /** The draft as it was saved last. */
  draftId?: Id;
  /** It was saved as it is sent, a moment ago. */
  isSaved?: boolean;
  /** The Email that is answered or forwarded, and the keyword it gets. */
  original?: Original;
  /** Gives the version that is saved, unless the draft goes out as it is. */
  beginVersion?: () => number;
  /** The draft was saved, under this id; it is sent when this resolves. Told again where another one had to be saved. */
  onDraft?: (id: Id) => void | Promise<void>;
  /** This very draft was submitted before, and no answer came: it may be sent already. */
  wasTried?: boolean;
  /** The shown account when not given. */
  accountId?: Id;
  /** How long the server waits before it sends it. */
  hold?: Hold | undefined;
}

export interface SentDraft {
  submissionId: Id;
  /** The Email of which it is said now that it is answered or forwarded, where that was not said before. */
  marked?: Required<Original>;
}

/** The Email that is answered, for a draft that was taken up again and knows it by its Message-ID only. */
async function answeredBy({ inReplyTo }: DraftContent, records: AccountRecords): Promise<Original | undefined> {
  const [messageId] = inReplyTo ?? [];
  if (messageId === undefined) return undefined;
  const { accountId } = records;
  const filter = { header: ["Message-ID", messageId] };
  const query = await request((calls) => calls.call("Email/query", { accountId, filter, limit: 1 }));
  const [id] = query.result().ids;
  return id === undefined ? undefined : { id, keyword: "$answered" };
}

/** @returns the id of the submission. @throws as `sendDraft` */
async function saveAndSubmit(content: DraftContent, records: AccountRecords, options: SendOptions): Promise<Id> {
  const { draftId, isSaved = false, onDraft, hold } = options;
  let id = isSaved ? draftId : undefined;
  if (id !== undefined) {
    // At the same time: the one waits for the server, the other for the disk.
    const [isThere] = await Promise.all([isStillDraft(id, records.accountId), onDraft?.(id)]);
    if (!isThere) id = undefined;
  }
  if (id === undefined) {
    const version = options.beginVersion?.();
    const saveOptions = { isToBeSent: true, ...(version !== undefined && { version }) };
    id = await saveDraft(content, draftId, records.accountId, saveOptions);
    await onDraft?.(id);
  }
  try {
    return await submitDraft(records, id, content, hold);
  } catch (error) {
    // The answer was lost, not the Email: ask once more before the person is told.
    const submissionId = isUnreachable(error) ? await submissionOf(records, id).catch(() => undefined) : undefined;
    if (submissionId === undefined) throw error;
    return submissionId;
  }
}

/**
 * Saves the Email, sends it, moves it to Sent, and marks the Email that it answers.
 * @throws DraftGone; SetFailure with the server's own type and description, MethodError, TypeError when the server cannot be
 * reached; the draft then stays
 */
export async function sendDraft(content: DraftContent, options: SendOptions = {}): Promise<SentDraft> {
  const { draftId, original, wasTried = false } = options;
  const records = options.accountId === undefined ? currentRecords() : recordsOf(options.accountId);
  const sentBefore = async (): Promise<Id | undefined> => {
    if (!wasTried || draftId === undefined) return undefined;
    const { live, isCanceled } = await submissionsOf(records, draftId);
    // It got there, and was taken back elsewhere before this page knew: whether it is to go is the person's to say.
    if (isCanceled) throw new DraftGone("changed");
    return live;
  };
  let submissionId = await sentBefore();
  if (submissionId === undefined) {
    try {
      submissionId = await saveAndSubmit(content, records, options);
    } catch (error) {
      // The page that tried it has gone, and its request came to the server only after it was asked.
      submissionId = error instanceof DraftGone ? await sentBefore() : undefined;
      if (submissionId === undefined) throw error;
    }
  }
  rememberContacts([...content.to, ...content.cc, ...content.bcc]);
  // It has gone out: what is left to do is no reason to say that it has not.
  const source = original ?? (await answeredBy(content, records).catch(() => undefined));
  const place = source?.accountId === undefined ? records : recordsOf(source.accountId);
  const row = source && place.maps.Email.get(source.id);
  if (!source || (row && (!mayChange(row, "maySetKeywords") || row.keywords[source.keyword]))) return { submissionId };
  commit({ type: "Email", update: { [source.id]: { [`keywords/${source.keyword}`]: true } } }, { records: place });
  return { submissionId, ...(row && { marked: { ...source, accountId: place.accountId } }) };
}
