/** Header properties of an Email (RFC 8621 §4.1.2, §4.1.3) as JSON, from the message's header. Pure. */
import type { EmailHeaders } from "@pismo/jmap";
import { parseHeaderProperty } from "../compose/compose.ts";
import { convenienceHeaders, headerForm, headersOf, headerValues } from "./headers.ts";

/** The convenience properties, of which the store has short forms. */
export const headerProperties: ReadonlySet<string> = new Set<keyof EmailHeaders>([
  "messageId",
  "inReplyTo",
  "references",
  "sender",
  "from",
  "to",
  "cc",
  "bcc",
  "replyTo",
  "subject",
  "sentAt",
]);

export const isHeaderMember = (property: string): boolean =>
  headerProperties.has(property) || property === "headers" || property.startsWith("header:");

/**
 * @param header the message up to its body
 * @param properties those for which isHeaderMember is true
 * @returns an object as JSON
 */
export function headerMembers(header: Uint8Array, properties: readonly string[]): string {
  const fields = headersOf(header, 0, header.length);
  const convenience = properties.some((property) => headerProperties.has(property))
    ? convenienceHeaders(fields)
    : undefined;
  const members: Record<string, unknown> = {};
  for (const property of properties) {
    if (property === "headers") members[property] = fields;
    else if (headerProperties.has(property)) members[property] = convenience![property as keyof EmailHeaders];
    else {
      const { name, form, all } = parseHeaderProperty(property)!;
      members[property] = headerForm(headerValues(fields, name), form, all);
    }
  }
  return JSON.stringify(members);
}
