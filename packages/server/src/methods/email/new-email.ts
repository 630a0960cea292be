/** Checks an Email to be created by Email/set against the rules of RFC 8621 §4.6. */
import { type Email, type Id, type SetError, SetFailure } from "@pismo/jmap";
import { type NewBodyPart, type NewEmailObject, parseHeaderProperty } from "../../mime/compose/compose.ts";
import { mayHaveForm } from "../../mime/headers/headers.ts";
import {
  addresses,
  addressGroups,
  type Check,
  date,
  isObject,
  list,
  mapOf,
  nullable,
  object,
  oneOf,
  string,
  utcDate,
  wrong,
} from "../checks.ts";
import { assertNone, invalidProperties, problemsOf } from "../standard/set.ts";
import { keywordsCheck, mailboxIdsCheck } from "./keywords.ts";

const maybeList = nullable(list(string));
const falseOnly = nullable(oneOf(false));
const bodyValueChecks = new Map<string, Check>([
  ["value", string],
  ["isEncodingProblem", falseOnly],
  ["isTruncated", falseOnly],
]);
const parts: Check = list(object);

const emailChecks: Record<string, Check> = {
  mailboxIds: mailboxIdsCheck,
  keywords: keywordsCheck,
  receivedAt: utcDate,
  messageId: maybeList,
  inReplyTo: maybeList,
  references: maybeList,
  sender: nullable(addresses),
  from: nullable(addresses),
  to: nullable(addresses),
  cc: nullable(addresses),
  bcc: nullable(addresses),
  replyTo: nullable(addresses),
  subject: nullable(string),
  sentAt: nullable(date),
  bodyStructure: object,
  bodyValues: mapOf(string, object),
  textBody: parts,
  htmlBody: parts,
  attachments: parts,
};

const formChecks: Record<string, Check> = {
  asRaw: string,
  asText: string,
  asAddresses: addresses,
  asGroupedAddresses: addressGroups,
  asMessageIds: list(string),
  asDate: date,
  asURLs: list(string),
};

/** The field that a convenience property represents. */
const fieldOf: Record<string, string> = {
  messageId: "message-id",
  inReplyTo: "in-reply-to",
  references: "references",
  sender: "sender",
  from: "from",
  to: "to",
  cc: "cc",
  bcc: "bcc",
  replyTo: "reply-to",
  subject: "subject",
  sentAt: "date",
};

const headerCheck = (property: string): Check | undefined => {
  const header = parseHeaderProperty(property);
  if (!header || !mayHaveForm(header.name, header.form)) return undefined;
  const check = formChecks[header.form]!;
  return nullable(header.all ? list(check) : check);
};

const emailCheckOf = (property: string): Check | undefined =>
  Object.hasOwn(emailChecks, property) ? emailChecks[property] : headerCheck(property);

/** The field that a property represents, in lower case; undefined when it represents none. */
const fieldFor = (property: string): string | undefined =>
  (Object.hasOwn(fieldOf, property) ? fieldOf[property] : undefined) ??
  parseHeaderProperty(property)?.name.toLowerCase();

/** @throws SetFailure invalidProperties: a field twice, or one that the body sets itself */
function assertFields(given: Record<string, unknown>, isMessage: boolean, prefix = ""): void {
  const seen = new Set<string>();
  for (const property of Object.keys(given)) {
    const field = fieldFor(property);
    if (field === undefined) continue;
    if (seen.has(field)) throw invalidProperties([prefix + property], `The field "${field}" is given twice`);
    seen.add(field);
    const isOurs = isMessage ? field.startsWith("content-") : field === "content-transfer-encoding";
    if (isOurs) throw invalidProperties([prefix + property], `The field "${field}" cannot be set here`);
  }
}

/** The fields of the outermost part are those of the message. @throws SetFailure invalidProperties: a field in both */
function assertDistinctFields(email: Record<string, unknown>, outermost: Record<string, unknown>): void {
  const ofEmail = new Set(Object.keys(email).map(fieldFor));
  const twice = Object.keys(outermost).filter((property) => fieldFor(property) && ofEmail.has(fieldFor(property)));
  if (twice.length > 0) {
    throw invalidProperties(
      twice.map((property) => `bodyStructure/${property}`),
      "The letter itself has these fields",
    );
  }
}

const partChecks: Record<string, Check> = {
  partId: nullable(string),
  blobId: nullable(string),
  size: () => undefined,
  name: nullable(string),
  type(value, name) {
    if (typeof value !== "string" || !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(value)) throw wrong(name, "a media type");
  },
  charset: nullable((value, name) => {
    if (typeof value !== "string" || !/^[\w!#$%&+.^`{}~-]+$/.test(value)) throw wrong(name, "a character set");
  }),
  disposition: nullable((value, name) => {
    if (typeof value !== "string" || !/^[\w!#$&^.+-]+$/.test(value)) throw wrong(name, "a disposition");
  }),
  cid: nullable(string),
  language: nullable(list(string)),
  location: nullable(string),
  subParts: nullable(parts),
};

const partCheckOf = (property: string): Check | undefined =>
  Object.hasOwn(partChecks, property) ? partChecks[property] : headerCheck(property);

const MAX_DEPTH = 50;

/** Content-* fields given as header: properties must not repeat a property. */
const contentProperties: Record<string, string[]> = {
  "content-type": ["type", "charset", "name"],
  "content-disposition": ["disposition", "name"],
  "content-id": ["cid"],
  "content-language": ["language"],
  "content-location": ["location"],
};

class BodyCheck {
  readonly blobIds: Id[] = [];
  readonly #values: Record<string, unknown>;

  constructor(values: unknown) {
    this.#values = isObject(values) ? values : {};
  }

  part(part: Record<string, unknown>, path: string, depth = 0): void {
    if (depth > MAX_DEPTH) throw invalidProperties([path], "Nested too deep");
    assertPart(part, path);
    const { partId = null, blobId = null, subParts = null } = part;
    const type = typeof part["type"] === "string" ? part["type"].toLowerCase() : null;
    const isMultipart = type?.startsWith("multipart/") ?? subParts !== null;
    if (isMultipart) {
      if (partId !== null || blobId !== null)
        throw invalidProperties([`${path}/partId`], "A multipart has parts, not content");
      const children = (subParts ?? []) as Record<string, unknown>[];
      if (children.length === 0) throw invalidProperties([`${path}/subParts`], "A multipart has at least one part");
      if (!type) throw invalidProperties([`${path}/type`], "A part with parts is a multipart");
      return children.forEach((child, index) => this.part(child, `${path}/subParts/${index}`, depth + 1));
    }
    if (subParts !== null) throw invalidProperties([`${path}/subParts`], "Only a multipart has parts");
    if ((partId === null) === (blobId === null))
      throw invalidProperties([`${path}/partId`, `${path}/blobId`], "Exactly one of partId and blobId is given");
    if (blobId !== null) {
      this.blobIds.push(blobId as Id);
      return;
    }
    if (!Object.hasOwn(this.#values, partId as string))
      throw invalidProperties([`${path}/partId`], "bodyValues has no such part");
    const forbidden = ["charset", "size"].filter((property) => part[property] !== undefined && part[property] !== null);
    if (forbidden.length > 0)
      throw invalidProperties(
        forbidden.map((each) => `${path}/${each}`),
        "The server sets these for text",
      );
    if (type && !type.startsWith("text/")) throw invalidProperties([`${path}/type`], "A body value is text");
    const field = Object.keys(part).find((name) => fieldFor(name) === "content-type");
    if (field && !/^\s*text\/[^;]+;(?:[^"]*;)?\s*charset="?utf-8"?\s*(?:;|$)/i.test(String(part[field])))
      throw invalidProperties([`${path}/${field}`], "A body value is text in UTF-8");
  }
}

function assertPart(part: Record<string, unknown>, path: string): void {
  assertNone(problemsOf(part, partCheckOf, [], `${path}/`));
  assertFields(part, false, `${path}/`);
  for (const property of Object.keys(part)) {
    const field = parseHeaderProperty(property)?.name.toLowerCase() ?? "";
    const twice = contentProperties[field]?.find((other) => part[other] != null);
    if (twice)
      throw invalidProperties([`${path}/${property}`, `${path}/${twice}`], `The field "${field}" is given twice`);
  }
}

/** @throws SetFailure invalidProperties */
function assertBodyValues(values: Record<string, Record<string, unknown>>): void {
  assertNone(
    Object.entries(values).flatMap(([partId, value]) =>
      problemsOf(value, (property) => bodyValueChecks.get(property), ["value"], `bodyValues/${partId}/`),
    ),
  );
}

/** One part of the type of the list (RFC 8621 §4.6). */
function assertBody(given: Record<string, unknown>, property: "textBody" | "htmlBody", type: string): void {
  const body = given[property] as NewBodyPart[] | undefined;
  if (!body) return;
  const [part] = body;
  const isFitting = body.length === 1 && (part?.type ?? type).toLowerCase() === type;
  if (!isFitting) throw invalidProperties([property], `${property} has exactly one part, of type ${type}`);
  if (part && !part.type) part.type = type;
}

export interface CheckedEmail {
  email: NewEmailObject & Pick<Email, "mailboxIds"> & Partial<Pick<Email, "keywords" | "receivedAt">>;
  /** Of the parts that are attachments, each as often as it occurs. */
  blobIds: Id[];
}

/** @throws SetFailure invalidProperties */
export function checkNewEmail(given: Record<string, unknown>): CheckedEmail {
  assertNone(problemsOf(given, emailCheckOf, ["mailboxIds"]));
  assertFields(given, true);
  const lists = ["textBody", "htmlBody", "attachments"].filter((property) => given[property] !== undefined);
  if (given["bodyStructure"] !== undefined && lists.length > 0) {
    throw invalidProperties(lists, "Either bodyStructure or the lists are given");
  }
  assertBodyValues((given["bodyValues"] ?? {}) as Record<string, Record<string, unknown>>);
  assertBody(given, "textBody", "text/plain");
  assertBody(given, "htmlBody", "text/html");
  const body = new BodyCheck(given["bodyValues"]);
  if (given["bodyStructure"] !== undefined) {
    const structure = given["bodyStructure"] as Record<string, unknown>;
    assertDistinctFields(given, structure);
    body.part(structure, "bodyStructure");
  }
  for (const property of lists) {
    (given[property] as Record<string, unknown>[]).forEach((part, index) => body.part(part, `${property}/${index}`));
  }
  return { email: given as CheckedEmail["email"], blobIds: body.blobIds };
}

export const blobNotFound = (missing: Id[]): SetFailure => {
  const error: SetError = { type: "blobNotFound", notFound: missing, description: "The files are not there" };
  return new SetFailure(error);
};
