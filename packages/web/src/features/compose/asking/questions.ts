/** What a person is asked before a letter goes: each can be turned off. Pure. */
import type { PreferenceValues } from "@pismo/jmap";
import { toText } from "../editor/html.ts";
import type { Attachment } from "../attachments/attachments.ts";
import type { DraftFields } from "../session/draft-fields.ts";
import { wordsOfAttachment } from "./attachment-words.ts";

export interface Questions {
  /** The words that speak of a file, where there is none. */
  file?: string;
  /** There is no subject. */
  subject?: true;
  /** How many people see one another's addresses. */
  people?: number;
}

/** So many in one letter know each other seldom. */
const MANY = 10;

export type AskedAbout = Pick<PreferenceValues, "asksForFile" | "asksForSubject" | "asksForBcc">;

/** @param isAnswer the people are those of the letter that is answered. @returns undefined: there is nothing to ask */
export function questionsFor(
  { doc, subject, to, cc }: Pick<DraftFields, "doc" | "subject" | "to" | "cc">,
  attachments: readonly Attachment[],
  isAnswer: boolean,
  { asksForFile, asksForSubject, asksForBcc }: AskedAbout,
): Questions | undefined {
  const words = asksForFile && attachments.length === 0 ? wordsOfAttachment(toText(doc)) : undefined;
  const people = to.length + cc.length;
  const found: Questions = {
    ...(words !== undefined && { file: words }),
    ...(asksForSubject && subject.trim() === "" && { subject: true }),
    ...(asksForBcc && !isAnswer && people >= MANY && { people }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}
