/**
 * Folders that are labels (Gmail's X-GM-EXT-1): one letter is in each folder whose label it has, and in "All Mail" as
 * well; in Trash and in Spam it is alone. Its flags are the same everywhere. Pure.
 */
import type { Id } from "@pismo/jmap";
import type { LabelFolders } from "../../store/imap-labels.ts";
import type { Letter } from "../../store/imap-messages.ts";
import type { Step } from "./difference.ts";
import { keywordSteps } from "./keyword-steps.ts";

/** Where a letter is on such a server when it is to be in these mailboxes. */
export function labelled(mailboxIds: readonly Id[], { all, trash, junk }: LabelFolders): Id[] {
  const alone = [trash, junk].find((id) => id !== null && mailboxIds.includes(id));
  if (alone) return [alone];
  return all === null || mailboxIds.includes(all) ? [...mailboxIds] : [...mailboxIds, all];
}

export const isAlone = (mailboxId: Id, { trash, junk }: LabelFolders): boolean =>
  mailboxId === trash || mailboxId === junk;

export const isSameSet = (one: readonly Id[], other: readonly Id[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** As differenceOf, where folders are labels. */
export function labelDifference(
  letter: Letter,
  folders: LabelFolders,
  flagsOf: (mailboxId: Id) => readonly string[],
): Step[] {
  const { local, placed } = letter;
  const { all, trash } = folders;
  const [any] = placed;
  const outside = placed.filter(({ mailboxId }) => isAlone(mailboxId, folders));
  const source = placed.find(({ mailboxId }) => mailboxId === all) ?? any;
  if (!local) {
    // Elsewhere a deletion takes the label alone away: a letter is destroyed out of Trash (or Spam).
    if (!source || outside.length > 0 || trash === null) return placed.map((at) => ({ kind: "delete", at }));
    return [{ kind: "move", at: source, to: trash }];
  }
  const wanted = labelled(local.mailboxIds, folders);
  if (!source) {
    const to = wanted.find((id) => id !== all) ?? wanted[0];
    return to === undefined ? [] : [{ kind: "append", to }];
  }
  const missing = wanted.filter((id) => !placed.some(({ mailboxId }) => mailboxId === id));
  const extra = placed.filter(({ mailboxId }) => !wanted.includes(mailboxId));
  const flags = keywordSteps(
    local.keywords,
    placed.filter((at) => !extra.includes(at)),
    flagsOf,
  );
  const alone = wanted.find((id) => isAlone(id, folders));
  if (alone !== undefined) {
    // With the move it loses all labels.
    if (missing.length > 0) return [{ kind: "move", at: source, to: alone }];
    return [...flags, ...extra.map((at): Step => ({ kind: "delete", at }))];
  }
  // What leaves Trash or Spam is in "All Mail" by itself.
  const labels = missing.filter((id) => id !== all);
  const [out] = outside;
  if (out) {
    const to = labels[0] ?? missing[0];
    return to === undefined ? [{ kind: "delete", at: out }] : [{ kind: "move", at: out, to }];
  }
  const copies = labels.map((to): Step => ({ kind: "copy", at: source, to }));
  const unlabel = all === null ? "delete" : "unlabel";
  return [...flags, ...copies, ...extra.map((at): Step => ({ kind: unlabel, at }))];
}

const systemLabels: Readonly<Record<string, string>> = { inbox: "\\Inbox", sent: "\\Sent", drafts: "\\Draft" };

/** What the server calls a folder's label: names as in LIST (RFC 3501 §5.1.3), system labels with a backslash. */
export const labelOf = (path: string, role: string | null): string =>
  systemLabels[role ?? ""] ?? path.replaceAll(/&|[^\x20-\x7e]+/g, encoded);

function encoded(text: string): string {
  if (text === "&") return "&-";
  const base64 = Buffer.from(text, "utf16le").swap16().toString("base64");
  return `&${base64.replaceAll("=", "").replaceAll("/", ",")}-`;
}
