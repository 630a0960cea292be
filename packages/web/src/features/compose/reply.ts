/** How an answer begins: recipients, subject, the thread's header fields (RFC 5322 §3.6.4). Pure. */
import { addressKey, type Email, type EmailAddress } from "@pismo/jmap";

export type ReplyKind = "reply" | "replyAll" | "forward";

export type ReplySource = Pick<
  Email,
  "from" | "to" | "cc" | "replyTo" | "subject" | "messageId" | "references" | "inReplyTo"
>;

export interface ReplyStart {
  to: EmailAddress[];
  cc: EmailAddress[];
  subject: string;
  inReplyTo: string[] | null;
  references: string[] | null;
}

const key = ({ email }: EmailAddress): string => addressKey(email);

/** Each address once, the first of its kind, without those in `except`. */
function distinct(addresses: EmailAddress[], except: ReadonlySet<string>): EmailAddress[] {
  const seen = new Set(except);
  return addresses.filter((address) => address.email !== "" && !seen.has(key(address)) && seen.add(key(address)));
}

/** What mail programs, English and Russian ones foremost, put before the subject of an answer or a forwarded Email. */
const replyPrefix = "(?:re|aw|sv|antw|отв|ответ|на)(?:\\[\\d+\\]|\\(\\d+\\))?";
const forwardPrefix = "(?:fwd?|wg|пер|пересл)";
const replyPrefixes = new RegExp(`^(?:${replyPrefix}\\s*:\\s*)+`, "i");
const allPrefixes = new RegExp(`^(?:(?:${replyPrefix}|${forwardPrefix})\\s*:\\s*)+`, "i");

/** Whether a letter with this subject would be about something else than the one that it answers. */
export const isOtherSubject = (subject: string, answered: string): boolean =>
  subject.trim().replace(allPrefixes, "").trim() !== answered.trim().replace(allPrefixes, "").trim();

/** "Re: Отв: a" and "a" answer to "Re: a", and go on as "Fwd: a": a prefix is never repeated. */
export function prefixedSubject(kind: ReplyKind, subject: string | null): string {
  const [prefix, known] = kind === "forward" ? ["Fwd: ", allPrefixes] : ["Re: ", replyPrefixes];
  return prefix + (subject ?? "").trim().replace(known, "");
}

/**
 * @param own keys of the addresses of the person who answers
 */
export function startReply(kind: ReplyKind, source: ReplySource, own: ReadonlySet<string>): ReplyStart {
  const subject = prefixedSubject(kind, source.subject);
  if (kind === "forward") return { to: [], cc: [], subject, inReplyTo: null, references: null };

  const sender = (source.replyTo?.length ? source.replyTo : source.from) ?? [];
  // An answer to one's own Email goes where that Email went.
  const isOwn = sender.length > 0 && sender.every((address) => own.has(key(address)));
  const to = isOwn ? distinct(source.to ?? [], new Set()) : distinct(sender, new Set());
  const others = isOwn ? (source.cc ?? []) : [...(source.to ?? []), ...(source.cc ?? [])];
  const cc = kind === "replyAll" ? distinct(others, new Set([...own, ...to.map(key)])) : [];

  const messageId = source.messageId ?? [];
  const earlier = source.references ?? source.inReplyTo ?? [];
  const references = [...new Set([...earlier, ...messageId])];
  return {
    to,
    cc,
    subject,
    inReplyTo: messageId.length > 0 ? messageId : null,
    references: references.length > 0 ? references : null,
  };
}
