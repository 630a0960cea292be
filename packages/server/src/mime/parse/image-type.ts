/** The type of an image by its signature alone: the declared type is not trusted. Pure. */

const signatures: readonly [type: string, offset: number, bytes: string][] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/bmp", 0, "BM"],
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
];

/** The media type of a bitmap; undefined for everything else, SVG in particular. */
export function imageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1");
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  return signatures.find(([, offset, signature]) => head.startsWith(signature, offset))?.[0];
}
