/** The initial content of the popup, for each way to open it. */
import { addressKey, type EmailAddress, type Id } from "@pismo/jmap";
import type { Node } from "prosemirror-model";
import type { Language } from "../../../i18n/index.ts";
import { type AccountInfo, type FullEmail, type LetterRequest, loadEmail } from "../../../store/index.ts";
import { letterFileName } from "../../../mail-ui/file-names.ts";
import { preferencesOf } from "../../../store/records/preferences.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { loadWishes } from "../../../store/drafts/load-wishes.ts";
import {
  answeredSubject,
  type LeftDraft,
  newMessageId,
  TEMPLATE,
  threadOfDraft,
  type UnsentEmail,
} from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { fromHtml, fromText, toHtml, toText } from "../editor/html.ts";
import { emptyDocument } from "../editor/schema.ts";
import { type Quote, splitQuote } from "../quote/quote.ts";
import { quoteOf } from "../quote/quote-of.ts";
import { quoteOfDraft } from "../quote/quoted-body.ts";
import { readMailto } from "../mailto.ts";
import { distinctRecipients } from "../recipients/recipients.ts";
import { prefixedSubject, type ReplyKind, startReply } from "../reply.ts";
import { chosenAs, type Senders, sendersFor, type WrittenAs } from "../sender/senders.ts";
import { signatureFor, signedDocument } from "../sender/signature.ts";
import { picturesFor } from "../sender/signature-pictures.ts";
import { type SignatureBlock, signatureBlock, splitSignature } from "../sender/signature-below.ts";
import { attachment, attachmentsOf } from "./attached.ts";
import { bodiesOf } from "./bodies.ts";

export interface InitialFields extends Senders {
  /** It is taken up again: what its identity brings is in it. */
  writtenAs?: WrittenAs;
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  doc: Node;
  quote: Quote | null;
  /** Where it does not stand in the text. */
  signatureBelow: SignatureBlock | null;
  /** It goes out as plain text alone. */
  isPlain: boolean;
  asksForReceipt: boolean;
  /** It comes back after so many days without an answer; null: it does not. */
  remindAfterDays: number | null;
  /** It was to be sent then, and was taken back. */
  sendAt?: Date;
  attachments: Attachment[];
  inReplyTo: string[] | null;
  references: string[] | null;
  /** Of the Email that is answered, where it is known. */
  answeredSubject?: string;
  /** Its subject is another one, and it begins a conversation of its own. */
  leavesConversation: boolean;
  /** Identifies the draft from its beginning. */
  messageId: string;
  /** The draft that is taken up again. */
  draftId?: Id;
  /** It differs from the draft on the server. */
  isChanged?: boolean;
  wasTried?: boolean;
  /** Why the server did not take it. */
  error?: unknown;
  /** The Email that is answered or forwarded, and the keyword it gets once this one is sent. */
  original?: NonNullable<UnsentEmail["original"]>;
  /** The drafts that other accounts have of it. */
  left?: readonly LeftDraft[];
  /** Of an answer: the others of the Email that is answered. */
  people?: EmailAddress[];
}

const blank = ({ accountId, email: own }: AccountInfo, senders: Senders, written?: string): InitialFields => {
  const { writesPlainText: isPlain, wantsReceipts: asksForReceipt } = preferencesOf(accountId);
  return {
    ...senders,
    isPlain,
    asksForReceipt,
    remindAfterDays: null,
    messageId: newMessageId(own),
    to: [],
    cc: [],
    bcc: senders.identity?.bcc ?? [],
    subject: "",
    doc: signedDocument(signatureFor(senders.identity, isPlain), written),
    quote: null,
    signatureBelow: null,
    attachments: picturesFor(senders.identity),
    inReplyTo: null,
    references: null,
    leavesConversation: false,
  };
};

/** The Email's own text and the quote under it, taken apart again. */
function bodyParts(
  html: string | null,
  text: string,
): Pick<InitialFields, "doc" | "quote" | "signatureBelow" | "isPlain"> {
  if (html === null) return { doc: fromText(text), quote: null, signatureBelow: null, isPlain: true };
  const { signature, ...message } = splitSignature(html, text);
  const split = splitQuote(message.html, message.text, (own) => toText(fromHtml(own)));
  return {
    doc: fromHtml(split.html),
    quote: split.quote && quoteOfDraft(split.quote),
    signatureBelow: signature,
    isPlain: false,
  };
}

async function startDraft(id: Id, { accountId, email: own }: AccountInfo, senders: Senders): Promise<InitialFields> {
  const [email, { originals, ...wishes }] = await Promise.all([
    loadEmail(id, recordsOf(accountId)),
    loadWishes(accountId, id),
  ]);
  const thread = threadOfDraft(email);
  const answered = await answeredSubject(accountId, thread);
  const { html, text } = bodiesOf(email);
  // A letter of its own begins with it, and it stays.
  const isTemplate = email.keywords[TEMPLATE] === true;
  const parts = bodyParts(html, text);
  const from = email.from?.[0];
  return {
    // A letter of others can be taken up too: its Reply-To is theirs.
    ...chosenAs(senders, from ? { from } : {}),
    to: email.to ?? [],
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    subject: email.subject ?? "",
    ...parts,
    asksForReceipt: email["header:Disposition-Notification-To:asAddresses"] != null,
    remindAfterDays: null,
    ...wishes,
    attachments: attachmentsOf(
      email,
      [parts.quote?.html, parts.signatureBelow?.html, toHtml(parts.doc)].join(""),
      originals,
    ),
    ...thread,
    ...(answered !== undefined && { answeredSubject: answered }),
    messageId: (!isTemplate && email.messageId?.[0]) || newMessageId(own),
    ...(!isTemplate && { draftId: id }),
  };
}

/** An Email of its own, which knows nothing of the first but its words and files. */
async function startAgain(id: Id, to: EmailAddress[], account: AccountInfo, senders: Senders): Promise<InitialFields> {
  const { draftId: _, original: __, sendAt: ___, ...same } = await startDraft(id, account, senders);
  return { ...same, to, cc: [], bcc: [], messageId: newMessageId(account.email), isChanged: true };
}

/** To the same people, or to others: neither an answer nor the same letter. */
async function startAsNew(id: Id, account: AccountInfo, senders: Senders): Promise<InitialFields> {
  const { draftId: _, original: __, sendAt: ___, ...same } = await startDraft(id, account, senders);
  // Its writer asked for a receipt of the first one.
  return {
    ...same,
    messageId: newMessageId(account.email),
    asksForReceipt: false,
    remindAfterDays: null,
    inReplyTo: null,
    references: null,
    leavesConversation: false,
  };
}

/** With all of its header fields, which a quote leaves out (RFC 2046 §5.2.1). */
async function startAsFile(id: Id, account: AccountInfo, senders: Senders): Promise<InitialFields> {
  const { blobId, size, subject } = await loadEmail(id, recordsOf(account.accountId));
  const name = letterFileName(subject);
  const file = { key: crypto.randomUUID(), blobId, name, type: "message/rfc822", size };
  const begun = blank(account, senders);
  return {
    ...begun,
    subject: prefixedSubject("forward", subject),
    attachments: [...begun.attachments, attachment(file)],
    original: { id, keyword: "$forwarded" },
  };
}

function startUnsent(
  { content, files, messageId, draftId, original, left, wasTried, answeredSubject: answered, sendAt }: UnsentEmail,
  senders: Senders,
): InitialFields {
  const {
    from,
    replyTo,
    to,
    cc,
    bcc,
    subject,
    html,
    text,
    inReplyTo,
    references,
    leavesConversation = false,
    asksForReceipt = false,
    remindAfterDays = null,
  } = content;
  return {
    ...chosenAs(senders, { ...(from && { from }), ...(replyTo && { replyTo }) }),
    to,
    cc,
    bcc,
    subject,
    inReplyTo,
    references,
    leavesConversation,
    messageId,
    ...bodyParts(html, text),
    asksForReceipt,
    remindAfterDays,
    attachments: files.map(attachment),
    ...(draftId && { draftId }),
    ...(original && { original }),
    ...(left && { left }),
    ...(answered !== undefined && { answeredSubject: answered }),
    ...(wasTried && { wasTried }),
    // What came by session storage is text.
    ...(sendAt && { sendAt: new Date(sendAt.until) }),
    isChanged: true,
  };
}

const peopleOf = ({ from, to, cc, replyTo }: FullEmail, own: ReadonlySet<string>): EmailAddress[] =>
  [from, replyTo, to, cc].flatMap((each) => each ?? []).filter(({ email }) => !own.has(addressKey(email)));

/**
 * @param account that writes
 * @throws where the Email to answer cannot be loaded
 */
export async function initialFields(
  request: LetterRequest,
  account: AccountInfo,
  language: Language,
): Promise<InitialFields> {
  const [senders] = await Promise.all([
    sendersFor(request, account),
    "emailId" in request && loadEmail(request.emailId, recordsOf(account.accountId)),
  ]);
  if (request.kind === "new") {
    const { to = [], subject = "", text, files = [] } = request;
    const begun = blank(account, senders, text);
    return { ...begun, to, subject, attachments: [...begun.attachments, ...files.map(attachment)] };
  }
  if (request.kind === "link") {
    const { text, bcc, ...fields } = readMailto(request.href);
    const begun = blank(account, senders, text);
    return { ...begun, ...fields, bcc: distinctRecipients([...bcc, ...begun.bcc]) };
  }
  if (request.kind === "draft") return startDraft(request.emailId, account, senders);
  if (request.kind === "asNew") return startAsNew(request.emailId, account, senders);
  if (request.kind === "asFile") return startAsFile(request.emailId, account, senders);
  if (request.kind === "again") return startAgain(request.emailId, request.to, account, senders);
  if (request.kind === "unsent") return { ...startUnsent(request.email, senders), error: request.error };
  return startAnswer(request, account, senders, language);
}

async function startAnswer(
  request: Extract<LetterRequest, { kind: ReplyKind }>,
  account: AccountInfo,
  senders: Senders,
  language: Language,
): Promise<InitialFields> {
  const { accountId, email: own } = account;
  const original = await loadEmail(request.emailId, recordsOf(accountId));
  const ownAddresses = new Set([own, ...senders.identities.map(({ email }) => email)].map(addressKey));
  const isForward = request.kind === "forward";
  const quote = quoteOf(request.kind, original, language);
  const begun = blank(account, senders);
  // The conversation has the signature's pictures already, in the letters before this one.
  const isBrought = ({ cid }: Attachment): boolean => begun.attachments.some((brought) => brought.cid === cid);
  const attachments = attachmentsOf(original, quote.html).filter((file) => !isBrought(file));
  return {
    ...begun,
    ...(preferencesOf(accountId).signatureBelowQuote && {
      doc: emptyDocument(),
      signatureBelow: signatureBlock(senders.identity),
    }),
    ...startReply(request.kind, original, ownAddresses),
    quote,
    // An answer takes along only the images that its quote shows.
    attachments: [
      ...begun.attachments,
      ...(isForward ? attachments : attachments.filter(({ cid }) => cid !== undefined)),
    ],
    ...(!isForward && { answeredSubject: original.subject ?? "" }),
    ...(!isForward && { people: peopleOf(original, ownAddresses) }),
    original: { id: original.id, keyword: isForward ? "$forwarded" : "$answered" },
  };
}
