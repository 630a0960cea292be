/** How the letters of the sample mailbox are written down. */
import type { Keyword } from "@pismo/jmap";

/** "Name <address>"; `you` is replaced by the person's own address. */
export type Correspondent = string;
export const you = "you";

/** A role, or the path of a custom folder. */
export type Place = "inbox" | "sent" | "drafts" | "archive" | "junk" | "trash" | readonly string[];

export interface SampleFile {
  name: string;
  type: string;
  content: Buffer | string;
  /** Shown in the HTML at cid:… instead of as an attachment. */
  cid?: string;
}

export interface SampleLetter {
  /** Names the letter: its Message-ID is <key@letters.example>. */
  key: string;
  daysAgo: number;
  /** Local time of day, "14:05". */
  time: string;
  from: Correspondent;
  to?: readonly Correspondent[];
  cc?: readonly Correspondent[];
  subject: string;
  text?: string;
  html?: string;
  files?: readonly SampleFile[];
  /** Key of the letter that this one answers. */
  answers?: string;
  headers?: Readonly<Record<string, string>>;
  /** The charset of an old mail program; the letter is then plain text. */
  charset?: "koi8-r" | "windows-1251";
  /** RFC 3676: paragraphs may be wrapped anew. */
  isFlowed?: boolean;
  /** An invitation (RFC 5546), made for the time of the letter. */
  calendar?: (sentAt: Date) => string;
  /** Key of a letter that travels inside this one as message/rfc822. */
  forwards?: string;
  place?: Place;
  /** Keywords beside $seen, which letters have unless they are unread. */
  keywords?: readonly Keyword[];
  isUnread?: boolean;
}
