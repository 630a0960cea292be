/** UTF-7 (RFC 2152), which TextDecoder does not know. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Map(Array.from(alphabet, (char, value) => [char, value]));

/** UTF-16 in base64. By hand: a letter may switch a million times, and a Buffer each would cost more than the text. */
function decodeUnits(base64: string): string {
  let text = "";
  let [bits, count] = [0, 0];
  for (const char of base64) {
    bits = ((bits << 6) | values.get(char)!) & 0x3fffff;
    count += 6;
    if (count < 16) continue;
    count -= 16;
    text += String.fromCharCode((bits >> count) & 0xffff);
  }
  return text;
}

/** Never throws; what is not UTF-7 stays as it is. */
export function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/\+([A-Za-z0-9+/]*)-?/g, (whole, base64: string) =>
      base64 ? decodeUnits(base64) : whole === "+-" ? "+" : whole,
    );
}
