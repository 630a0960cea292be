/** Composes a message from an object of Email/set (RFC 8621 §4.6), which the caller has validated. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Email, EmailBodyPart, EmailBodyValue, Id } from "@pismo/jmap";
import { wrap as wrapBase64 } from "nodemailer/lib/base64";
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from "nodemailer/lib/qp";
import { encodeHeader, encodeStructured } from "./encode-headers.ts";
import { afterBreak, walkFields } from "../headers/header-fields.ts";
import type { HeaderForm } from "../headers/headers.ts";

/** A body part of Email/set: everything but its content is optional. */
export type NewBodyPart = Partial<Omit<EmailBodyPart, "subParts">> & { subParts?: NewBodyPart[] | null };
export type NewEmailObject = Partial<
  Omit<Email, "bodyStructure" | "textBody" | "htmlBody" | "attachments" | "bodyValues">
> & {
  bodyStructure?: NewBodyPart;
  textBody?: NewBodyPart[];
  htmlBody?: NewBodyPart[];
  attachments?: NewBodyPart[];
  bodyValues?: Record<string, Partial<EmailBodyValue>>;
};

export interface ComposeDefaults {
  /** The part after the @ in a generated Message-ID. */
  messageIdDomain: string;
  now: Date;
}

type LoadBlob = (blobId: Id) => Promise<Uint8Array>;

const convenience: [keyof Email, string, HeaderForm][] = [
  ["from", "From", "asAddresses"],
  ["sender", "Sender", "asAddresses"],
  ["replyTo", "Reply-To", "asAddresses"],
  ["to", "To", "asAddresses"],
  ["cc", "Cc", "asAddresses"],
  ["bcc", "Bcc", "asAddresses"],
  ["subject", "Subject", "asText"],
  ["sentAt", "Date", "asDate"],
  ["messageId", "Message-ID", "asMessageIds"],
  ["inReplyTo", "In-Reply-To", "asMessageIds"],
  ["references", "References", "asMessageIds"],
];

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** "header:X-Name:asText:all" → its parts. */
export function parseHeaderProperty(property: string): { name: string; form: HeaderForm; all: boolean } | undefined {
  const [, name, form = "asRaw", all] =
    /^header:([\x21-\x39\x3b-\x7e]+?)(?::(asRaw|asText|asAddresses|asGroupedAddresses|asMessageIds|asDate|asURLs))?(:all)?$/.exec(
      property,
    ) ?? [];
  return name === undefined ? undefined : { name, form: form as HeaderForm, all: all !== undefined };
}

/** The `header:…` properties of an object as fields. */
function extraFields(object: object): string[] {
  return Object.entries(object).flatMap(([property, value]) => {
    const header = parseHeaderProperty(property);
    if (!header || !isGiven(value)) return [];
    const values = header.all ? (value as unknown[]) : [value];
    return values.map((each) => encodeHeader(header.name, header.form, each));
  });
}

function messageFields(email: NewEmailObject, { messageIdDomain, now }: ComposeDefaults): string[] {
  const fields = convenience
    .filter(([property]) => isGiven(email[property]))
    .map(([property, name, form]) => encodeHeader(name, form, email[property]));
  const all = [...fields, ...extraFields(email)];
  const has = (name: string): boolean => all.some((field) => field.toLowerCase().startsWith(`${name}:`));
  if (!has("date")) all.push(encodeHeader("Date", "asDate", now.toISOString()));
  if (!has("message-id")) all.push(encodeHeader("Message-ID", "asMessageIds", [`${randomUUID()}@${messageIdDomain}`]));
  if (!has("mime-version")) all.push("MIME-Version: 1.0\r\n");
  return all;
}

const multipart = (subtype: string, subParts: NewBodyPart[]): NewBodyPart => ({
  type: `multipart/${subtype}`,
  subParts,
});

/** text, html and attachments as a tree: mixed > alternative > related, each only where needed. */
function treeOf({ textBody = [], htmlBody = [], attachments = [] }: NewEmailObject): NewBodyPart {
  const [text] = textBody;
  const [html] = htmlBody;
  const isShown = ({ cid, disposition }: NewBodyPart): boolean => Boolean(html && cid && disposition !== "attachment");
  const inline = attachments.filter(isShown).map((part) => ({ ...part, disposition: "inline" }));
  const files = attachments.filter((part) => !isShown(part));
  const rich = html && inline.length > 0 ? multipart("related", [html, ...inline]) : html;
  const body = text && rich ? multipart("alternative", [text, rich]) : (rich ?? text);
  if (files.length === 0) return body ?? { type: "text/plain", partId: "" };
  const [only] = files;
  return !body && files.length === 1 && only ? only : multipart("mixed", [...(body ? [body] : []), ...files]);
}

interface Encoded {
  encoding: string;
  content: Buffer;
}

const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const base64 = (bytes: Buffer): Encoded => ({
  encoding: "base64",
  content: Buffer.from(`${wrapBase64(bytes.toString("base64"), 76)}\r\n`, "latin1"),
});

/** Text is not encoded where 7bit allows it, else by the shorter of the two encodings. */
function encodeText(value: string): Encoded {
  const text = value.replace(/\r\n?|\n/g, "\r\n");
  const isPlain = /^[\x20-\x7e\t\r\n]*$/.test(text) && !/[^\r\n]{990}/.test(text) && !/[ \t]$/m.test(text);
  if (isPlain) return { encoding: "7bit", content: Buffer.from(text, "latin1") };
  const bytes = Buffer.from(text);
  const foreign = bytes.reduce((count, byte) => count + (byte > 0x7e || byte === 0x3d ? 1 : 0), 0);
  if (foreign * 6 > bytes.length) return base64(bytes);
  const content = Buffer.from(wrapQuotedPrintable(encodeQuotedPrintable(bytes), 76), "latin1");
  return { encoding: "quoted-printable", content };
}

/** Octets of a line without its end (RFC 2045 §2.7). */
const MAX_LINE = 998;

function hasLongLine(bytes: Buffer): boolean {
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    if (end - start > MAX_LINE + 1) return true;
    start = end + 1;
  }
  return bytes.length - start > MAX_LINE;
}

function encodeBlob(type: string, bytes: Uint8Array): Encoded {
  const content = toBuffer(bytes);
  if (!type.startsWith("message/")) return base64(content);
  // Not allowed in 7bit or 8bit (RFC 2045 §2.7, §2.8): such a file is no message.
  if (content.includes(0) || hasLongLine(content)) return base64(content);
  // An attached message must not be encoded (RFC 2046 §5.2.1).
  return { encoding: content.some((byte) => byte > 0x7f) ? "8bit" : "7bit", content };
}

interface Composed {
  chunks: Buffer[];
  is8bit: boolean;
}

class Composer {
  readonly #values: NonNullable<NewEmailObject["bodyValues"]>;
  readonly #load: LoadBlob;

  constructor(values: NewEmailObject["bodyValues"], load: LoadBlob) {
    this.#values = values ?? {};
    this.#load = load;
  }

  /** The part with its Content-* fields; `extra` are the fields before them. */
  async part(part: NewBodyPart, extra: string[]): Promise<Composed> {
    const given = extraFields(part);
    // A multipart's has the boundary.
    const givenType = given.find((field) => !part.subParts && /^content-type:/i.test(field));
    const type = (
      part.type ??
      /^[^:]*:\s*([^\s;]+)/.exec(givenType ?? "")?.[1] ??
      (part.partId == null ? "application/octet-stream" : "text/plain")
    ).toLowerCase();
    const fields = [...extra, ...given.filter((field) => !/^content-(type|transfer-encoding):/i.test(field))];
    if (part.subParts) return this.#multipart(type, part.subParts, fields);
    const isText = part.partId !== null && part.partId !== undefined;
    const { encoding, content } = isText
      ? encodeText(this.#values[part.partId!]?.value ?? "")
      : encodeBlob(type, await this.#load(part.blobId!));
    const charset = isText ? "utf-8" : type.startsWith("text/") ? part.charset : null;
    fields.push(givenType ?? encodeStructured("Content-Type", type, { charset, name: part.name }));
    fields.push(`Content-Transfer-Encoding: ${encoding}\r\n`);
    const disposition = part.disposition ?? (part.name ? "attachment" : null);
    if (disposition) fields.push(encodeStructured("Content-Disposition", disposition, { filename: part.name }));
    if (part.cid) fields.push(encodeHeader("Content-ID", "asMessageIds", [part.cid]));
    if (part.language?.length) fields.push(encodeHeader("Content-Language", "asText", part.language.join(", ")));
    if (part.location) fields.push(encodeHeader("Content-Location", "asRaw", encodeURI(part.location)));
    return { chunks: [Buffer.from(`${fields.join("")}\r\n`), content], is8bit: encoding === "8bit" };
  }

  async #multipart(type: string, subParts: NewBodyPart[], fields: string[]): Promise<Composed> {
    const boundary = `=_${randomBytes(18).toString("base64url")}`;
    const chunks: Buffer[] = [];
    let is8bit = false;
    for (const subPart of subParts) {
      const composed = await this.part(subPart, []);
      chunks.push(Buffer.from(`--${boundary}\r\n`), ...composed.chunks, Buffer.from("\r\n"));
      is8bit ||= composed.is8bit;
    }
    fields.push(encodeStructured("Content-Type", type, { boundary }));
    // A multipart with 8-bit content must declare it (RFC 2045 §6.4).
    if (is8bit) fields.push("Content-Transfer-Encoding: 8bit\r\n");
    return { chunks: [Buffer.from(`${fields.join("")}\r\n`), ...chunks, Buffer.from(`--${boundary}--\r\n`)], is8bit };
  }
}

/**
 * @param email an object of Email/set, validated
 * @param load returns the content of a blob
 */
export async function composeMessage(
  email: NewEmailObject,
  load: LoadBlob,
  defaults: ComposeDefaults,
): Promise<Uint8Array> {
  const tree = email.bodyStructure ?? treeOf(email);
  const { chunks } = await new Composer(email.bodyValues, load).part(tree, messageFields(email, defaults));
  return Buffer.concat(chunks);
}

const secretFields = new Set(["bcc", "resent-bcc"]);

/** The message without its Bcc and Resent-Bcc fields, otherwise byte for byte (RFC 5322 §3.6.3, §3.6.6). */
export function withoutBcc(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  walkFields(bytes, 0, bytes.length, ({ nameStart, nameEnd, valueEnd }) => {
    const isLong = nameEnd - nameStart > "resent-bcc".length;
    if (isLong || !secretFields.has(Buffer.from(bytes.subarray(nameStart, nameEnd)).toString("latin1").toLowerCase()))
      return;
    pieces.push(bytes.subarray(from, nameStart));
    from = afterBreak(bytes, valueEnd, bytes.length);
  });
  return from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]);
}
