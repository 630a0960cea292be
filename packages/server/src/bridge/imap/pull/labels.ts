/**
 * Folders that are labels (Gmail's X-GM-EXT-1): a message is in each folder whose label it has, and in "All Mail"; in
 * Trash or Spam it is in no other folder. Its flags are the same everywhere. Pure.
 */
import type { Id } from "@pismo/jmap";
import type { LabelFolders } from "../../../store/mirror/imap-labels.ts";
import type { MirroredEmail } from "../../../store/mirror/imap-copies.ts";
import { keywordSteps, type Step } from "../push/step.ts";

/** The folders of such a server that hold an Email of these mailboxes. */
export function labelled(mailboxIds: readonly Id[], { all, trash, junk }: LabelFolders): Id[] {
  const alone = [trash, junk].find((id) => id !== null && mailboxIds.includes(id));
  if (alone) return [alone];
  return all === null || mailboxIds.includes(all) ? [...mailboxIds] : [...mailboxIds, all];
}

export const isAlone = (mailboxId: Id, { trash, junk }: LabelFolders): boolean =>
  mailboxId === trash || mailboxId === junk;

export const isSameSet = (one: readonly Id[], other: readonly Id[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** differenceOf, where folders are labels. */
export function labelDifference(
  email: MirroredEmail,
  folders: LabelFolders,
  flagsOf: (mailboxId: Id) => readonly string[],
): Step[] {
  const { local, located } = email;
  const { all, trash } = folders;
  const [any] = located;
  const outside = located.filter(({ mailboxId }) => isAlone(mailboxId, folders));
  const source = located.find(({ mailboxId }) => mailboxId === all) ?? any;
  if (!local) {
    // Elsewhere deleting only removes the label: a message is destroyed from Trash (or Spam).
    if (!source || outside.length > 0 || trash === null) return located.map((at) => ({ kind: "delete", at }));
    return [{ kind: "move", at: source, to: trash }];
  }
  const target = labelled(local.mailboxIds, folders);
  if (!source) {
    const to = target.find((id) => id !== all) ?? target[0];
    return to === undefined ? [] : [{ kind: "append", to }];
  }
  const missing = target.filter((id) => !located.some(({ mailboxId }) => mailboxId === id));
  const extra = located.filter(({ mailboxId }) => !target.includes(mailboxId));
  const flags = keywordSteps(
    local.keywords,
    located.filter((at) => !extra.includes(at)),
    flagsOf,
  );
  const alone = target.find((id) => isAlone(id, folders));
  if (alone !== undefined) {
    // The move removes all labels.
    if (missing.length > 0) return [{ kind: "move", at: source, to: alone }];
    return [...flags, ...extra.map((at): Step => ({ kind: "delete", at }))];
  }
  // A message that leaves Trash or Spam is in "All Mail" automatically.
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

/** A folder's label: names as in LIST (RFC 3501 §5.1.3), system labels with a backslash. */
export const labelOf = (path: string, role: string | null): string =>
  systemLabels[role ?? ""] ?? path.replaceAll(/&|[^\x20-\x7e]+/g, encoded);

function encoded(text: string): string {
  if (text === "&") return "&-";
  const base64 = Buffer.from(text, "utf16le").swap16().toString("base64");
  return `&${base64.replaceAll("=", "").replaceAll("/", ",")}-`;
}
