/** Messages between the pool and its threads. */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../mime/parse/parse.ts";
import type { PartNode } from "../mime/parse/part.ts";
import type { PutBlob } from "../store/blobs/blob-batch.ts";
import type { BlobFolder } from "../store/blobs/blob-folder.ts";
import type { StoreErrorCode } from "../store/db/errors.ts";
import type { PreparedEmail } from "../store/mail/prepare-email.ts";
import type { AboutFacts, FoundFacts } from "./read-facts.ts";
import type { AboutTried, TriedLetter } from "./try-script.ts";

export interface AboutBeginning {
  /** The body structure according to the server of the message. */
  described: PartNode | null;
  /** Whether a category is determined. */
  isArrival: boolean;
}

export type Order =
  | { kind: "parse"; bytes: Uint8Array }
  | { kind: "prepare"; bytes: Uint8Array }
  /** The header of a message, and the requested properties. */
  | { kind: "members"; bytes: Uint8Array; properties: readonly string[] }
  | { kind: "unpack"; bytes: Uint8Array }
  /** Messages, concatenated, each up to its end. */
  | {
      kind: "parseAndStore";
      octets: Uint8Array;
      ends: readonly number[];
      /** Left out: the caller stores them. */
      blobs: BlobFolder | undefined;
      names: readonly Id[] | undefined;
    }
  /** A script, and what it is tried on: see try-script.ts. */
  | { kind: "try"; script: string; octets: Uint8Array; ends: readonly number[]; about: readonly AboutTried[] }
  | { kind: "facts"; bytes: Uint8Array; about: AboutFacts }
  /** Beginnings of messages, concatenated. `about` is JSON, which is transferred faster than objects. */
  | { kind: "begin"; octets: Uint8Array; ends: readonly number[]; about: string };

/** A message that is durable as a blob and ready to be inserted. */
export interface StoredMessage extends PutBlob {
  prepared: PreparedEmail;
}

export type Answer =
  | { kind: "parsed"; parsed: ParsedMessage }
  /** PreparedEmail as JSON, which is transferred faster. */
  | { kind: "prepared"; email: string }
  | { kind: "members"; json: string }
  /** Undefined: not a readable container. */
  | { kind: "unpacked"; message: Uint8Array | undefined }
  | { kind: "stored"; messages: StoredMessage[] }
  /** PreparedEmail[] as JSON. */
  | { kind: "begun"; emails: string }
  | { kind: "tried"; tried: TriedLetter[] }
  | { kind: "factsFound"; found: FoundFacts }
  /** The store could not write. */
  | { kind: "failed"; code: StoreErrorCode; message: string };
