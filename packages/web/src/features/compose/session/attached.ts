/** Files that are on the server, or here, when an Email is begun. */
import type { Id } from "@pismo/jmap";
import { contentIdsIn } from "../../../message-html/index.ts";
import { fileName } from "../../../mail-ui/file-names.ts";
import type { FullEmail } from "../../../store/index.ts";
import type { UnsentFile } from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";

export const attachment = (file: UnsentFile): Attachment => ({ ...file, progress: file.blobId ? 1 : 0 });

/**
 * Of a draft, of the Email that is forwarded, or of a template.
 * @param html what of it is shown
 * @param originals of files that went smaller, by the blobs in the Email
 */
export function attachmentsOf(email: FullEmail, html: string, originals: Readonly<Record<Id, Id>> = {}): Attachment[] {
  const shown = contentIdsIn(html);
  return email.attachments.flatMap(({ blobId, name, type, size, cid }) => {
    if (blobId === null) return [];
    const isShown = cid !== null && shown.has(cid);
    const key = crypto.randomUUID();
    const file = attachment({
      key,
      name: name ?? fileName({ blobId, name, type }),
      type,
      size,
      blobId,
      ...(isShown && { cid }),
    });
    const originalId = originals[blobId];
    return [{ ...file, ...(originalId !== undefined && { originalId }) }];
  });
}
