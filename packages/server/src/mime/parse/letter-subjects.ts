/** Attached messages without a file name are called by their subjects, in lists too that read no message. Pure. */
import { convenienceHeaders, headersOf } from "../headers/headers.ts";
import { decodePart, walkParts } from "./body.ts";
import type { PartNode } from "./part.ts";
import { scan } from "./scan.ts";

/** Octets of an attached message in which its subject is looked for. */
const HEADER_WINDOW = 64 * 1024;
/** Characters. */
const MAX_SUBJECT = 500;

export const isNamelessLetter = ({ name, type }: Pick<PartNode, "name" | "type">): boolean =>
  name === null && /^message\/(?:rfc822|global)$/.test(type);

/** null: it says nothing. */
export const shortSubject = (subject: string | null): string | null => subject?.trim().slice(0, MAX_SUBJECT) || null;

/** @param bytes the attached message, or its beginning */
export function subjectOfLetter(bytes: Uint8Array): string | null {
  const { headerStart, bodyStart } = scan(bytes.subarray(0, HEADER_WINDOW));
  return shortSubject(convenienceHeaders(headersOf(bytes, headerStart, bodyStart)).subject);
}

/** Puts them into the structure. */
export function addSubjects(bytes: Uint8Array, structure: PartNode): void {
  for (const part of walkParts(structure)) {
    if (part.unpacked) addSubjects(bytes, part.unpacked);
    if (!isNamelessLetter(part)) continue;
    const bodyEnd = Math.min(part.bodyEnd, part.bodyStart + 2 * HEADER_WINDOW);
    const subject = subjectOfLetter(decodePart(bytes, { ...part, bodyEnd }));
    if (subject !== null) part.subject = subject;
  }
}

/** What a part is called: as a letter without a name is everywhere. */
export function fileNameOf({ name, subject }: Pick<PartNode, "name" | "subject">): string | null {
  return name ?? (subject === undefined ? null : `${subject}.eml`);
}
