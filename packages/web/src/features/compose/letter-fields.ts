/** The letter being written as the form holds it, and as it is stored. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import type { DraftContent } from "../../store/index.ts";
import { toHtml, toText } from "./editor/html.ts";
import { isEmptyDocument } from "./editor/schema.ts";
import { withQuote } from "./quote.ts";
import type { LetterStart } from "./start-letter.ts";

/** What a person changes in the form. */
export type LetterFields = Pick<LetterStart, "to" | "cc" | "bcc" | "subject" | "doc" | "quote">;

export const recipientsOf = ({ to, cc, bcc }: LetterFields): EmailAddress[] => [...to, ...cc, ...bcc];

/** Nothing was written yet: such a letter leaves no draft. */
export const isUntouched = (letter: LetterFields, start: LetterFields): boolean =>
  isEmptyDocument(letter.doc) &&
  letter.subject === start.subject &&
  recipientsOf(letter).length === recipientsOf(start).length;

export function contentOf(
  letter: LetterFields,
  start: LetterStart,
  attachments: DraftContent["attachments"],
): DraftContent {
  const { to, cc, bcc, subject, doc, quote } = letter;
  return {
    to,
    cc,
    bcc,
    subject,
    ...withQuote({ html: toHtml(doc), text: toText(doc) }, quote),
    attachments: attachments.map(({ blobId, type, name }) => ({ blobId, type, name })),
    inReplyTo: start.inReplyTo,
    references: start.references,
    ...(start.messageId && { messageId: start.messageId }),
  };
}
