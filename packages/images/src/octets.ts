/** Reads numbers and names in a file's octets; beyond its end they are zero. Runs in browsers too: no Buffer. */

export const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
export const big16 = (bytes: Uint8Array, at: number): number => (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1);
export const big32 = (bytes: Uint8Array, at: number): number => big16(bytes, at) * 0x1_0000 + big16(bytes, at + 2);
export const little16 = (bytes: Uint8Array, at: number): number => byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8);
export const little24 = (bytes: Uint8Array, at: number): number => little16(bytes, at) | (byteAt(bytes, at + 2) << 16);
export const little32 = (bytes: Uint8Array, at: number): number =>
  little16(bytes, at) + little16(bytes, at + 2) * 0x1_0000;

/** One character per octet. */
export const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The octets of a text of Latin-1 characters. */
export const octetsOf = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** The ranges of a file that are retained. Adjacent ranges are merged, so that the cost is linear in the file's size. */
export class Stretches {
  readonly #bytes: Uint8Array;
  readonly #ends: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isEmpty(): boolean {
    return this.#ends.length === 0;
  }

  add(from: number, to: number): void {
    if (this.#ends.at(-1) === from) this.#ends[this.#ends.length - 1] = to;
    else this.#ends.push(from, to);
  }

  joined(): Uint8Array {
    const ends = this.#ends;
    let size = 0;
    for (let index = 0; index < ends.length; index += 2) size += ends[index + 1]! - ends[index]!;
    const all = new Uint8Array(size);
    let at = 0;
    for (let index = 0; index < ends.length; index += 2) {
      all.set(this.#bytes.subarray(ends[index], ends[index + 1]), at);
      at += ends[index + 1]! - ends[index]!;
    }
    return all;
  }
}
