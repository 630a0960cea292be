/** Files that are on the server, or here, when an Email is begun. */
import { contentIdsIn } from "../../../message-html/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import type { UnsentFile } from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";

export const attachment = (file: UnsentFile): Attachment => ({ ...file, progress: file.blobId ? 1 : 0 });

/** Of a draft, of the Email that is forwarded, or of a template. @param html what of it is shown */
export function attachmentsOf(email: FullEmail, html: string): Attachment[] {
  const shown = contentIdsIn(html);
  return email.attachments.flatMap(({ blobId, name, type, size, cid }) => {
    if (blobId === null) return [];
    const isShown = cid !== null && shown.has(cid);
    const key = crypto.randomUUID();
    return [attachment({ key, name: name ?? type, type, size, blobId, ...(isShown && { cid }) })];
  });
}
