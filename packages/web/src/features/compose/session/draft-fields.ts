/** The Email being written, as fields of the form and as stored. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { type UnsentEmail, versionsOf } from "../../../store/drafts/writing.ts";
import { contentIdsIn } from "../../../message-html/index.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { toHtml, toText } from "../editor/html.ts";
import { isEmptyDocument } from "../editor/schema.ts";
import { withQuote } from "../quote/quote.ts";
import { distinctRecipients, isValidAddress, parseRecipients } from "../recipients/recipients.ts";
import { withSignature } from "../sender/signature-below.ts";
import { isOtherSubject } from "../reply.ts";
import { besidesIdentity } from "../sender/choose-identity.ts";
import type { InitialFields } from "./initial-fields.ts";

export type RecipientName = "to" | "cc" | "bcc";
export const recipientNames: readonly RecipientName[] = ["to", "cc", "bcc"];

/** The editable fields of the form. */
export interface DraftFields extends Pick<
  InitialFields,
  | RecipientName
  | "subject"
  | "doc"
  | "quote"
  | "signatureBelow"
  | "identity"
  | "isPlain"
  | "asksForReceipt"
  | "remindAfterDays"
  | "leavesConversation"
> {
  /** Text of the recipient inputs that is not a chip yet. */
  typed: Record<RecipientName, string>;
}

/** The chips of each field and what is typed behind them. */
export type People = Pick<DraftFields, RecipientName | "typed">;

export const beginFields = (start: InitialFields): DraftFields => {
  const {
    leavesConversation,
    to,
    cc,
    bcc,
    subject,
    doc,
    quote,
    signatureBelow,
    identity,
    isPlain,
    asksForReceipt,
    remindAfterDays,
  } = start;
  return {
    identity,
    to,
    cc,
    bcc,
    subject,
    doc,
    quote,
    signatureBelow,
    isPlain,
    asksForReceipt,
    remindAfterDays,
    leavesConversation,
    typed: { to: "", cc: "", bcc: "" },
  };
};

const recipientsIn = (draft: People, name: RecipientName): EmailAddress[] =>
  distinctRecipients([...draft[name], ...parseRecipients(draft.typed[name])]);

/** With every typed address a chip. */
export function withTypedRecipients<Draft extends People>(draft: Draft): Draft {
  const { to, cc, bcc } = Object.fromEntries(recipientNames.map((name) => [name, recipientsIn(draft, name)]));
  return { ...draft, to: to!, cc: cc!, bcc: bcc!, typed: { to: "", cc: "", bcc: "" } };
}

/** The invalid addresses by field; a field without any is omitted. */
export function invalidRecipients(draft: People): Partial<Record<RecipientName, string[]>> {
  const found = recipientNames.map((name): [RecipientName, string[]] => [
    name,
    draft[name].map(({ email }) => email).filter((email) => !isValidAddress(email)),
  ]);
  return Object.fromEntries(found.filter(([, addresses]) => addresses.length > 0));
}

/** Those that the person gave: an identity may bring one of its own. */
const givenRecipients = (draft: DraftFields, name: RecipientName): EmailAddress[] =>
  name === "bcc" ? besidesIdentity(recipientsIn(draft, name), draft.identity) : recipientsIn(draft, name);

const list = (draft: DraftFields): string =>
  JSON.stringify(recipientNames.map((name) => givenRecipients(draft, name).map(({ email }) => email)));

/** Nothing was changed since it began: such an Email leaves no draft. */
export const isUntouched = (draft: DraftFields, start: DraftFields): boolean =>
  draft.doc.eq(start.doc) &&
  draft.subject === start.subject &&
  draft.quote === start.quote &&
  list(draft) === list(start);

/** Nothing is in it (any more). @param unwritten what an Email of one's own has in it before one writes: a signature */
export const isBlank = (draft: DraftFields, unwritten: Node | undefined): boolean =>
  (isEmptyDocument(draft.doc) || (unwritten !== undefined && draft.doc.eq(unwritten))) &&
  draft.subject.trim() === "" &&
  draft.quote === null &&
  recipientNames.every((name) => givenRecipients(draft, name).length === 0);

/** Whether the Email is an answer about something else, which may begin a conversation of its own. */
export function mayLeave(
  { subject, leavesConversation }: Pick<DraftFields, "subject" | "leavesConversation">,
  start: Pick<InitialFields, "inReplyTo" | "references" | "answeredSubject" | "leavesConversation">,
): boolean {
  const { inReplyTo, references, answeredSubject } = start;
  if (inReplyTo === null && references === null) return false;
  // Where it is not known what is answered: a draft that has left may come back, and leave again.
  if (answeredSubject === undefined) return start.leavesConversation || leavesConversation;
  return isOtherSubject(subject, answeredSubject);
}

/** @param draftId the draft as it was saved last */
export function unsentEmail(
  draft: DraftFields,
  start: InitialFields,
  attachments: readonly Attachment[],
  accountId: string,
  draftId: string | undefined,
): UnsentEmail {
  const fields = withTypedRecipients(draft);
  const { to, cc, bcc, subject, doc, quote, signatureBelow, identity, isPlain, asksForReceipt, remindAfterDays } =
    fields;
  const message = withSignature(withQuote({ html: toHtml(doc), text: toText(doc) }, quote), signatureBelow);
  const shown = contentIdsIn(isPlain ? "" : message.html);
  const { inReplyTo, references, answeredSubject, messageId, original, left, wasTried, writtenAs } = start;
  return {
    messageId,
    accountId,
    content: {
      ...(identity
        ? { from: { name: identity.name || null, email: identity.email }, replyTo: identity.replyTo }
        : writtenAs),
      to,
      cc,
      bcc,
      subject,
      inReplyTo,
      references,
      ...(fields.leavesConversation && mayLeave(fields, start) && { leavesConversation: true }),
      ...message,
      ...(isPlain && { html: null }),
      ...(asksForReceipt && { asksForReceipt }),
      ...(remindAfterDays !== null && { remindAfterDays }),
    },
    // What was taken out of the text again, and in plain text all that it could show, is not sent.
    files: attachments
      .filter(({ cid }) => cid === undefined || shown.has(cid))
      .map(({ key, name, type, size, cid, blobId, data, sizes }) => ({
        key,
        name,
        type,
        size,
        ...(cid && { cid }),
        ...(blobId && { blobId }),
        ...(data && { data }),
        ...(sizes && { sizes }),
      })),
    ...(draftId && { draftId }),
    ...(original && { original }),
    ...(left && { left }),
    ...(answeredSubject !== undefined && { answeredSubject }),
    ...(wasTried && draftId === start.draftId && { wasTried }),
    versions: versionsOf(messageId),
    stage: "writing",
  };
}
