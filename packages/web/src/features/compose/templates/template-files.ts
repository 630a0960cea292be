/** Files of a template: those of the letter that it is made of, and later those of letters that begin with it. */
import { contentIdsIn } from "../../../message-html/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import type { DraftContent } from "../../../store/drafts/writing.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { attachmentsOf } from "../session/attached.ts";
import type { ComposeSession } from "../session/compose-session.ts";

/**
 * Those that the person attached, and the pictures of their text.
 * @param html the text
 * @returns undefined where one could not be uploaded
 */
export async function templateFiles(
  { files }: ComposeSession,
  html: string,
): Promise<DraftContent["attachments"] | undefined> {
  await files.settle();
  const shown = contentIdsIn(html);
  const kept = files.all.filter(({ cid }) => cid === undefined || shown.has(cid));
  const uploaded = kept.flatMap(({ blobId, type, name, cid }) =>
    blobId === undefined ? [] : [{ blobId, type, name, ...(cid && { cid }) }],
  );
  return uploaded.length === kept.length ? uploaded : undefined;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** With Content-IDs of their own: a letter may have the same template twice. Pure, but for the ids. */
export function broughtBy(email: FullEmail, html: string): { html: string; files: Attachment[] } {
  let renamed = html;
  const files = attachmentsOf(email, html).map((file) => {
    if (file.cid === undefined) return file;
    const cid = `${file.key}@pismo`;
    renamed = renamed.replaceAll(new RegExp(`\\bcid:${escaped(file.cid)}(?=["'\\s>])`, "gi"), `cid:${cid}`);
    return { ...file, cid };
  });
  return { html: renamed, files };
}
