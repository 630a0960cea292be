/** The notation of the sample Emails. */
import type { Keyword } from "@pismo/jmap";

/** "Name <address>"; `you` is replaced by the person's own address. */
export type Correspondent = string;
export const you = "you";

/** A role, or the path of a custom folder. */
export type SampleMailbox = "inbox" | "sent" | "drafts" | "archive" | "junk" | "trash" | readonly string[];

export interface SampleFile {
  name: string;
  type: string;
  content: Buffer | string;
  /** Displayed in the HTML at cid:… instead of as an attachment. */
  cid?: string;
}

export interface SampleEmail {
  /** Identifies the Email: its Message-ID is <key@letters.example>. */
  key: string;
  daysAgo: number;
  /** Local time of day, "14:05". */
  time: string;
  from: Correspondent;
  to?: readonly Correspondent[];
  cc?: readonly Correspondent[];
  subject: string;
  /** In text and HTML "{ru+3}" stands for the third day after the letter, as Russian writes it; "{en+3}" as English does. */
  text?: string;
  html?: string;
  files?: readonly SampleFile[];
  /** Key of the Email that this one answers. */
  answers?: string;
  headers?: Readonly<Record<string, string>>;
  /** A legacy charset; the message is then plain text. */
  charset?: "koi8-r" | "windows-1251";
  /** Plain text as format=flowed (RFC 3676). */
  isFlowed?: boolean;
  /** An invitation (RFC 5546), for the time of the message. */
  calendar?: (sentAt: Date, address: string) => string;
  /** Key of an Email whose message is attached to this one as message/rfc822. */
  forwards?: string;
  /** The inbox by default. */
  mailbox?: SampleMailbox;
  /** Without $seen, which every Email has unless it is unread. */
  keywords?: readonly Keyword[];
  isUnread?: boolean;
}
