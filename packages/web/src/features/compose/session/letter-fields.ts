/** The letter being written as the form holds it, and as it is kept and stored. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { type UnsentLetter, versionsOf } from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachments.ts";
import { toHtml, toText } from "../editor/html.ts";
import { isEmptyDocument } from "../editor/schema.ts";
import { withQuote } from "../quote/quote.ts";
import { distinctRecipients, isValidAddress, parseRecipients } from "../recipients/recipients.ts";
import type { LetterStart } from "./initial-fields.ts";

export type RecipientName = "to" | "cc" | "bcc";
export const recipientNames: readonly RecipientName[] = ["to", "cc", "bcc"];

/** The editable fields of the form. */
export interface LetterFields extends Pick<LetterStart, RecipientName | "subject" | "doc" | "quote"> {
  /** Text of the recipient inputs that is not a chip yet. */
  typed: Record<RecipientName, string>;
}

export const beginFields = ({ to, cc, bcc, subject, doc, quote }: LetterStart): LetterFields => ({
  to,
  cc,
  bcc,
  subject,
  doc,
  quote,
  typed: { to: "", cc: "", bcc: "" },
});

/** The chips of one field and what is typed behind them. */
const recipientsIn = (letter: LetterFields, name: RecipientName): EmailAddress[] =>
  distinctRecipients([...letter[name], ...parseRecipients(letter.typed[name])]);

/** With every typed address a chip. */
export function withTypedRecipients(letter: LetterFields): LetterFields {
  const { to, cc, bcc } = Object.fromEntries(recipientNames.map((name) => [name, recipientsIn(letter, name)]));
  return { ...letter, to: to!, cc: cc!, bcc: bcc!, typed: { to: "", cc: "", bcc: "" } };
}

/** The invalid addresses by field; a field without any is omitted. */
export function invalidRecipients(letter: LetterFields): Partial<Record<RecipientName, string[]>> {
  const found = recipientNames.map((name): [RecipientName, string[]] => [
    name,
    letter[name].map(({ email }) => email).filter((email) => !isValidAddress(email)),
  ]);
  return Object.fromEntries(found.filter(([, addresses]) => addresses.length > 0));
}

const list = (letter: LetterFields): string =>
  JSON.stringify(recipientNames.map((name) => recipientsIn(letter, name).map(({ email }) => email)));

/** Nothing was changed since it began: such a letter leaves no draft. */
export const isUntouched = (letter: LetterFields, start: LetterFields): boolean =>
  letter.doc.eq(start.doc) &&
  letter.subject === start.subject &&
  letter.quote === start.quote &&
  list(letter) === list(start);

/** Nothing is in it (any more). @param unwritten what a letter of one's own has in it before one writes: a signature */
export const isBlank = (letter: LetterFields, unwritten: Node | undefined): boolean =>
  (isEmptyDocument(letter.doc) || (unwritten !== undefined && letter.doc.eq(unwritten))) &&
  letter.subject.trim() === "" &&
  letter.quote === null &&
  recipientNames.every((name) => recipientsIn(letter, name).length === 0);

/** @param draftId the draft as it was saved last */
export function unsentLetter(
  letter: LetterFields,
  start: LetterStart,
  attachments: readonly Attachment[],
  accountId: string,
  draftId: string | undefined,
): UnsentLetter {
  const { to, cc, bcc, subject, doc, quote } = withTypedRecipients(letter);
  const { inReplyTo, references, messageId, original, wasTried } = start;
  return {
    messageId,
    accountId,
    content: {
      to,
      cc,
      bcc,
      subject,
      inReplyTo,
      references,
      ...withQuote({ html: toHtml(doc), text: toText(doc) }, quote),
    },
    files: attachments.map(({ key, name, type, size, cid, blobId, data }) => ({
      key,
      name,
      type,
      size,
      ...(cid && { cid }),
      ...(blobId && { blobId }),
      ...(data && { data }),
    })),
    ...(draftId && { draftId }),
    ...(original && { original }),
    ...(wasTried && draftId === start.draftId && { wasTried }),
    versions: versionsOf(messageId),
    stage: "writing",
  };
}
