/** Messages end their lines with CRLF (RFC 5322 §2.1), files often with LF. */

const LF = 0x0a;
const CR = 0x0d;

/** Makes every LF a CRLF, unless the message has a CRLF already: then its line ends are left unchanged. */
export function withCrlf(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.includes("\r\n")) return bytes;
  let breaks = 0;
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) breaks += 1;
  if (breaks === 0) return bytes;
  const result = Buffer.allocUnsafe(buffer.length + breaks);
  let written = 0;
  let done = 0;
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, done)) {
    written += buffer.copy(result, written, done, at);
    result[written++] = CR;
    result[written++] = LF;
    done = at + 1;
  }
  buffer.copy(result, written, done);
  return result;
}

/** The message with LF alone, or undefined where CRLF could not be restored: it has a bare LF. */
export function withLf(bytes: Uint8Array): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = buffer.indexOf(LF); at >= 0; at = buffer.indexOf(LF, at + 1)) {
    if (buffer[at - 1] !== CR) return undefined;
    pieces.push(buffer.subarray(done, at - 1));
    done = at;
  }
  if (done === 0) return undefined;
  const result = Buffer.concat([...pieces, buffer.subarray(done)]);
  // "\r\r\n" becomes "\r\n", which the reverse direction would take for retained line ends.
  return result.includes("\r\n") ? undefined : result;
}
