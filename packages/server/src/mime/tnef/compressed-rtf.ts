/** RTF as Outlook compresses it: [MS-OXRTFCP]. */

const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
const WINDOW = 4096;
/** Maximum octets of output. */
const MAX_SIZE = 8_000_000;

/** The initial content of the window: §2.1.2.1. */
const beginning = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
);

/** The output, and the window of its end that references point into. */
class Output {
  readonly #out: Buffer;
  readonly #window = Buffer.alloc(WINDOW, " ");
  #length = 0;
  /** The next write position in the window. */
  write = beginning.length;

  constructor(size: number) {
    this.#out = Buffer.alloc(size);
    beginning.copy(this.#window);
  }

  get isFull(): boolean {
    return this.#length >= this.#out.length;
  }

  put(byte: number): void {
    if (!this.isFull) this.#out[this.#length++] = byte;
    this.#window[this.write] = byte;
    this.write = (this.write + 1) % WINDOW;
  }

  repeat(offset: number, count: number): void {
    for (let index = 0; index < count; index++) this.put(this.#window[(offset + index) % WINDOW]!);
  }

  octets(): Buffer {
    return this.#out.subarray(0, this.#length);
  }
}

/** The decompressed RTF, up to the first error or the limit. Empty where the data is not compressed RTF. */
export function decompressRtf(bytes: Uint8Array): Buffer {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (source.length < 16) return Buffer.alloc(0);
  const size = Math.min(source.readUInt32LE(4), MAX_SIZE);
  const kind = source.readUInt32LE(8);
  if (kind === PLAIN) return source.subarray(16, 16 + size);
  const out = new Output(kind === COMPRESSED ? size : 0);
  let control = 0;
  let bits = 0;
  for (let at = 16; at < source.length && !out.isFull;) {
    if (bits === 0) {
      control = source[at++]!;
      bits = 8;
      continue;
    }
    const isReference = (control & 1) === 1;
    control >>= 1;
    bits--;
    if (!isReference) {
      out.put(source[at++]!);
      continue;
    }
    const reference = at + 1 < source.length ? source.readUInt16BE(at) : out.write << 4;
    at += 2;
    // A reference to the write position ends the data.
    if (reference >> 4 === out.write) break;
    out.repeat(reference >> 4, (reference & 15) + 2);
  }
  return out.octets();
}
