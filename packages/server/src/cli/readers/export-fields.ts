/**
 * The lines that `pismo export` writes above a message in an mbox: flags and folders in the fields that other
 * programs read, preceded by one with the number of lines. `pismo import` removes them again, so
 * that the message is restored byte for byte.
 */
import { ANSWERED, DRAFT, FLAGGED, SEEN } from "@pismo/jmap";
import type { Keyword } from "@pismo/jmap";
import { decodeWords } from "postal-mime";
import { roleLabels, splitLabels } from "./status-fields.ts";

export interface ExportFields {
  keywords: readonly Keyword[];
  /** The folder of a role as one role name, others by the names of their path. */
  folders: readonly (readonly string[])[];
  /** CRLF became LF in the file; otherwise the line ends are unchanged. */
  hasConvertedLineEnds: boolean;
  /** The file has a line end after the last line, the message none. */
  hasAddedLineEnd: boolean;
}

const statusFlags: [Keyword, string][] = [
  [ANSWERED, "A"],
  [FLAGGED, "F"],
  [DRAFT, "T"],
];

/** The lines, each ended by LF. */
export function writeExportFields(fields: ExportFields): string {
  const has = (keyword: Keyword) => fields.keywords.includes(keyword);
  const xStatus = statusFlags.flatMap(([keyword, flag]) => (has(keyword) ? flag : [])).join("");
  const others = fields.keywords.filter((keyword) => keyword !== SEEN && !statusFlags.some(([own]) => own === keyword));
  const labels = [...fields.folders.map((path) => labelOf(path)), ...(has(SEEN) ? [] : ["Unread"])];
  const lines = [
    `Status: ${has(SEEN) ? "RO" : "O"}`,
    ...(xStatus ? [`X-Status: ${xStatus}`] : []),
    ...(others.length > 0 ? [`X-Keywords: ${others.join(" ")}`] : []),
    ...(labels.length > 0 ? [`X-Gmail-Labels: ${encodeWords(labels.map(quoteLabel).join(","))}`] : []),
  ];
  const lineEnds = fields.hasConvertedLineEnds ? "lf" : "kept";
  const last = fields.hasAddedLineEnd ? "; last=open" : "";
  return [`X-Pismo-Export: 1; lines=${lines.length}; line-ends=${lineEnds}${last}`, ...lines, ""].join("\n");
}

/** Removes the lines from a message that `pismo export` wrote; undefined for any other message. */
export function takeExportFields(bytes: Uint8Array): { fields: ExportFields; bytes: Uint8Array } | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 65_536)).toString("latin1");
  const [first, count = "", lineEnds, last] =
    /^X-Pismo-Export: 1; lines=(\d); line-ends=(lf|kept)(; last=open)?\n/.exec(head) ?? [];
  if (first === undefined) return undefined;
  let end = first.length;
  const values = new Map<string, string>();
  for (let line = 0; line < Number(count); line++) {
    const lineEnd = head.indexOf("\n", end);
    if (lineEnd < 0) return undefined;
    const [, name = "", value = ""] = /^([\w-]+): (.*)$/.exec(head.slice(end, lineEnd)) ?? [];
    values.set(name, value);
    end = lineEnd + 1;
  }
  const keywords = [
    ...(values.get("Status")?.includes("R") ? [SEEN] : []),
    ...statusFlags.flatMap(([keyword, flag]) => (values.get("X-Status")?.includes(flag) ? keyword : [])),
    ...(values.get("X-Keywords")?.split(" ") ?? []),
  ];
  const folders = splitLabels(decodeWords(values.get("X-Gmail-Labels") ?? ""))
    .filter((label) => label !== "Unread")
    .map((label) => (roleLabels[label.toLowerCase()] ? [roleLabels[label.toLowerCase()] ?? ""] : label.split("/")));
  return {
    fields: { keywords, folders, hasConvertedLineEnds: lineEnds === "lf", hasAddedLineEnd: last !== undefined },
    bytes: bytes.subarray(end),
  };
}

/** The English label of a role, as Gmail spells it. */
function labelOf(path: readonly string[]): string {
  const [first = "", ...rest] = path;
  const label = Object.keys(roleLabels).find((name) => roleLabels[name] === first);
  return rest.length === 0 && label ? label[0]?.toUpperCase() + label.slice(1) : path.join("/");
}

const quoteLabel = (label: string) => (/[",]/.test(label) ? `"${label.replaceAll(/["\\]/g, "\\$&")}"` : label);

/** RFC 2047, where the text is not ASCII; a word holds whole characters and at most 75 octets. */
function encodeWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces = text.match(/.{1,11}/gsu) ?? [];
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString("base64")}?=`).join(" ");
}
