/** What the popup begins with, for each way to open it. */
import type { EmailAddress, Id } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import { i18n } from "../../i18n/index.ts";
import { cleanForQuote } from "../../letter-html/index.ts";
import { blobUrl, type ComposeRequest, type Letter, loadLetter, newMessageId } from "../../store/index.ts";
import type { Attachment } from "./attachments.ts";
import { fromHtml, fromText, toText } from "./editor/html.ts";
import { emptyDocument } from "./editor/schema.ts";
import { formatPeople, type Quote, quoteForForward, quoteForReply, splitQuote } from "./quote.ts";
import { startReply } from "./reply.ts";

export interface LetterStart {
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  doc: Node;
  quote: Quote | null;
  attachments: Attachment[];
  inReplyTo: string[] | null;
  references: string[] | null;
  /** The draft that is taken up again; else the Message-ID of the new letter. */
  draftId?: Id;
  messageId?: string;
  /** The letter that is answered or forwarded, and the keyword it gets once this one is sent. */
  original?: { id: Id; keyword: "$answered" | "$forwarded" };
}

const blank = (own: string): LetterStart => ({
  messageId: newMessageId(own),
  to: [],
  cc: [],
  bcc: [],
  subject: "",
  doc: emptyDocument(),
  quote: null,
  attachments: [],
  inReplyTo: null,
  references: null,
});

/** The first HTML and the whole text of a letter, as its body values have them. */
function bodiesOf(letter: Letter): { html: string | null; text: string } {
  const value = (part: { partId: string | null }): string => letter.bodyValues[part.partId ?? ""]?.value ?? "";
  const htmlParts = letter.htmlBody.filter(({ type }) => type === "text/html");
  const textParts = letter.textBody.filter(({ type }) => type.startsWith("text/") && type !== "text/html");
  const html = htmlParts.length > 0 ? htmlParts.map(value).join("") : null;
  const text = textParts.length > 0 ? textParts.map(value).join("\n") : html ? toText(fromHtml(html)) : "";
  return { html, text };
}

/** Files that are on the server already: of a draft, or of the letter that is forwarded. */
function attachmentsOf(letter: Letter): Attachment[] {
  return letter.attachments
    .filter(({ blobId }) => blobId !== null)
    .map(({ blobId, name, type, size }): Attachment => {
      const label = name ?? type;
      const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(type);
      return {
        key: crypto.randomUUID(),
        name: label,
        type,
        size,
        blobId: blobId!,
        progress: 1,
        failed: false,
        ...(isPicture && { img: blobUrl(blobId!, label, type) }),
      };
    });
}

function longDate(date: string, language: string): string {
  const locale = language === "en" ? "en-US" : "ru-RU";
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(new Date(date));
}

function quoteOf(kind: "reply" | "replyAll" | "forward", letter: Letter, language: string): Quote {
  const t = i18n.getFixedT(language);
  const { html, text } = bodiesOf(letter);
  const body = { html: html === null ? null : cleanForQuote(html), text };
  const date = longDate(letter.sentAt ?? letter.receivedAt, language);
  if (kind !== "forward")
    return quoteForReply(t("compose.attribution", { date, name: formatPeople(letter.from) }), body);
  const fields: [string, string][] = [
    [t("compose.from"), formatPeople(letter.from)],
    [t("compose.date"), date],
    [t("compose.subject"), letter.subject ?? ""],
    [t("compose.to"), formatPeople(letter.to)],
  ];
  return quoteForForward(t("compose.forwardedHeading"), fields, body);
}

async function startDraft(id: Id): Promise<LetterStart> {
  const letter = await loadLetter(id);
  const { html, text } = bodiesOf(letter);
  const split = html === null ? { html: null, quote: null } : splitQuote(html, text, (own) => toText(fromHtml(own)));
  return {
    to: letter.to ?? [],
    cc: letter.cc ?? [],
    bcc: letter.bcc ?? [],
    subject: letter.subject ?? "",
    doc: split.html === null ? fromText(text) : fromHtml(split.html),
    quote: split.quote && { ...split.quote, html: cleanForQuote(split.quote.html) },
    attachments: attachmentsOf(letter),
    inReplyTo: letter.inReplyTo,
    references: letter.references,
    draftId: id,
  };
}

/**
 * @param own the address of the account that writes
 * @throws where the letter to answer cannot be loaded
 */
export async function startLetter(request: ComposeRequest, own: string, language: string): Promise<LetterStart> {
  if (request.kind === "new") return { ...blank(own), to: request.to ?? [] };
  if (request.kind === "draft") return startDraft(request.emailId);
  const letter = await loadLetter(request.emailId);
  const isForward = request.kind === "forward";
  return {
    ...blank(own),
    ...startReply(request.kind, letter, new Set([own.toLowerCase()])),
    quote: quoteOf(request.kind, letter, language),
    attachments: isForward ? attachmentsOf(letter) : [],
    original: { id: letter.id, keyword: isForward ? "$forwarded" : "$answered" },
  };
}
