/** The header of a letter while a script changes it (RFC 5293). The body stays as it came. */
import { encodeHeader } from "../../mime/compose/encode-headers.ts";
import { decodeRaw } from "../../mime/headers/parameters.ts";
import { afterBreak, walkFields } from "../../mime/headers/header-fields.ts";

interface Field {
  /** In small letters; "": what stands before the first field. */
  key: string;
  bytes: Buffer;
  value: string;
}

/** As addheader writes it: RFC 5322 lines, RFC 2047 words. */
function written(name: string, value: string): Buffer {
  const line = encodeHeader(name, "asText", value.replaceAll(/\p{Cc}+/gu, " ").trim());
  return Buffer.from(`${line.trimEnd()}\r\n`);
}

/** The last line may have no end. */
const ended = (bytes: Buffer): Buffer =>
  [0x0a, 0x0d].includes(bytes.at(-1)!) ? bytes : Buffer.concat([bytes, Buffer.from("\r\n")]);

export class EditableHeader {
  readonly #fields: Field[] = [];
  /** Between the fields and the body: the empty line. */
  readonly #end: Buffer;

  /** @param end where the body begins */
  constructor(bytes: Uint8Array, end: number) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, end);
    let lastEnd = 0;
    let at = 0;
    let key = "";
    let value = "";
    const take = (until: number): void => {
      if (until > at) this.#fields.push({ key, value, bytes: ended(all.subarray(at, until)) });
    };
    walkFields(bytes, 0, end, ({ nameStart, nameEnd, valueStart, valueEnd }) => {
      take(nameStart);
      at = nameStart;
      key = all.toString("latin1", nameStart, nameEnd).toLowerCase();
      value = decodeRaw(all.toString("latin1", valueStart, valueEnd));
      lastEnd = valueEnd;
    });
    const fieldsEnd = lastEnd === 0 ? 0 : afterBreak(bytes, lastEnd, end);
    take(fieldsEnd);
    this.#end = all.subarray(fieldsEnd);
  }

  /** Of all fields with that name, in order, undecoded. */
  values(key: string): string[] {
    return this.#fields.filter((field) => field.key === key).map(({ value }) => value);
  }

  add(name: string, value: string, isLast: boolean): void {
    const bytes = written(name, value);
    const text = bytes.toString("latin1", name.length + 1).trimEnd();
    const field = { key: name.toLowerCase(), bytes, value: decodeRaw(text) };
    // Before the first field there may be what an mbox has left.
    const first = this.#fields[0]?.key === "" ? 1 : 0;
    this.#fields.splice(isLast ? this.#fields.length : first, 0, field);
  }

  /** @param isWanted is told the place of the field among those with its name */
  remove(key: string, isWanted: (place: number) => boolean): void {
    let place = 0;
    const kept = this.#fields.filter((field) => field.key !== key || !isWanted(place++));
    this.#fields.splice(0, this.#fields.length, ...kept);
  }

  /** With the empty line at its end. */
  get bytes(): Buffer {
    return Buffer.concat([...this.#fields.map(({ bytes }) => bytes), this.#end]);
  }
}
