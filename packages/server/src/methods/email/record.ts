/** From what the store knows of a letter to the properties of Email/get: RFC 8621 §4.1, §4.2. */
import { type Email, type Id, MethodError } from "@pismo/jmap";
import { bodyLists } from "../../mime/body.ts";
import { parseHeaderProperty } from "../../mime/compose.ts";
import { headerForm, headersOf, headerValues, mayHaveForm } from "../../mime/headers.ts";
import {
  type BodyValueOptions,
  bodyValuesOf,
  defaultBodyProperties,
  isBodyProperty,
  needsBytes,
  toBodyPart,
} from "../../mime/jmap-email.ts";
import type { ParsedMessage } from "../../mime/parse.ts";
import type { PartNode } from "../../mime/part.ts";
import { partBlobId } from "../../worker/part-blob.ts";

/** The properties of Email/get and Email/parse when none are named: RFC 8621 §4.2. */
export const defaultProperties = [
  "id",
  "blobId",
  "threadId",
  "mailboxIds",
  "keywords",
  "size",
  "receivedAt",
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
  "hasAttachment",
  "preview",
  "bodyValues",
  "textBody",
  "htmlBody",
  "attachments",
];
const known = new Set([...defaultProperties, "headers", "bodyStructure"]);
const headerProperties = new Set<string>([
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

/** A message with what the store says of it; the metadata is absent for Email/parse. */
export interface Source {
  blobId: Id;
  parsed: Pick<ParsedMessage, "headers" | "structure" | "hasAttachment" | "preview">;
  metadata: Partial<Email>;
  /** The message's octets, when a property asked for needs them. */
  bytes: Uint8Array | undefined;
}

export interface Wanted extends BodyValueOptions {
  properties: readonly string[];
  bodyProperties: readonly string[];
}

export const isProperty = (property: string): boolean =>
  known.has(property) || parseHeaderProperty(property) !== undefined;

function assertHeaderForm(property: string): void {
  const header = parseHeaderProperty(property);
  if (header && !mayHaveForm(header.name, header.form)) {
    throw new MethodError("invalidArguments", `"${header.name}" cannot be had ${header.form}`, {
      arguments: ["properties"],
    });
  }
}

/** @throws MethodError invalidArguments for what is no property, or a header in a form that is not its own */
export function wantedOf(
  args: BodyValueOptions & { properties?: string[] | null; bodyProperties?: string[] | null },
): Wanted {
  const { properties: given, bodyProperties: givenOfBody, ...values } = args;
  const properties = given ?? defaultProperties;
  const bodyProperties = givenOfBody ?? defaultBodyProperties;
  const unknown =
    properties.find((property) => !isProperty(property)) ??
    bodyProperties.find((property) => !isBodyProperty(property));
  if (unknown !== undefined) {
    throw new MethodError("invalidArguments", `There is no property "${unknown}"`, { arguments: ["properties"] });
  }
  [...properties, ...bodyProperties].forEach(assertHeaderForm);
  return { ...values, properties, bodyProperties };
}

const partLists = new Set(["bodyStructure", "textBody", "htmlBody", "attachments"]);

/** Whether the message itself has to be read: rows of a list never need it. */
export function wantsBytes({ properties, bodyProperties, ...values }: Wanted): boolean {
  const { fetchTextBodyValues, fetchHTMLBodyValues, fetchAllBodyValues } = values;
  const wantsValues = [fetchTextBodyValues, fetchHTMLBodyValues, fetchAllBodyValues].includes(true);
  return (
    properties.some(needsBytes) ||
    (wantsValues && properties.includes("bodyValues")) ||
    (bodyProperties.some(needsBytes) && properties.some((property) => partLists.has(property)))
  );
}

/** The properties asked for, from what is at hand. */
export function toEmail({ blobId, parsed, metadata, bytes }: Source, wanted: Wanted): Partial<Email> {
  // Rows of a list ask for nothing of the body: then its structure is not even read.
  let lists: ReturnType<typeof bodyLists> | undefined;
  const listsOf = () => (lists ??= bodyLists(parsed.structure));
  const source = { blobIdOf: (partId: string): Id => partBlobId(blobId, partId), bytes };
  const toPart = (node: PartNode) => toBodyPart(node, wanted.bodyProperties, source);
  const headers =
    bytes && wanted.properties.some(needsBytes)
      ? headersOf(bytes, parsed.structure.headerStart, parsed.structure.bodyStart)
      : [];
  const email: Record<string, unknown> = {};
  for (const property of wanted.properties) {
    if (headerProperties.has(property)) email[property] = parsed.headers[property as keyof typeof parsed.headers];
    else if (property === "hasAttachment" || property === "preview") email[property] = parsed[property];
    else if (property === "headers") email[property] = headers;
    else if (property === "bodyStructure") email[property] = toPart(parsed.structure);
    else if (property === "textBody" || property === "htmlBody" || property === "attachments") {
      email[property] = listsOf()[property].map(toPart);
    } else if (property === "bodyValues") {
      email[property] = bytes ? bodyValuesOf(bytes, parsed.structure, listsOf(), wanted) : {};
    } else if (property.startsWith("header:")) {
      const header = parseHeaderProperty(property)!;
      email[property] = headerForm(headerValues(headers, header.name), header.form, header.all);
    } else email[property] = metadata[property as keyof Email] ?? null;
  }
  return email;
}
