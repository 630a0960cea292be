/** UTF-7 (RFC 2152), which TextDecoder does not know. */

/** Never throws; what is not UTF-7 stays as it is. */
export function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replace(/\+([A-Za-z0-9+/]*)-?/g, (whole, base64: string) => {
      if (!base64) return whole === "+-" ? "+" : whole;
      const units = Buffer.from(base64, "base64");
      return units
        .subarray(0, units.length & ~1)
        .swap16()
        .toString("utf16le");
    });
}
