/** An Email that is still in a person's hands: being written, or waiting to be saved or sent. */
import type { Id } from "@pismo/jmap";
import type { DraftContent } from "./draft-email.ts";
import type { Original } from "./draft-wishes.ts";
import type { SentDraft } from "./send-draft.ts";
import type { SendTime } from "./submit-draft.ts";

/** A picture in the sizes in which it can go. */
export type PictureSizes = Partial<Record<"large" | "medium", Blob>> & { original: Blob };

export interface UnsentFile {
  key: string;
  name: string;
  type: string;
  /** Octets. */
  size: number;
  cid?: string;
  /** Where it lies on the server; until then `data` is all there is of it. */
  blobId?: Id;
  data?: Blob;
  /** Of a picture that can be smaller, or larger again. */
  sizes?: PictureSizes;
}

export interface LeftDraft {
  accountId: Id;
  draftId: Id;
}

/** It was sent, and waits on the server. */
export interface Held extends SentDraft {
  /** A moment: it goes then. */
  until: number;
  /** Undo is offered until then; a letter that goes later stands under Scheduled instead. */
  isToUndo: boolean;
  /** The server has the originals of pictures that go smaller. */
  areOriginalsKept?: boolean;
}

export interface UnsentEmail {
  /** Identifies it here and on the server (docs/decisions: one-draft). */
  messageId: string;
  accountId: Id;
  content: Omit<DraftContent, "attachments" | "messageId">;
  files: UnsentFile[];
  /** The draft as it was saved last. */
  draftId?: Id;
  original?: Original;
  /** Of the Email that is answered. */
  answeredSubject?: string;
  /** Its drafts in the accounts that wrote it before: they go once this one has all of it. */
  left?: readonly LeftDraft[];
  /** The moments of versions that were begun to be saved: though no answer came, the draft may be one of them. */
  versions?: readonly number[];
  /** All of it is in the draft. */
  isSaved?: boolean;
  /** With "writing": it is minimised since then. */
  minimisedAt?: number;
  /** Not before; with "sending". */
  sendAt?: SendTime;
  /** The draft was submitted, and no answer came: it may be sent already. */
  wasTried?: boolean;
  /** With "held". */
  held?: Held;
  /** The task once the server can be reached. During editing, the form performs it; what is held has none. */
  stage: "writing" | "saving" | "sending" | "held";
}

export type HeldEmail = UnsentEmail & { held: Held };

/** As the server takes it. Files that are not uploaded are not part of it yet. */
export function contentOf({ content, files, messageId }: UnsentEmail): DraftContent {
  const attachments = files.flatMap(({ blobId, type, name, cid }) =>
    blobId === undefined ? [] : [{ blobId, type, name, ...(cid && { cid }) }],
  );
  return { ...content, attachments, messageId };
}
