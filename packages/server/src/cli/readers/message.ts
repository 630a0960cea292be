/** What the readers of mbox, Maildir and eml files give to the importer. */
import type { Keyword } from "@pismo/jmap";

/** Where a message was found, for reports and for going on after a break. */
export interface Origin {
  file: string;
  /** Octets from the start of the file to the message. */
  offset: number;
}

export interface FoundMessage extends Origin {
  bytes: Uint8Array;
  /** What the container says of the letter, beside its own header fields. */
  keywords: Keyword[];
  /** When the container says it arrived. */
  receivedAt: Date | undefined;
  /** Paths of the folders it lay in, as the container knows them; empty where it knows none. */
  folders: string[][];
  /** Octets of the file that are read once this message is done. */
  end: number;
}

/** A message that cannot be taken; the ones after it can. */
export interface SkippedMessage extends Origin {
  skipped: string;
  end: number;
}

export type Found = FoundMessage | SkippedMessage;
