/** Which picked files may be attached: by name, declared type and first bytes (docs/decisions: accepted-images). */

interface Kind {
  type: string;
  /** The magic bytes of the file type. */
  signature: number[];
}

const jpeg: Kind = { type: "image/jpeg", signature: [0xff, 0xd8, 0xff] };
const zipped = [0x50, 0x4b];
const office = "application/vnd.openxmlformats-officedocument";

/** The specification's three, and what a deployment most likely adds to them, by the end of the name. */
const kinds: Record<string, Kind> = {
  // RFC 2083 §3.1
  png: { type: "image/png", signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  jpg: jpeg,
  jpeg,
  gif: { type: "image/gif", signature: [0x47, 0x49, 0x46, 0x38] },
  webp: { type: "image/webp", signature: [0x52, 0x49, 0x46, 0x46] },
  pdf: { type: "application/pdf", signature: [0x25, 0x50, 0x44, 0x46] },
  zip: { type: "application/zip", signature: zipped },
  docx: { type: `${office}.wordprocessingml.document`, signature: zipped },
  xlsx: { type: `${office}.spreadsheetml.sheet`, signature: zipped },
  pptx: { type: `${office}.presentationml.presentation`, signature: zipped },
};

/** Other names that browsers and systems give to a type. */
const aliases: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "application/x-zip-compressed": "application/zip",
};

const unknownType = "application/octet-stream";

/** Ends of names that are accepted, as the server has them; null: any. */
export type AcceptedTypes = readonly string[] | null;

/** For the file picker's `accept`. */
export const pickerAccept = (accepted: AcceptedTypes): string | undefined =>
  accepted?.map((extension) => `.${extension}`).join(",");

const imageExtensions = ["png", "jpg", "gif", "webp"] as const;

const beginsLike = (head: Uint8Array, { signature }: Kind): boolean =>
  signature.every((byte, index) => head[index] === byte);

/** The media type, or undefined where name, declared type and content do not agree on one that is accepted. */
export async function acceptedType(file: File, accepted: AcceptedTypes): Promise<string | undefined> {
  const extension = file.name.includes(".") ? file.name.split(".").pop()!.toLowerCase() : "";
  if (accepted && !accepted.includes(extension)) return undefined;
  const declared = aliases[file.type] ?? file.type;
  const kind = kinds[extension];
  // Images are validated when they are read; of other files only the declared type is known.
  if (!accepted) return (kind?.type.startsWith("image/") ? kind.type : declared || kind?.type) || unknownType;
  if (kind && declared !== "" && declared !== kind.type) return undefined;
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (kind) return beginsLike(head, kind) ? kind.type : undefined;
  // An image of a kind that is not accepted is none under another name either.
  const inside = imageExtensions.find((each) => beginsLike(head, kinds[each]!));
  return inside && !accepted.includes(inside) ? undefined : declared || unknownType;
}

/** The picked files, divided into accepted ones with their types, and rejected ones. */
export async function sortFiles(
  files: readonly File[],
  accepted: AcceptedTypes,
): Promise<{ taken: { file: File; type: string }[]; leftOut: File[] }> {
  const types = await Promise.all(files.map((file) => acceptedType(file, accepted)));
  const taken = files.flatMap((file, index) => (types[index] ? [{ file, type: types[index] }] : []));
  return { taken, leftOut: files.filter((_, index) => !types[index]) };
}
