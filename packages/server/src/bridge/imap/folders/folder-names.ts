/** Names of folders on both sides. Pure. */
import type { ListResponse } from "imapflow";

/** Also the limit of Mailbox/set (RFC 8621 §2). */
export const MAX_NAME_OCTETS = 255;

/** Turns a server's folder name into a valid mailbox name. */
export function mailboxName(name: string): string {
  let clean = name
    .normalize("NFC")
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();
  while (Buffer.byteLength(clean) > MAX_NAME_OCTETS) clean = Array.from(clean).slice(0, -1).join("");
  return clean || "—";
}

/**
 * Turns a mailbox name into a valid folder name: one level, no pattern of LIST (RFC 9051 §5.1), and no slash, which
 * servers that store folders as files refuse whatever their delimiter is.
 */
export function folderName(name: string, delimiter: string): string {
  return name.replaceAll(delimiter, "-").replaceAll(/[/%*\p{Cc}]/gu, "-");
}

/** @param prefix of the person's own folders (RFC 2342): "", "INBOX." */
export function folderPath(parentPath: string | null, name: string, delimiter: string, prefix: string): string {
  const own = folderName(name, delimiter);
  return parentPath === null ? `${prefix}${own}` : `${parentPath}${delimiter}${own}`;
}

const roles: Readonly<Record<string, string>> = {
  "\\Inbox": "inbox",
  "\\Drafts": "drafts",
  "\\Sent": "sent",
  "\\Junk": "junk",
  "\\Trash": "trash",
  "\\Archive": "archive",
};

/** Names of big providers that ImapFlow's list, in some sixty languages, lacks. */
const moreNames: Readonly<Record<string, string>> = {
  відправлені: "sent",
  gönderilenler: "sent",
  보낸편지함: "sent",
  "보낸 편지함": "sent",
  임시보관함: "drafts",
  "내게쓴 편지함": "drafts",
  스팸메일함: "junk",
  스팸편지함: "junk",
  已删除: "trash",
  已删除邮件: "trash",
  已刪除郵件: "trash",
};

/** By SPECIAL-USE (RFC 6154), or by the usual names in many languages. */
export const roleOf = ({ specialUse, name }: Pick<ListResponse, "specialUse" | "name">): string | null =>
  roles[specialUse ?? ""] ?? moreNames[name.normalize("NFC").toLowerCase()] ?? null;

/** Views of messages in other folders (RFC 6154): mirrored they would be duplicates. */
export const isView = ({ flags }: Pick<ListResponse, "flags">): boolean =>
  [...flags].some((flag) => /^\\(flagged|important)$/i.test(flag));

/** The folder of all messages outside Trash and Spam (RFC 6154). */
export const isAllMail = ({ flags }: Pick<ListResponse, "flags">): boolean =>
  [...flags].some((flag) => flag.toLowerCase() === "\\all");

export const isMissing = ({ flags }: Pick<ListResponse, "flags">): boolean =>
  [...flags].some((flag) => flag.toLowerCase() === "\\nonexistent");

export const isContainer = ({ flags }: Pick<ListResponse, "flags">): boolean =>
  [...flags].some((flag) => flag.toLowerCase() === "\\noselect") || isMissing({ flags });
