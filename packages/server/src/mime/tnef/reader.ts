/** Octets of a TNEF stream, read one after the other: little endian, and never behind the end. */

/** The stream does not hold what it says. */
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

  /** @throws TnefError when there are not so many */
  take(count: number): Buffer {
    if (count > this.left) throw new TnefError(`${count} octets wanted, ${this.left} left`);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** Of a length that is filled up to a multiple of four; the last one may lack the filling. */
  takePadded(count: number): Buffer {
    const taken = this.take(count);
    this.#at = Math.min(this.#bytes.length, this.#at + ((4 - (count % 4)) % 4));
    return taken;
  }

  number(octets: 1 | 2 | 4): number {
    return this.take(octets).readUIntLE(0, octets);
  }
}
