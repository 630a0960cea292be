/** Reads the octets of a TNEF stream in order: little-endian, and never past the end. */

/** The stream is shorter than it claims, or not TNEF. */
export class TnefError extends Error {
  override readonly name = "TnefError";
}

export class TnefReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** @throws TnefError when fewer are left */
  take(count: number): Buffer {
    if (count > this.left) throw new TnefError(`${count} octets wanted, ${this.left} left`);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Padded to a multiple of four octets; the last one may lack the padding. */
  takePadded(count: number): Buffer {
    const taken = this.take(count);
    this.#at = Math.min(this.#bytes.length, this.#at + ((4 - (count % 4)) % 4));
    return taken;
  }

  number(octets: 1 | 2 | 4): number {
    return this.take(octets).readUIntLE(0, octets);
  }
}
