/** What a person is asked before a letter goes: each can be turned off. Pure. */
import { addressKey, type EmailAddress, type PreferenceValues } from "@pismo/jmap";
import { toText } from "../editor/html.ts";
import type { Attachment } from "../attachments/attachment.ts";
import type { DraftFields } from "../session/draft-fields.ts";
import { wordsOfAttachment } from "./attachment-words.ts";
import { greetedAndLeftOut } from "./greeted.ts";
import { isSlipOf } from "../../../store/people/near-address.ts";

export interface Questions {
  /** The words that speak of a file, where there is none. */
  file?: string;
  /** There is no subject. */
  subject?: true;
  /** How many people see one another's addresses. */
  people?: number;
  /** Addresses that are one letter away from one that was written to. */
  addresses?: { address: string; known: string }[];
  /** Whom an answer greets and leaves out. */
  greeted?: EmailAddress[];
}

/** What is known of the people that the letter may concern. */
export interface KnownPeople {
  /** Of the letter that is answered; undefined: none is. */
  answered?: readonly EmailAddress[] | undefined;
  /** The addresses of the book; true: written to before. */
  book: ReadonlyMap<string, boolean>;
}

/** So many in one letter know each other seldom. */
const MANY = 10;

export type AskedAbout = Pick<
  PreferenceValues,
  "asksForFile" | "asksForSubject" | "asksForBcc" | "asksForAddress" | "asksForGreeted"
>;

/** Each address that none knows beside the one that may have been meant. */
function slipsAmong(recipients: readonly EmailAddress[], { book }: KnownPeople): { address: string; known: string }[] {
  return recipients.flatMap(({ email }) => {
    const key = addressKey(email);
    if (book.has(key)) return [];
    const known = [...book].find(([address, isWritten]) => isWritten && isSlipOf(key, address));
    return known ? [{ address: email, known: known[0] }] : [];
  });
}

/** @param isAnswer the people are those of the letter that is answered. @returns undefined: there is nothing to ask */
export function questionsFor(
  { doc, subject, to, cc, bcc }: Pick<DraftFields, "doc" | "subject" | "to" | "cc" | "bcc">,
  attachments: readonly Attachment[],
  isAnswer: boolean,
  { asksForFile, asksForSubject, asksForBcc, asksForAddress, asksForGreeted }: AskedAbout,
  known: KnownPeople,
): Questions | undefined {
  const text = toText(doc);
  const words = asksForFile && attachments.length === 0 ? wordsOfAttachment(text) : undefined;
  const people = to.length + cc.length;
  const recipients = [...to, ...cc, ...bcc];
  const addresses = asksForAddress ? slipsAmong(recipients, known) : [];
  const greeted = asksForGreeted ? greetedAndLeftOut(text, known.answered ?? [], recipients) : [];
  const found: Questions = {
    ...(words !== undefined && { file: words }),
    ...(asksForSubject && subject.trim() === "" && { subject: true }),
    ...(addresses.length > 0 && { addresses }),
    ...(greeted.length > 0 && { greeted }),
    ...(asksForBcc && !isAnswer && people >= MANY && { people }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}
