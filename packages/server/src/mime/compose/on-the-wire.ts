/** Lines end in CRLF on the wire (RFC 5322 §2.1); those of imported messages may not, and servers refuse them. Pure. */
export function onTheWire(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("latin1");
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? Buffer.from(text.replaceAll(/\r\n|\r|\n/g, "\r\n"), "latin1") : buffer;
}
