/** How a file is shown, by what it is and how large. Pure. */
import { extensionOfName, type FileKind, fileKind, type Id } from "@pismo/jmap";

export interface PreviewFile {
  blobId: Id;
  name: string;
  type: string;
  size: number;
}

export type Viewer =
  | "picture"
  | "pdf"
  | "text"
  | "table"
  | "audio"
  | "video"
  | "calendar"
  | "contact"
  | "letter"
  | "office";

/** What browsers draw without running anything. An SVG is shown as its text. */
const isBitmap = (type: string): boolean => /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/.test(type);

const byKind: Partial<Record<FileKind, Viewer>> = {
  pdf: "pdf",
  text: "text",
  audio: "audio",
  video: "video",
  calendar: "calendar",
  contact: "contact",
  document: "office",
  slides: "office",
  letter: "letter",
};

/** Larger files are downloaded: they would be held in memory as a whole. Sound and video come in pieces. */
const largest: Partial<Record<Viewer, number>> = {
  pdf: 50_000_000,
  text: 20_000_000,
  table: 20_000_000,
  calendar: 1_000_000,
  contact: 1_000_000,
  office: 50_000_000,
};

const bitmaps: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  bmp: "image/bmp",
};

/** Some programs call every file a stream of octets. */
export const shownType = ({ type, name }: PreviewFile): string =>
  type === "application/octet-stream" ? (bitmaps[extensionOfName(name)] ?? type) : type;

/** undefined: there is nothing to show but its name. */
export function viewerOf(file: PreviewFile): Viewer | undefined {
  return isTooLarge(file) ? undefined : kindOfViewer(file);
}

/** Only because of its size there is nothing to show. */
export function isTooLarge(file: PreviewFile): boolean {
  const viewer = kindOfViewer(file);
  return viewer !== undefined && file.size > (largest[viewer] ?? Infinity);
}

function kindOfViewer(file: PreviewFile): Viewer | undefined {
  const kind = fileKind(file.type, file.name);
  const extension = extensionOfName(file.name);
  if (kind === "image") return isBitmap(shownType(file)) ? "picture" : extension === "svg" ? "text" : undefined;
  if (kind === "sheet") return /^(?:csv|tsv)$/.test(extension) || file.type.startsWith("text/") ? "table" : "office";
  // Outlook's own format is no text.
  if (kind === "letter" && extension === "msg") return undefined;
  return byKind[kind];
}
