import { type FullEmail } from "../../../store/index.ts";
import { letterFileName } from "../../../mail-ui/file-names.ts";
import { blobUrl } from "../../../store/records/blobs.ts";

/** Where the Email can be had as a file, as it came. */
export const originalUrl = ({ blobId, subject }: Pick<FullEmail, "blobId" | "subject">): string =>
  blobUrl(blobId, letterFileName(subject), "message/rfc822");
