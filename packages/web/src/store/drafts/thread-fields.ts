/**
 * What joins an answer to its conversation (RFC 5322 §3.6.4), or is kept of that where the person begins a new one: the
 * draft has it in a field of ours, so that the choice can be changed, and what is sent has not.
 */
import type { Email, Id } from "@pismo/jmap";
import type { FullEmail } from "../records/email-properties.ts";
import { request } from "../session/session.ts";

export interface ThreadFields {
  inReplyTo: string[] | null;
  references: string[] | null;
}

const LEFT = "header:X-Pismo-Left-Conversation:asMessageIds";

/** The Email that is answered is the last one. */
const asOne = ({ inReplyTo, references }: ThreadFields): string[] => [
  ...(references ?? []).filter((id) => !inReplyTo?.includes(id)),
  ...(inReplyTo ?? []),
];

export function threadFields(
  { inReplyTo, references, leavesConversation = false }: ThreadFields & { leavesConversation?: boolean },
  isToBeSent: boolean,
): Partial<Email> {
  if (!leavesConversation) return { inReplyTo, references };
  const left = asOne({ inReplyTo, references });
  return { inReplyTo: null, references: null, ...(!isToBeSent && left.length > 0 && { [LEFT]: left }) };
}

/** What joined a draft to its conversation, though it may have left it. */
export function threadOfDraft(draft: Pick<FullEmail, "inReplyTo" | "references" | typeof LEFT>): ThreadFields & {
  leavesConversation: boolean;
} {
  const left = draft[LEFT] as string[] | null | undefined;
  if (left?.length) return { inReplyTo: left.slice(-1), references: left, leavesConversation: true };
  return { inReplyTo: draft.inReplyTo, references: draft.references, leavesConversation: false };
}

/** The subject of the Email that is answered; undefined: it is not here, or that is not known. */
export async function answeredSubject(
  accountId: Id,
  { inReplyTo }: Pick<ThreadFields, "inReplyTo">,
): Promise<string | undefined> {
  const [messageId] = inReplyTo ?? [];
  if (messageId === undefined) return undefined;
  try {
    const get = await request((calls) => {
      const query = calls.call("Email/query", { accountId, filter: { header: ["Message-ID", messageId] }, limit: 1 });
      return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: ["subject"] });
    });
    const [email] = get.result().list;
    return email && (email.subject ?? "");
  } catch {
    return undefined;
  }
}
