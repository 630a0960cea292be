/** From the columns of the store to the properties of Email/get: RFC 8621 §4.1, §4.2. */
import { type Email, type EmailBodyValue, type Id, MethodError } from "@pismo/jmap";
import { bodyLists } from "../../mime/parse/body.ts";
import { parseHeaderProperty } from "../../mime/compose/compose.ts";
import { headerProperties } from "../../mime/headers/header-members.ts";
import { headerForm, headersOf, headerValues, mayHaveForm } from "../../mime/headers/headers.ts";
import {
  type BodyValueOptions,
  bodyValuesOf,
  defaultBodyProperties,
  isBodyProperty,
  needsBytes,
  toBodyPart,
} from "../../mime/parse/jmap-email.ts";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import type { BlobFault } from "../../store/blobs/verify-blobs.ts";
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
  ...headerProperties,
  "hasAttachment",
  "preview",
  "bodyValues",
  "textBody",
  "htmlBody",
  "attachments",
];
const known = new Set([...defaultProperties, "headers", "bodyStructure"]);

/** A message with the metadata of the store, which Email/parse has not. */
export interface Source {
  blobId: Id;
  parsed: Pick<ParsedMessage, "headers" | "structure" | "hasAttachment" | "preview">;
  metadata: Partial<Email>;
  /** The octets of the message, when a requested property needs them and they can be read. */
  bytes: Uint8Array | undefined;
  /** They do not match the hash. */
  fault?: BlobFault | undefined;
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

/** @throws MethodError invalidArguments for an unknown property, or a header in an invalid form */
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

/** Whether the message must be read: list rows never need it. */
export function wantsBytes({ properties, bodyProperties, ...values }: Wanted): boolean {
  const { fetchTextBodyValues, fetchHTMLBodyValues, fetchAllBodyValues } = values;
  const wantsValues = [fetchTextBodyValues, fetchHTMLBodyValues, fetchAllBodyValues].includes(true);
  return (
    properties.some(needsBytes) ||
    (wantsValues && properties.includes("bodyValues")) ||
    (bodyProperties.some(needsBytes) && properties.some((property) => partLists.has(property)))
  );
}

/** A part could not be read, and something may be missing: isEncodingProblem of RFC 8621 §4.1.4, and a property of our own. */
const asDamaged = (values: Record<string, EmailBodyValue>): Record<string, EmailBodyValue> =>
  Object.fromEntries(
    Object.entries(values).map(([partId, value]) => [
      partId,
      { ...value, isEncodingProblem: true, isTruncated: true, isDamaged: true },
    ]),
  );

/** The requested properties. */
export function toEmail({ blobId, parsed, metadata, bytes, fault }: Source, wanted: Wanted): Partial<Email> {
  // List rows need nothing of the body: its structure is not even parsed.
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
      const values = bytes || fault ? bodyValuesOf(bytes ?? new Uint8Array(), parsed.structure, listsOf(), wanted) : {};
      email[property] = fault ? asDamaged(values) : values;
    } else if (property.startsWith("header:")) {
      const header = parseHeaderProperty(property)!;
      email[property] = headerForm(headerValues(headers, header.name), header.form, header.all);
    } else email[property] = metadata[property as keyof Email] ?? null;
  }
  return email;
}
