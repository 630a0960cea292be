/** Writes the eight-bit Cyrillic charsets; TextDecoder only reads them, so its table is turned around. */

export function encodeLegacy(text: string, charset: "koi8-r" | "windows-1251"): Buffer {
  const codes = new Map<string, number>();
  const decoder = new TextDecoder(charset);
  for (let code = 255; code >= 0; code--) codes.set(decoder.decode(Uint8Array.of(code)), code);
  return Buffer.from(Array.from(text, (character) => codes.get(character) ?? 0x3f));
}
