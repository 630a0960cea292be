/** A file of the Email being written. */
import type { Id } from "@pismo/jmap";
import type { UnsentFile } from "../../../store/drafts/writing.ts";
import type { UploadState } from "./uploads.ts";

/** One attached file. It is part of the Email once it has a blobId. */
export interface Attachment extends UnsentFile {
  /** The preview as a data URL, as the specification has it; absent for what is no image. */
  img?: string;
  /** 0 to 1. */
  progress: number;
  problem?: NonNullable<UploadState["problem"]>;
  isAgain?: true;
  /** Where the original lies of a picture that went smaller, and was taken back on another device. */
  originalId?: Id;
}

export const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);
