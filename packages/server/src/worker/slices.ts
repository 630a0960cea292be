/** Splits many messages into slices for workers. */

/** A slice has at most this many messages or octets: its messages share the sync of their folders, and no caller waits long. */
const SLICE_MESSAGES = 100;
const SLICE_OCTETS = 4 << 20;

/** Slices in the order of the messages. */
export function slicesOf(messages: readonly Uint8Array[]): Uint8Array[][] {
  const slices: Uint8Array[][] = [];
  let size = 0;
  for (const bytes of messages) {
    const last = slices.at(-1);
    size += bytes.length;
    if (last && last.length < SLICE_MESSAGES && size <= SLICE_OCTETS) last.push(bytes);
    else {
      slices.push([bytes]);
      size = bytes.length;
    }
  }
  return slices;
}

/** One transferable buffer: a view of a larger one would be copied with its whole buffer. */
export function joined(pieces: readonly Uint8Array[]): { octets: Uint8Array; ends: number[] } {
  const octets = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  const ends: number[] = [];
  for (const bytes of pieces) {
    octets.set(bytes, ends.at(-1) ?? 0);
    ends.push((ends.at(-1) ?? 0) + bytes.length);
  }
  return { octets, ends };
}
