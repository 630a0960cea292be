/** What the pool says to its threads and hears from them. */
import type { Id } from "@pismo/jmap";
import type { CleanPicture, PictureFault } from "@pismo/jmap/pictures";
import type { ParsedMessage } from "../mime/parse.ts";
import type { PartNode } from "../mime/part.ts";
import type { PutBlob } from "../store/blob-batch.ts";
import type { BlobFolder } from "../store/blob-folder.ts";
import type { StoreErrorCode } from "../store/errors.ts";
import type { PreparedEmail } from "../store/prepare-email.ts";

export interface AboutBeginning {
  /** The parts of the message as its server describes them. */
  described: PartNode | null;
  /** Whether a category is looked for. */
  isArrival: boolean;
}

export type Order =
  | { kind: "parse"; bytes: Uint8Array }
  | { kind: "unpack"; bytes: Uint8Array }
  | { kind: "clean"; bytes: Uint8Array }
  | { kind: "findUnfit"; bytes: Uint8Array }
  /** Messages one after the other, each up to its end. */
  | { kind: "takeIn"; octets: Uint8Array; ends: readonly number[]; blobs: BlobFolder; names: readonly Id[] | undefined }
  /** Beginnings of messages, one after the other. `about` is JSON, which is handed over faster than what it stands for. */
  | { kind: "begin"; octets: Uint8Array; ends: readonly number[]; about: string };

/** A message that is durable as a blob and ready to be inserted. */
export interface TakenIn extends PutBlob {
  prepared: PreparedEmail;
}

export type Answer =
  | { kind: "parsed"; parsed: ParsedMessage }
  /** Undefined: no container that can be read. */
  | { kind: "unpacked"; message: Uint8Array | undefined }
  | { kind: "cleaned"; picture: CleanPicture | PictureFault | undefined }
  | { kind: "unfit"; names: string[] }
  | { kind: "takenIn"; messages: TakenIn[] }
  /** JSON as well: PreparedEmail[]. */
  | { kind: "begun"; emails: string }
  /** The store could not write. */
  | { kind: "failed"; code: StoreErrorCode; message: string };
