/** All sample Emails as messages, with their times relative to `now`. */
import type { Keyword } from "@pismo/jmap";
import { compose } from "./compose.ts";
import type { SampleEmail, SampleMailbox } from "./sample-email.ts";
import { bounce } from "./emails/bounce.ts";
import { conversation } from "./emails/conversation.ts";
import { finances } from "./emails/finances.ts";
import { fines } from "./emails/fines.ts";
import { friends } from "./emails/friends.ts";
import { newsletters } from "./emails/newsletters.ts";
import { orders } from "./emails/orders.ts";
import { own } from "./emails/own.ts";
import { registrations } from "./emails/registrations.ts";
import { tickets } from "./emails/tickets.ts";
import { travels } from "./emails/travels.ts";
import { unwanted } from "./emails/unwanted.ts";
import { welcome } from "./emails/welcome.ts";
import { workEmails } from "./emails/work.ts";

export interface SampleMessage {
  key: string;
  bytes: Buffer;
  sentAt: Date;
  mailbox: SampleMailbox;
  keywords: readonly Keyword[];
  isUnread: boolean;
}

const themes = [
  welcome,
  orders,
  finances,
  registrations,
  travels,
  tickets,
  fines,
  conversation,
  newsletters,
  friends,
  workEmails,
  own,
  unwanted,
];

/** Oldest first. @param address the person's own */
export async function sampleMessages(address: string, now: Date): Promise<SampleMessage[]> {
  const emails: SampleEmail[] = [];
  for (const theme of themes) {
    emails.push(...theme());
    // Painting images takes a while: yields to the server that is starting.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const byKey = new Map(emails.map((email) => [email.key, email]));
  const build = async (email: SampleEmail): Promise<Buffer> => {
    const forwarded = byKey.get(email.forwards ?? "");
    return compose(email, {
      address,
      sentAt: timeOf(email, now),
      references: referencesOf(email, byKey),
      forwarded: forwarded && (await build(forwarded)),
    });
  };

  const messages: SampleMessage[] = [];
  for (const email of emails) {
    const { key, mailbox = "inbox", keywords = [], isUnread = false } = email;
    messages.push({ key, bytes: await build(email), sentAt: timeOf(email, now), mailbox, keywords, isUnread });
  }
  const returned = messages.find(({ key }) => key === "bounced");
  if (returned) {
    const sentAt = new Date(returned.sentAt.getTime() + 90_000);
    const bytes = bounce(sentAt, address, returned.bytes);
    messages.push({ key: "bounce", bytes, sentAt, mailbox: "inbox", keywords: [], isUnread: false });
  }
  return messages.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
}

/** Days back at a time of day; today's Emails were all sent within the last minutes, none in the future. */
function timeOf({ daysAgo, time }: SampleEmail, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const sentAt = new Date(now);
  sentAt.setDate(sentAt.getDate() - daysAgo);
  sentAt.setHours(hours, minutes, 0, 0);
  return daysAgo === 0 ? new Date(now.getTime() - (5 - minutes) * 60_000 - 60_000) : sentAt;
}

/** RFC 5322 §3.6.4: all preceding messages of the thread. */
function referencesOf(email: SampleEmail, byKey: ReadonlyMap<string, SampleEmail>): string[] {
  const parent = byKey.get(email.answers ?? "");
  return parent ? [...referencesOf(parent, byKey), parent.key] : [];
}
