/** What is pushed about letters that have arrived together: one message a conversation, or one for many. */
import { type Id, type NotificationMessage, utcDateOf } from "@pismo/jmap";
import { hash } from "node:crypto";
import type { EmailRecord } from "../store/mail/emails.ts";

/** Notifications that a person still reads one by one. */
const MAX_CONVERSATIONS = 4;
/** RFC 8291 §4: a message has at most 3993 octets, and a character takes up to six of them in JSON. */
const MAX_NAME_CHARS = 100;
const MAX_SUBJECT_CHARS = 300;
/** Names in a message about many. */
const MAX_NAMES = 3;

export interface ToPush {
  message: NotificationMessage;
  topic: string;
}

export interface About {
  accountId: Id;
  accountName?: string;
  unread: number;
}

type News = Pick<EmailRecord, "id" | "threadId" | "receivedAt" | "headers">;

function cut(text: string, maxChars: number): string {
  const chars = Array.from(text.replace(/\s+/g, " ").trim());
  return chars.length > maxChars ? `${chars.slice(0, maxChars - 1).join("")}…` : chars.join("");
}

const senderOf = ({ headers: { from } }: News): string =>
  cut(from?.[0]?.name || from?.[0]?.email || "", MAX_NAME_CHARS);

/** At most 32 characters of base64url (RFC 8030 §5.4), which tell the push service nothing. */
const topicOf = (...names: string[]): string => hash("sha256", names.join("\n"), "base64url").slice(0, 32);

/**
 * @param news in the order in which they arrived
 * @param seed keeps the push service from telling which conversation a topic is
 */
export function messagesFor(news: readonly News[], about: About, seed: string): ToPush[] {
  const byThread = new Map<Id, News[]>();
  for (const email of news) {
    const before = byThread.get(email.threadId) ?? [];
    // Last, as its newest letter is.
    byThread.delete(email.threadId);
    byThread.set(email.threadId, [...before, email]);
  }
  const { accountId } = about;
  if (byThread.size > MAX_CONVERSATIONS) {
    const from = [...new Set(news.toReversed().map(senderOf))].slice(0, MAX_NAMES);
    const receivedAt = utcDateOf(news.at(-1)!.receivedAt);
    const message = { "@type": "ManyNewEmails" as const, ...about, from, count: news.length, receivedAt };
    return [{ message, topic: topicOf(seed, accountId) }];
  }
  return Array.from(byThread.entries(), ([threadId, emails]): ToPush => {
    const newest = emails.at(-1)!;
    const message: NotificationMessage = {
      "@type": "NewEmails",
      ...about,
      threadId,
      emailId: newest.id,
      from: senderOf(newest),
      subject: cut(newest.headers.subject ?? "", MAX_SUBJECT_CHARS),
      count: emails.length,
      receivedAt: utcDateOf(newest.receivedAt),
    };
    return { message, topic: topicOf(seed, accountId, threadId) };
  });
}
