/** A letter as scripts see it. */
import { asAddresses, asText, headersOf } from "../../mime/headers/headers.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { leaves, partText } from "../../mime/parse/body.ts";
import { scan } from "../../mime/parse/scan.ts";
import { readableText } from "../../mime/text/readable-text.ts";
import { EditableHeader } from "./edit-header.ts";
import { MAX_FIELDS, MAX_PARTS } from "../language/limits.ts";

export interface Envelope {
  /** "": the null sender. */
  from: string;
  /** Those of the recipients that are this account. */
  to: readonly string[];
}

export type BodyPart = { kind: "raw" } | { kind: "text" } | { kind: "content"; types: readonly string[] };

/** Counts what is looked at, before it is. */
export type Work = (steps: number) => void;

export interface Letter {
  has(field: string): boolean;
  /** Decoded, in order. */
  header(name: string, work: Work): readonly string[];
  addresses(name: string, work: Work): readonly string[];
  readonly envelope: Envelope | undefined;
  /** Octets. */
  readonly size: number;
  readonly hasAttachment: boolean;
  body(part: BodyPart, work: Work): string[];
  /** From now on tests see the header like that. */
  addField(name: string, value: string, isLast: boolean, work: Work): void;
  /** @param isWanted is told the place of the field among those with its name */
  removeFields(name: string, isWanted: (place: number) => boolean, work: Work): void;
  /** The header as it is now, in place of what stood before the body; undefined: as it came. */
  readonly edited: EditedHeader | undefined;
}

export interface EditedHeader {
  header: Buffer;
  bodyStart: number;
}

/** What the bytes do not say, which may be the beginning of the message alone. */
export interface AboutLetter {
  envelope?: Envelope | undefined;
  /** Octets; default: those that are given. */
  size?: number;
  /** Whether it has a file, as lists show it. */
  hasAttachment?: boolean;
}

/** Characters of all texts of the body together. */
const MAX_BODY = 1_000_000;

/** Of all fields with one name. */
interface Field {
  readonly raw: string[];
  /** Characters. */
  length: number;
  texts?: readonly string[];
  addresses?: readonly string[];
}

/** RFC 5173 §5.2: "" is every part, "text" every text, "text/html" that. */
function isOfTypes(types: readonly string[]): (part: PartNode) => boolean {
  const wanted = types.map((type) => ({ type, prefix: type.includes("/") ? undefined : `${type}/` }));
  return (part) =>
    wanted.some(
      ({ type, prefix }) => type === "" || part.type === type || (prefix !== undefined && part.type.startsWith(prefix)),
    );
}

/** A line that is folded by a tab goes on after a space, as in Pigeonhole. */
const spaced = (value: string): string => value.replaceAll(/(?<=[\r\n])\t/g, " ");

/** Each thing is read once, however often a script asks, and kept once. */
class ParsedLetter implements Letter {
  readonly envelope: Envelope | undefined;
  readonly size: number;
  readonly hasAttachment: boolean;
  readonly #bytes: Uint8Array;
  readonly #structure: PartNode;
  readonly #fields = new Map<string, Field>();
  readonly #contents = new Map<PartNode, string>();
  readonly #readable = new Map<PartNode, string>();
  #leaves: readonly PartNode[] | undefined;
  #header: EditableHeader | undefined;
  #raw: string | undefined;

  constructor(bytes: Uint8Array, { envelope, size = bytes.length, hasAttachment = false }: AboutLetter) {
    this.#bytes = bytes;
    this.envelope = envelope;
    this.size = size;
    this.hasAttachment = hasAttachment;
    this.#structure = scan(bytes);
    for (const { name, value } of headersOf(bytes, 0, this.#structure.bodyStart, MAX_FIELDS)) {
      const key = name.toLowerCase();
      const field = this.#fields.get(key) ?? { raw: [], length: 0 };
      field.raw.push(value);
      field.length += value.length;
      this.#fields.set(key, field);
    }
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase());
  }

  header(name: string, work: Work): readonly string[] {
    const field = this.#field(name, work);
    return field ? (field.texts ??= field.raw.map((value) => asText(spaced(value)))) : [];
  }

  addresses(name: string, work: Work): readonly string[] {
    const field = this.#field(name, work);
    return field
      ? (field.addresses ??= field.raw.flatMap((value) => asAddresses(value).map(({ email }) => email)))
      : [];
  }

  #field(name: string, work: Work): Field | undefined {
    const field = this.#fields.get(name.toLowerCase());
    if (field) work(field.length + field.raw.length);
    return field;
  }

  addField(name: string, value: string, isLast: boolean, work: Work): void {
    this.#editable(work).add(name, value, isLast);
    this.#see(name.toLowerCase());
  }

  removeFields(name: string, isWanted: (place: number) => boolean, work: Work): void {
    this.#editable(work).remove(name.toLowerCase(), isWanted);
    this.#see(name.toLowerCase());
  }

  get edited(): EditedHeader | undefined {
    return this.#header && { header: this.#header.bytes, bodyStart: this.#structure.bodyStart };
  }

  #editable(work: Work): EditableHeader {
    const { bodyStart } = this.#structure;
    work(bodyStart);
    return (this.#header ??= new EditableHeader(this.#bytes, bodyStart));
  }

  #see(key: string): void {
    const raw = this.#header!.values(key);
    if (raw.length === 0) this.#fields.delete(key);
    else this.#fields.set(key, { raw, length: raw.reduce((sum, value) => sum + value.length, 0) });
  }

  body(part: BodyPart, work: Work): string[] {
    if (part.kind === "raw") return [this.#rawBody(work)];
    const types = part.kind === "text" ? ["text"] : part.types;
    this.#leaves ??= leaves(this.#structure).slice(0, MAX_PARTS);
    work(this.#leaves.length * types.length);
    const texts: string[] = [];
    let left = MAX_BODY;
    for (const each of this.#leaves.filter(isOfTypes(types))) {
      if (left <= 0) break;
      const text = part.kind === "text" ? this.#text(each, work) : this.#content(each, work);
      texts.push(text.slice(0, left));
      left -= text.length;
    }
    return texts;
  }

  #rawBody(work: Work): string {
    if (this.#raw !== undefined) return this.#raw;
    const { bodyStart } = this.#structure;
    const bytes = this.#bytes.subarray(bodyStart, bodyStart + MAX_BODY);
    work(bytes.length);
    return (this.#raw = Buffer.from(bytes).toString("utf8"));
  }

  #content(part: PartNode, work: Work): string {
    const known = this.#contents.get(part);
    if (known !== undefined) return known;
    work(part.bodyEnd - part.bodyStart);
    const text = partText(this.#bytes, part).value.slice(0, MAX_BODY);
    this.#contents.set(part, text);
    return text;
  }

  #text(part: PartNode, work: Work): string {
    const known = this.#readable.get(part);
    if (known !== undefined) return known;
    const content = this.#content(part, work);
    work(content.length);
    const text = readableText(this.#bytes, part, MAX_BODY, content);
    this.#readable.set(part, text);
    return text;
  }
}

export const letterOf = (bytes: Uint8Array, about: AboutLetter = {}): Letter => new ParsedLetter(bytes, about);
