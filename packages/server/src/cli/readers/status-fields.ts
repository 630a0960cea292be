/** Header fields in which mail programs store flags and folders in an mbox. */
import { ANSWERED, DRAFT, FLAGGED, FORWARDED, IMPORTANT, SEEN } from "@pismo/jmap";
import type { Keyword } from "@pismo/jmap";

export interface StatusFields {
  keywords: Keyword[];
  /** Paths of folders from X-Gmail-Labels. */
  folders: string[][];
}

/** @param field returns the values of a header field by its lower-case name, unfolded and decoded */
export function readStatusFields(field: (name: string) => string[]): StatusFields {
  const keywords = new Set<Keyword>();
  const status = (field("status")[0] ?? "") + (field("x-status")[0] ?? "");
  const flags: Record<string, Keyword> = { R: SEEN, F: FLAGGED, A: ANSWERED, T: DRAFT };
  for (const [flag, keyword] of Object.entries(flags)) if (status.includes(flag)) keywords.add(keyword);

  // Mozilla's bits; some files say 0x-prefixed, all are hexadecimal.
  const mozilla = Number.parseInt(field("x-mozilla-status")[0] ?? "0", 16) || 0;
  if (mozilla & 0x0001) keywords.add(SEEN);
  if (mozilla & 0x0002) keywords.add(ANSWERED);
  if (mozilla & 0x0004) keywords.add(FLAGGED);
  if (mozilla & 0x1000) keywords.add(FORWARDED);

  for (const word of `${field("x-keywords")[0] ?? ""} ${field("x-mozilla-keys")[0] ?? ""}`.split(/[\s,]+/)) {
    const keyword = asKeyword(word);
    if (keyword) keywords.add(keyword);
  }

  const labels = field("x-gmail-labels")[0];
  const gmail = labels === undefined ? undefined : readGmailLabels(labels);
  gmail?.keywords.forEach((keyword) => keywords.add(keyword));
  return { keywords: [...keywords], folders: gmail?.folders ?? [] };
}

/** A JMAP keyword (RFC 8621 §4.1.1), or undefined where the word is not a valid one. */
function asKeyword(word: string): Keyword | undefined {
  const keyword = word.toLowerCase();
  return /^[!#$&'+\-./0-9:;<=>?@^_`a-z|}~]{1,255}$/.test(keyword) ? keyword : undefined;
}

/** Google Takeout writes the labels in the language of the account. */
const flagLabels: Record<string, Keyword> = {
  starred: FLAGGED,
  помеченные: FLAGGED,
  important: IMPORTANT,
  важное: IMPORTANT,
  важные: IMPORTANT,
};
const unreadLabels = new Set(["unread", "непрочитанные"]);
const emptyLabels = new Set(["opened", "открытые", "прочитанные"]);
const categoryLabel = /^(?:category|категория)\b/;

/** Comma-separated labels; one with a comma or a quote is quoted. */
export function splitLabels(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)]
    .map(([, quoted, plain = ""]) => (quoted?.replaceAll(/\\(.)/g, "$1") ?? plain).trim())
    .filter((label) => label !== "");
}

/** The name of the role, as `--folder` takes it, by the name of the label. */
export const roleLabels: Readonly<Record<string, string>> = {
  inbox: "inbox",
  входящие: "inbox",
  sent: "sent",
  отправленные: "sent",
  draft: "drafts",
  drafts: "drafts",
  черновики: "drafts",
  spam: "junk",
  спам: "junk",
  trash: "trash",
  корзина: "trash",
  archived: "archive",
  архив: "archive",
  архивированные: "archive",
};

function readGmailLabels(text: string): StatusFields {
  const labels = splitLabels(text);
  const keywords = new Set<Keyword>();
  const folders: string[][] = [];
  for (const label of labels) {
    const name = label.toLowerCase();
    const flag = flagLabels[name];
    const role = roleLabels[name];
    if (flag) keywords.add(flag);
    else if (role) folders.push([role]);
    else if (name && !unreadLabels.has(name) && !emptyLabels.has(name) && !categoryLabel.test(name)) {
      folders.push(label.split("/").filter((part) => part.trim() !== ""));
    }
    if (role === "drafts") keywords.add(DRAFT);
  }
  if (!labels.some((label) => unreadLabels.has(label.toLowerCase()))) keywords.add(SEEN);
  return { keywords: [...keywords], folders };
}
