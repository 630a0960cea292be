/** Sends a draft: submitted, moved to Sent, and the Email that it answers marked. */
import { DRAFT, type Id, SEEN, SetFailure } from "@pismo/jmap";
import { commit } from "../sync/commit.ts";
import { isUnreachable } from "../sync/connection.ts";
import { rememberContacts } from "../records/contacts.ts";
import type { DraftContent } from "./draft-email.ts";
import { addressOf, mailboxWithRole, saveDraft, type SaveOptions } from "./drafts.ts";
import { mainIdentity } from "../records/identities.ts";
import { type AccountRecords, currentRecords, recordsOf } from "../records/records.ts";
import { request } from "../session/session.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface SendOptions extends Pick<SaveOptions, "version"> {
  /** The draft as it was saved last. */
  draftId?: Id;
  /** The Email that is answered or forwarded, and the keyword it gets. */
  original?: { id: Id; keyword: "$answered" | "$forwarded" };
  /** The draft was saved, under this id; it is sent when this resolves. */
  onDraft?: (id: Id) => void | Promise<void>;
  /** This very draft was submitted before, and no answer came: it may be sent already. */
  wasTried?: boolean;
  /** The shown account when not given. */
  accountId?: Id;
}

/** Whether a submission of the draft stands on the server. */
async function isSubmitted(records: AccountRecords, emailId: Id): Promise<boolean> {
  const { accountId } = records;
  const query = await request((calls) =>
    calls.call("EmailSubmission/query", { accountId, filter: { emailIds: [emailId] } }),
  );
  return query.result().ids.length > 0;
}

async function submit(records: AccountRecords, emailId: Id): Promise<void> {
  const { accountId } = records;
  const [draftsId, sentId] = [await mailboxWithRole(records, "drafts"), await mailboxWithRole(records, "sent")];
  const identity = await mainIdentity(addressOf(records), records);
  if (!identity) throw new SetFailure({ type: "forbiddenFrom" });
  const moveToSent = {
    [`mailboxIds/${draftsId}`]: null,
    [`mailboxIds/${sentId}`]: true,
    [`keywords/${DRAFT}`]: null,
    [`keywords/${SEEN}`]: true,
  };
  const set = await request((calls) =>
    calls.call("EmailSubmission/set", {
      accountId,
      create: { sending: { identityId: identity.id, emailId } },
      onSuccessUpdateEmail: { "#sending": moveToSent },
    }),
  );
  const { created, notCreated } = set.result();
  if (!created?.["sending"]) throw new SetFailure(notCreated?.["sending"] ?? { type: "forbiddenToSend" });
  // The move to Sent comes with the push; without one it is asked for.
  requestSync();
}

/** The Email that is answered, for a draft that was taken up again and knows it by its Message-ID only. */
async function answeredBy({ inReplyTo }: DraftContent, records: AccountRecords): Promise<SendOptions["original"]> {
  const [messageId] = inReplyTo ?? [];
  if (messageId === undefined) return undefined;
  const { accountId } = records;
  const filter = { header: ["Message-ID", messageId] };
  const query = await request((calls) => calls.call("Email/query", { accountId, filter, limit: 1 }));
  const [id] = query.result().ids;
  return id === undefined ? undefined : { id, keyword: "$answered" };
}

/**
 * Saves the Email, sends it, moves it to Sent, and marks the Email that it answers.
 * @throws DraftGone; SetFailure with the server's own type and description, MethodError, TypeError when the server cannot be
 * reached; the draft then stays
 */
export async function sendDraft(content: DraftContent, options: SendOptions = {}): Promise<void> {
  const { draftId, original, onDraft, wasTried = false } = options;
  const records = options.accountId === undefined ? currentRecords() : recordsOf(options.accountId);
  if (!wasTried || draftId === undefined || !(await isSubmitted(records, draftId))) {
    const id = await saveDraft(content, draftId, records.accountId, {
      isToBeSent: true,
      ...(options.version !== undefined && { version: options.version }),
    });
    await onDraft?.(id);
    try {
      await submit(records, id);
    } catch (error) {
      // The answer was lost, not the Email: ask once more before the person is told.
      if (!isUnreachable(error) || !(await isSubmitted(records, id).catch(() => false))) throw error;
    }
  }
  rememberContacts([...content.to, ...content.cc, ...content.bcc]);
  // It has gone out: what is left to do is no reason to say that it has not.
  const source = original ?? (await answeredBy(content, records).catch(() => undefined));
  const row = source && records.maps.Email.get(source.id);
  if (source && !(row && !mayChange(row, "maySetKeywords")))
    commit({ type: "Email", update: { [source.id]: { [`keywords/${source.keyword}`]: true } } }, { records });
}
