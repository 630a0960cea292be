/** UTF-7 (RFC 2152), which TextDecoder does not support. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Map(Array.from(alphabet, (char, value) => [char, value]));

/**
 * Decodes UTF-16 in base64; undefined where the sextets are no whole units, or end in bits that are set.
 * Not by Buffer: a message may have a million shifts, and a Buffer for each would cost more than the text.
 */
function decodeUnits(base64: string): string | undefined {
  let text = "";
  let [bits, count] = [0, 0];
  for (const char of base64) {
    bits = ((bits << 6) | values.get(char)!) & 0x3fffff;
    count += 6;
    if (count < 16) continue;
    count -= 16;
    text += String.fromCharCode((bits >> count) & 0xffff);
  }
  const isWhole = text !== "" && count < 6 && (bits & ((1 << count) - 1)) === 0;
  return isWhole ? text : undefined;
}

/** Decodes the shifted parts of a text. Never throws; a "+" that begins no UTF-7 stays ("2+2", "C++"). */
export function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (whole, base64: string) =>
    whole === "+-" ? "+" : (decodeUnits(base64) ?? whole),
  );
}
