/** Which picked files may be attached: by name, declared type and first bytes (docs/decisions: accepted-images). */

/** The specification's three types, by the extension that names them. */
const extensions: Record<string, string> = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" };

/** For the file picker's `accept`. */
export const acceptedImages = Object.keys(extensions)
  .map((extension) => `.${extension}`)
  .join(",");

/** The first bytes of each type: PNG (RFC 2083 §3.1) and JPEG's start-of-image marker. */
const signatures: Record<string, number[]> = {
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  "image/jpeg": [0xff, 0xd8, 0xff],
};

/** The media type, or undefined where name, declared type and content do not agree on one that is accepted. */
export async function acceptedImageType(file: File): Promise<string | undefined> {
  const type = extensions[file.name.split(".").pop()?.toLowerCase() ?? ""];
  if (!type || (file.type !== "" && file.type !== type && file.type !== "image/jpg")) return undefined;
  const signature = signatures[type] ?? [];
  const head = new Uint8Array(await file.slice(0, signature.length).arrayBuffer());
  return signature.every((byte, index) => head[index] === byte) ? type : undefined;
}

/** What was picked, divided: those that match, each with its type, and those that are left out. */
export async function sortImages(files: readonly File[]): Promise<{
  accepted: { file: File; type: string }[];
  rejected: File[];
}> {
  const types = await Promise.all(files.map(acceptedImageType));
  const accepted = files.flatMap((file, index) => (types[index] ? [{ file, type: types[index] }] : []));
  return { accepted, rejected: files.filter((_, index) => !types[index]) };
}
