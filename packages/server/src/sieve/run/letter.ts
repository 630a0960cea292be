/** A letter as scripts see it. */
import { asAddresses, asText, headersOf } from "../../mime/headers/headers.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { partText, walkParts } from "../../mime/parse/body.ts";
import { scan } from "../../mime/parse/scan.ts";
import { readableText } from "../../mime/text/readable-text.ts";

export interface Envelope {
  /** "": the null sender. */
  from: string;
  /** Those of the recipients that are this account. */
  to: readonly string[];
}

export type BodyPart = { kind: "raw" } | { kind: "text" } | { kind: "content"; types: readonly string[] };

export interface Letter {
  /** Decoded, in order. */
  header(name: string): string[];
  addresses(name: string): string[];
  readonly envelope: Envelope | undefined;
  /** Octets. */
  readonly size: number;
  body(part: BodyPart): string[];
}

/** Characters of all texts of the body together. */
const MAX_BODY = 1_000_000;

/** RFC 5173 §5.2: "" is every part, "text" every text, "text/html" that. */
const isOfType = (part: PartNode, type: string): boolean =>
  type === "" || part.type === type || (!type.includes("/") && part.type.startsWith(`${type}/`));

/** Each thing is read once, however often a script asks. */
class ParsedLetter implements Letter {
  readonly envelope: Envelope | undefined;
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #structure: PartNode;
  readonly #fields = new Map<string, string[]>();
  readonly #known = new Map<string, string[]>();

  constructor(bytes: Uint8Array, envelope: Envelope | undefined, size: number) {
    this.#bytes = bytes;
    this.envelope = envelope;
    this.size = size;
    this.#structure = scan(bytes);
    for (const { name, value } of headersOf(bytes, 0, this.#structure.bodyStart)) {
      const values = this.#fields.get(name.toLowerCase());
      if (values) values.push(value);
      else this.#fields.set(name.toLowerCase(), [value]);
    }
  }

  header(name: string): string[] {
    return this.#once(`header ${name.toLowerCase()}`, () => this.#raw(name).map(asText));
  }

  addresses(name: string): string[] {
    return this.#once(`addresses ${name.toLowerCase()}`, () =>
      this.#raw(name).flatMap((value) => asAddresses(value).map(({ email }) => email)),
    );
  }

  body(part: BodyPart): string[] {
    return this.#once(`body ${JSON.stringify(part)}`, () => this.#texts(part));
  }

  #raw(name: string): readonly string[] {
    return this.#fields.get(name.toLowerCase()) ?? [];
  }

  #once(key: string, read: () => string[]): string[] {
    const known = this.#known.get(key);
    if (known) return known;
    const values = read();
    this.#known.set(key, values);
    return values;
  }

  #texts(part: BodyPart): string[] {
    const bytes = this.#bytes;
    if (part.kind === "raw") {
      const { bodyStart } = this.#structure;
      return [Buffer.from(bytes.subarray(bodyStart, bodyStart + MAX_BODY)).toString("utf8")];
    }
    const types = part.kind === "text" ? ["text"] : part.types.map((type) => type.toLowerCase());
    const texts: string[] = [];
    let left = MAX_BODY;
    for (const each of walkParts(this.#structure)) {
      if (each.subParts || left <= 0 || !types.some((type) => isOfType(each, type))) continue;
      const text = part.kind === "text" ? readableText(bytes, each, left) : partText(bytes, each).value;
      texts.push(text.slice(0, left));
      left -= text.length;
    }
    return texts;
  }
}

/** @param size where `bytes` are the beginning of the message alone */
export const letterOf = (bytes: Uint8Array, envelope?: Envelope, size = bytes.length): Letter =>
  new ParsedLetter(bytes, envelope, size);
