/** All sample letters as messages, with their times counted back from `now`. */
import type { Keyword } from "@pismo/jmap";
import { compose } from "./compose.ts";
import type { Place, SampleLetter } from "./letter.ts";
import { bounce } from "./letters/bounce.ts";
import { conversation } from "./letters/conversation.ts";
import { finances } from "./letters/finances.ts";
import { fines } from "./letters/fines.ts";
import { friends } from "./letters/friends.ts";
import { newsletters } from "./letters/newsletters.ts";
import { orders } from "./letters/orders.ts";
import { own } from "./letters/own.ts";
import { registrations } from "./letters/registrations.ts";
import { tickets } from "./letters/tickets.ts";
import { travels } from "./letters/travels.ts";
import { unwanted } from "./letters/unwanted.ts";
import { welcome } from "./letters/welcome.ts";
import { workLetters } from "./letters/work.ts";

export interface SampleMessage {
  key: string;
  bytes: Buffer;
  sentAt: Date;
  place: Place;
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
  workLetters,
  own,
  unwanted,
];

/** @param address the person's own; oldest letters first */
export async function sampleMessages(address: string, now: Date): Promise<SampleMessage[]> {
  const letters: SampleLetter[] = [];
  for (const theme of themes) {
    letters.push(...theme());
    // Painting the pictures takes a while; a server that starts beside it may go on.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const byKey = new Map(letters.map((letter) => [letter.key, letter]));
  const build = async (letter: SampleLetter): Promise<Buffer> => {
    const forwarded = byKey.get(letter.forwards ?? "");
    return compose(letter, {
      address,
      sentAt: timeOf(letter, now),
      references: referencesOf(letter, byKey),
      forwarded: forwarded && (await build(forwarded)),
    });
  };

  const messages: SampleMessage[] = [];
  for (const letter of letters) {
    const { key, place = "inbox", keywords = [], isUnread = false } = letter;
    messages.push({ key, bytes: await build(letter), sentAt: timeOf(letter, now), place, keywords, isUnread });
  }
  const returned = messages.find(({ key }) => key === "bounced");
  if (returned) {
    const sentAt = new Date(returned.sentAt.getTime() + 90_000);
    const bytes = bounce(sentAt, address, returned.bytes);
    messages.push({ key: "bounce", bytes, sentAt, place: "inbox", keywords: [], isUnread: false });
  }
  return messages.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
}

/** Days back at a time of day; what would still be to come today happened a few minutes ago. */
function timeOf({ daysAgo, time }: SampleLetter, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const sentAt = new Date(now);
  sentAt.setDate(sentAt.getDate() - daysAgo);
  sentAt.setHours(hours, minutes, 0, 0);
  return daysAgo === 0 ? new Date(now.getTime() - (5 - minutes) * 60_000 - 60_000) : sentAt;
}

/** RFC 5322 §3.6.4: the whole chain of letters before. */
function referencesOf(letter: SampleLetter, byKey: ReadonlyMap<string, SampleLetter>): string[] {
  const parent = byKey.get(letter.answers ?? "");
  return parent ? [...referencesOf(parent, byKey), parent.key] : [];
}
