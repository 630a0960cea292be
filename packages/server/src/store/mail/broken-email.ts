/** Placeholders for an Email's derived columns that the database cannot read. */
import type { EmailHeaders } from "@pismo/jmap";
import type { PartNode } from "../../mime/parse/part.ts";

export const noHeaders: EmailHeaders = {
  messageId: null,
  inReplyTo: null,
  references: null,
  sender: null,
  from: null,
  to: null,
  cc: null,
  bcc: null,
  replyTo: null,
  subject: null,
  sentAt: null,
};

const noStructure: PartNode = {
  partId: null,
  type: "multipart/mixed",
  charset: null,
  name: null,
  disposition: null,
  cid: null,
  language: null,
  location: null,
  encoding: "7bit",
  headerStart: 0,
  bodyStart: 0,
  bodyEnd: 0,
  size: 0,
  subParts: [],
};

/** @param json as it is stored */
export function structureOf(json: string): PartNode {
  try {
    return JSON.parse(json) as PartNode;
  } catch {
    return noStructure;
  }
}

/** @param json as they are stored */
export function headersOf(json: string): EmailHeaders {
  try {
    return JSON.parse(json) as EmailHeaders;
  } catch {
    return noHeaders;
  }
}

/** Whether headers, structure and preview have to be derived from the message again. */
export const isBroken = ({ headers, structure }: { headers: EmailHeaders; structure: PartNode }): boolean =>
  headers === noHeaders || structure === noStructure;
