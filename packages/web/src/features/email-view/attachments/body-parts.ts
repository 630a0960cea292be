/** Which parts of a message are images in its text and which its files. Pure. */
import { type EmailBodyPart, withoutSecondCalendar } from "@pismo/jmap";
import { contentIdsIn } from "../../../message-html/index.ts";
import { textOf } from "../../../mail-ui/text-parts.ts";
import type { FullEmail } from "../../../store/index.ts";

type Bodies = Pick<FullEmail, "htmlBody" | "bodyValues" | "attachments">;

/** The content ids of images that stand in the message's HTML. */
export function inlineIds(email: Pick<FullEmail, "htmlBody" | "bodyValues">): Set<string> {
  const html = email.htmlBody.filter(({ type }) => type === "text/html").map((part) => textOf(email, part));
  return contentIdsIn(html.join(" "));
}

/** The parts that are listed as attachments: without the images displayed in the text, and a calendar once. */
export function filesOf(email: Bodies): EmailBodyPart[] {
  const ids = inlineIds(email);
  return withoutSecondCalendar(
    email.attachments.filter(({ cid, disposition }) => disposition === "attachment" || !cid || !ids.has(cid)),
  );
}

/** Parts with an image for the message's HTML, by content id. */
export function inlineParts(email: Bodies): Map<string, EmailBodyPart> {
  const ids = inlineIds(email);
  const parts = [...email.attachments, ...email.htmlBody].filter(({ cid }) => cid !== null && ids.has(cid));
  return new Map(parts.map((part) => [part.cid!, part]));
}

export type Trouble = "damaged" | "empty" | "encoding" | "truncated";

/** Faults that the reader should know of. */
export function troubleOf({ textBody, htmlBody, attachments, bodyValues, size }: FullEmail): Trouble | undefined {
  const values = Object.values(bodyValues);
  if (values.some(({ isDamaged }) => isDamaged)) return "damaged";
  if (values.some(({ isEncodingProblem }) => isEncodingProblem)) return "encoding";
  if (values.some(({ isTruncated }) => isTruncated)) return "truncated";
  const hasNothing = textBody.length === 0 && htmlBody.length === 0 && attachments.length === 0;
  return hasNothing && size > 0 ? "empty" : undefined;
}
