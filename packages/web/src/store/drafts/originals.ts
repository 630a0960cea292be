/**
 * Originals of pictures that go smaller, for other devices: the server keeps them as long as their Email waits. They are
 * sent behind it, where the person does not pay for each octet.
 */
import { type Id, OUTBOX, type OutboxCapability } from "@pismo/jmap";
import { uploadBlob } from "../records/blobs.ts";
import { getSession, request } from "../session/session.ts";
import { savesData } from "../sync/saves-data.ts";
import { heldBy, storeHeldAgain } from "./held-emails.ts";
import type { HeldEmail } from "./unsent-email.ts";

/** What an Email that waits was written with is offered to the server. Rejects never: it goes without, too. */
export async function keepOriginals(email: HeldEmail): Promise<void> {
  const { accountId, files, held } = email;
  const { submissionId } = held;
  const outbox = getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX];
  const isOurs = (outbox as Partial<OutboxCapability> | undefined)?.redirects;
  const smaller = files.filter(({ blobId, size, sizes }) => blobId && sizes && sizes.original.size !== size);
  if (held.areOriginalsKept || !isOurs || smaller.length === 0 || savesData()) return;
  try {
    const originals: Record<Id, Id> = {};
    for (const { blobId, type, sizes } of smaller) {
      // It has gone, or was taken back here.
      if (!(await heldBy(accountId, submissionId))) return;
      originals[blobId!] = (await uploadBlob(sizes!.original, type, { accountId })).blobId;
    }
    const update = { [submissionId]: { originals } };
    const set = await request((calls) => calls.call("EmailSubmission/set", { accountId, update }));
    if (!set.result().notUpdated) await storeHeldAgain({ ...email, held: { ...held, areOriginalsKept: true } });
  } catch {
    // The next page tries it once more, as long as it waits.
  }
}
