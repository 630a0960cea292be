/** Which parts of a letter are its text and which its files. Pure. */
import type { EmailBodyPart } from "@pismo/jmap";
import { contentIdsIn } from "../../letter-html/index.ts";
import type { Letter } from "../../store/index.ts";

type Bodies = Pick<Letter, "htmlBody" | "bodyValues" | "attachments">;

export const textOf = ({ bodyValues }: Pick<Letter, "bodyValues">, { partId }: EmailBodyPart): string =>
  bodyValues[partId ?? ""]?.value ?? "";

const isText = ({ type }: EmailBodyPart): boolean => type.startsWith("text/");

/** The parts that hold the letter's words: plain text where it says anything, else the HTML. */
export function textParts({ textBody, htmlBody, bodyValues }: Bodies & Pick<Letter, "textBody">): EmailBodyPart[] {
  const plain = textBody.filter(isText);
  return plain.some((part) => textOf({ bodyValues }, part).trim() !== "") ? plain : htmlBody.filter(isText);
}

/** The content ids of pictures that stand in the letter's HTML. */
export function inlineIds(email: Pick<Letter, "htmlBody" | "bodyValues">): Set<string> {
  const html = email.htmlBody.filter(({ type }) => type === "text/html").map((part) => textOf(email, part));
  return contentIdsIn(html.join(" "));
}

/** What is offered as files: everything but the pictures that stand in the text. */
export function filesOf(email: Bodies): EmailBodyPart[] {
  const ids = inlineIds(email);
  return email.attachments.filter(({ cid, disposition }) => disposition === "attachment" || !cid || !ids.has(cid));
}

/** Parts with a picture for the letter's HTML, by content id. */
export function inlineParts(email: Bodies): Map<string, EmailBodyPart> {
  const ids = inlineIds(email);
  const parts = [...email.attachments, ...email.htmlBody].filter(({ cid }) => cid !== null && ids.has(cid));
  return new Map(parts.map((part) => [part.cid!, part]));
}

export type Trouble = "empty" | "encoding" | "truncated";

/** What the reader should know before taking the text for the whole letter. */
export function troubleOf({ textBody, htmlBody, attachments, bodyValues, size }: Letter): Trouble | undefined {
  const values = Object.values(bodyValues);
  if (values.some(({ isEncodingProblem }) => isEncodingProblem)) return "encoding";
  if (values.some(({ isTruncated }) => isTruncated)) return "truncated";
  const hasNothing = textBody.length === 0 && htmlBody.length === 0 && attachments.length === 0;
  return hasNothing && size > 0 ? "empty" : undefined;
}
