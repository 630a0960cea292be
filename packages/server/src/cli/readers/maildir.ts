/** Maildir, and Maildir++ with its sub-folders ".Name.Child". */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ANSWERED, DRAFT, FLAGGED, FORWARDED, SEEN } from "@pismo/jmap";
import type { Keyword } from "@pismo/jmap";
import type { Found } from "./message.ts";
import { decodeModifiedUtf7 } from "./modified-utf7.ts";

/** A directory with `cur` and `new` in it. */
export async function isMaildir(dir: string): Promise<boolean> {
  const entries = await readdir(dir, { withFileTypes: true });
  return ["cur", "new"].every((name) => entries.some((entry) => entry.name === name && entry.isDirectory()));
}

/** The folders of a Maildir by their relative path; the first is the Maildir itself, with an empty path. */
export async function maildirFolders(dir: string): Promise<{ dir: string; path: string[] }[]> {
  const folders = [{ dir, path: [] as string[] }];
  for (const entry of (await readdir(dir, { withFileTypes: true })).sort(byName)) {
    if (!entry.isDirectory() || !/^\.[^.]/.test(entry.name)) continue;
    const folder = join(dir, entry.name);
    // Courier and Dovecot separate levels by dots; a dot in a name is ambiguous.
    if (await isMaildir(folder))
      folders.push({ dir: folder, path: entry.name.slice(1).split(".").map(decodeModifiedUtf7) });
  }
  return folders;
}

/** The files of one folder, unread ones of `new` last, in a stable order. */
export async function maildirFiles(dir: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of ["cur", "new"]) {
    const entries = (await readdir(join(dir, name), { withFileTypes: true })).sort(byName);
    files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(dir, name, entry.name)));
  }
  return files;
}

/** One message with the flags of its file name. */
export async function readMaildirMessage(file: string, maxBytes: number): Promise<Found> {
  const { size, mtime } = await stat(file);
  if (size > maxBytes) return { file, offset: 0, end: size, skipped: `larger than ${maxBytes} octets` };
  return {
    file,
    offset: 0,
    end: size,
    bytes: await readFile(file),
    keywords: keywordsOfName(basename(file)),
    receivedAt: receivedAtOfName(basename(file)) ?? mtime,
    folders: [],
  };
}

const flags: Record<string, Keyword> = { S: SEEN, R: ANSWERED, F: FLAGGED, D: DRAFT, P: FORWARDED };

/** "1204680122.27c448.host:2,FS" → $flagged, $seen. T (trashed) is no keyword of JMAP. */
export function keywordsOfName(name: string): Keyword[] {
  const info = /[:;!]2,([A-Za-z]*)$/.exec(name)?.[1] ?? "";
  return info.split("").flatMap((flag) => flags[flag] ?? []);
}

/** Whether the file is marked for deletion. */
export const isTrashed = (file: string): boolean => /[:;!]2,[A-Za-z]*T[A-Za-z]*$/.test(file);

/** The file name begins with the seconds of the delivery. */
function receivedAtOfName(name: string): Date | undefined {
  const seconds = Number(/^(\d{9,10})\./.exec(name)?.[1]);
  return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000);
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
