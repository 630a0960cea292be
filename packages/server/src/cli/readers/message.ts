/** Output of the readers of mbox, Maildir and eml files, for the importer. */
import type { Keyword } from "@pismo/jmap";

/** Where a message was found, for reports and for resuming. */
export interface Origin {
  file: string;
  /** Of the message in the file. */
  offset: number;
}

export interface FoundMessage extends Origin {
  bytes: Uint8Array;
  /** Metadata of the container, beside the header fields of the message. */
  keywords: Keyword[];
  /** The time of delivery according to the container. */
  receivedAt: Date | undefined;
  /** Paths of its folders according to the container; empty where it has none. */
  folders: string[][];
  /** Octets of the file that are read once this message is done. */
  end: number;
}

/** A message that cannot be imported; the following ones can. */
export interface SkippedMessage extends Origin {
  skipped: string;
  end: number;
}

export type Found = FoundMessage | SkippedMessage;
