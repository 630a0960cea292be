/** What a file is for people: apart from the types, so that a list waits for none of its tables. */
import type { FileKind } from "./files.ts";

const kindsOfTypes: readonly (readonly [RegExp, FileKind])[] = [
  [/^image\//, "image"],
  [/^audio\//, "audio"],
  [/^video\//, "video"],
  [/^application\/(?:x-)?pdf$/, "pdf"],
  [/^text\/(?:x-)?vcard$|^text\/directory$/, "contact"],
  [/^text\/calendar$|^application\/ics$/, "calendar"],
  [/^message\/(?:rfc822|global)$/, "letter"],
  [/^text\/(?:csv|tab-separated-values)$/, "sheet"],
  [/spreadsheet|ms-excel/, "sheet"],
  [/presentation|powerpoint/, "slides"],
  [/wordprocessing|msword|opendocument\.text|\brtf\b/, "document"],
  [/\bzip|x-7z|x-rar|vnd\.rar|x-tar|gzip|x-bzip/, "archive"],
  [/^text\/|^application\/(?:json|xml|javascript|x-sh|yaml)/, "text"],
];

const kindsOfExtensions: Readonly<Record<string, FileKind>> = Object.fromEntries(
  (
    [
      ["image", "png jpg jpeg jpe gif webp avif bmp svg tif tiff heic heif ico"],
      ["pdf", "pdf"],
      ["document", "doc docx odt rtf pages"],
      ["sheet", "xls xlsx ods csv tsv numbers"],
      ["slides", "ppt pptx odp key"],
      ["text", "txt log md json xml yaml yml html htm css js ts py c h cpp java go rs sh sql diff patch ini conf"],
      ["audio", "mp3 ogg oga wav flac m4a aac opus"],
      ["video", "mp4 webm mov mkv avi m4v ogv"],
      ["archive", "zip 7z rar tar gz tgz bz2 xz"],
      ["calendar", "ics ical"],
      ["contact", "vcf vcard"],
      ["letter", "eml msg"],
    ] as const
  ).flatMap(([kind, names]) => names.split(" ").map((name) => [name, kind])),
);

export const extensionOfName = (name: string | null): string =>
  /\.([\p{L}\p{N}]{1,10})$/u.exec(name ?? "")?.[1]!.toLowerCase() ?? "";

/** A type that says nothing gives way to the name. */
export function fileKind(type: string, name: string | null): FileKind {
  const byType = kindsOfTypes.find(([pattern]) => pattern.test(type))?.[1];
  const byName = kindsOfExtensions[extensionOfName(name)];
  return (
    (type === "text/plain" || byType === undefined || byType === "archive" ? byName : undefined) ?? byType ?? "other"
  );
}

interface ListedPart {
  type: string;
  name: string | null;
  disposition: string | null;
}

/**
 * Attachments without the calendar that is an alternative to the text of an invitation, where the letter has it as a file
 * too (invite.ics): senders put it into both places, since programs look in one or the other.
 */
export function withoutSecondCalendar<P extends ListedPart>(parts: readonly P[]): P[] {
  const isCalendar = ({ type, name }: P): boolean => fileKind(type, name) === "calendar";
  const isAlternative = ({ name, disposition }: P): boolean => name === null && disposition !== "attachment";
  const isAttached = parts.some((part) => isCalendar(part) && !isAlternative(part));
  return parts.filter((part) => !(isAttached && isCalendar(part) && isAlternative(part)));
}
