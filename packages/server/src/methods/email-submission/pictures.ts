/**
 * Pictures of letters that are to be sent. Email/set makes letters with clean ones; a message that another program made and
 * imported is not changed behind its back, and not sent either (docs/decisions: pictures-that-are-sent).
 */
import { type Id, SetFailure } from "@pismo/jmap";
import { leaves } from "../../mime/body.ts";
import { getEmails } from "../../store/emails.ts";
import type { RequestContext } from "../context.ts";

/** Names of the pictures that cannot go out, by the Email's id; Emails without such pictures are left out. */
export async function unfitPicturesOf(
  { store, mime }: RequestContext,
  accountId: Id,
  emailIds: readonly Id[],
): Promise<Map<Id, string[]>> {
  const emails = await store.read((reader) => getEmails(reader, accountId, [...emailIds]));
  const unfit = new Map<Id, string[]>();
  for (const { id, blobId, structure } of emails) {
    if (leaves(structure).every(({ type }) => type.startsWith("text/"))) continue;
    const bytes = await store.blobs.get(blobId);
    const names = bytes ? await mime.findUnfit(bytes) : [];
    if (names.length > 0) unfit.set(id, names);
  }
  return unfit;
}

/** @throws SetFailure invalidEmail */
export function assertFitPictures(unfit: readonly string[] | undefined): void {
  if (!unfit) return;
  const names = unfit.map((name) => `"${name}"`).join(", ");
  const description = `The pictures ${names} are damaged, or have more in their files than the picture; Email/set cleans them`;
  throw new SetFailure({ type: "invalidEmail", properties: ["attachments"], description });
}
