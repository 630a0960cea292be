/** An Email that is being written, saved as the one draft, sent, forked or discarded. */
import type { Id } from "@pismo/jmap";
import { commit } from "../sync/commit.ts";
import { openCompose } from "./compose-request.ts";
import { draftEmail, newMessageId } from "./draft-email.ts";
import { wishesFor } from "./draft-wishes.ts";
import { beginVersion, recallVersions, versionsOf } from "./draft-versions.ts";
import { discardDraft, draftFiles, saveDraft } from "./drafts.ts";
import { deleteUnsent, storeUnsent } from "./draft-journal.ts";
import { storeHeld } from "./held-emails.ts";
import { notify } from "../notices.ts";
import { keepOriginals } from "./originals.ts";
import { recordsOf } from "../records/records.ts";
import { sendDraft, type SentDraft } from "./send-draft.ts";
import type { Hold } from "./submit-draft.ts";
import { contentOf, type UnsentFile, type UnsentEmail } from "./unsent-email.ts";

/** Where the files lie in the saved draft: the versions before it, and what was uploaded, do not last. */
async function filesOfDraft(email: UnsentEmail, draftId: Id): Promise<UnsentFile[]> {
  const there = email.files.some(({ blobId }) => blobId) ? await draftFiles(draftId, email.accountId) : [];
  return email.files.map((file) => {
    const named = there.filter(({ name }) => name === file.name);
    // Two files may have one name.
    const found = named.find(({ type }) => type === file.type) ?? named[0];
    if (found) there.splice(there.indexOf(found), 1);
    return found && file.blobId ? { ...file, blobId: found.blobId, type: found.type } : file;
  });
}

/** The version is written down before it is saved: a page after a crash knows it as the Email's own. */
function begin(email: UnsentEmail): number {
  const { messageId } = email;
  recallVersions(messageId, email.versions ?? []);
  const version = beginVersion(messageId);
  void storeUnsent({ ...email, versions: versionsOf(messageId) });
  return version;
}

function destroyLeft({ left = [] }: UnsentEmail): void {
  for (const { accountId, draftId } of left)
    commit({ type: "Email", destroy: [draftId] }, { records: recordsOf(accountId) });
}

/** The Email was saved by the account that writes it now. A file that is not there yet may lie in what was left alone. */
function withoutLeft(email: UnsentEmail): UnsentEmail {
  if (email.files.some(({ blobId }) => !blobId)) return email;
  destroyLeft(email);
  const { left: _, ...rest } = email;
  return rest;
}

/**
 * Gives the Email to another account: under a Message-ID of its own, since the first one names the address that wrote it.
 * @param own as that account writes it
 */
export async function moveUnsent(email: UnsentEmail, own: UnsentEmail): Promise<void> {
  // Before the first is deleted: one of the two is always stored.
  await storeUnsent(own);
  await deleteUnsent(email);
}

/**
 * Saves the Email as the one draft.
 * @returns the Email with the draft's id, and its files where they lie now
 * @throws as saveDraft
 */
export async function saveUnsent(email: UnsentEmail): Promise<UnsentEmail> {
  const version = begin(email);
  const { draftId: before, accountId, original } = email;
  const draftId = await saveDraft(contentOf(email), before, accountId, { version, ...(original && { original }) });
  return { ...withoutLeft(email), draftId, files: await filesOfDraft(email, draftId) };
}

/** An Email as its form saved it. */
export interface SavedUnsent {
  email: UnsentEmail;
  /** By `Date.now()`. */
  at: number;
}

/** The date of a message is when it was complete (RFC 5322 §3.6.1): an older draft is saved once more. */
const FRESH_MS = 30_000;

/** What of an Email its draft has. */
const savedPart = ({ draftId, content, files }: UnsentEmail): string =>
  JSON.stringify([draftId, content, files.map(({ blobId, name, type, cid }) => [blobId, name, type, cid])]);

/** Whether a draft of it has nothing that is for this program alone. */
function isForRecipients(email: UnsentEmail): boolean {
  const { accountId, messageId, original } = email;
  const content = { ...contentOf(email), html: null, text: "" };
  const made = [false, true].map((isToBeSent) =>
    JSON.stringify(draftEmail(content, { name: null, email: "" }, "", messageId, new Date(0), isToBeSent)),
  );
  return made[0] === made[1] && Object.keys(wishesFor(content, original, accountId)).length === 0;
}

/** Whether the draft can go out as it is: it was never submitted, and no other version is under way. */
function isAsSaved(email: UnsentEmail, saved: SavedUnsent | undefined): boolean {
  const { messageId, left, wasTried } = email;
  return (
    saved !== undefined &&
    Date.now() - saved.at < FRESH_MS &&
    left === undefined &&
    !wasTried &&
    versionsOf(messageId).length === 0 &&
    isForRecipients(email) &&
    savedPart(email) === savedPart(saved.email)
  );
}

/**
 * Sends the Email; its files are uploaded.
 * @param onDraft told of the draft that is sent, before it is
 * @param hold how long the server waits before it sends it
 * @param saved as its form saved it last
 * @throws as sendDraft
 */
export async function sendUnsent(
  email: UnsentEmail,
  onDraft: (draft: UnsentEmail) => void,
  hold?: Hold,
  saved?: SavedUnsent,
): Promise<SentDraft> {
  let submitted = email;
  const sent = await sendDraft(contentOf(email), {
    accountId: email.accountId,
    ...(email.draftId && { draftId: email.draftId }),
    isSaved: isAsSaved(email, saved),
    ...(email.original && { original: email.original }),
    wasTried: email.wasTried ?? false,
    beginVersion: () => begin(email),
    hold,
    onDraft: async (draftId) => {
      const files = draftId === email.draftId ? email.files : await filesOfDraft(email, draftId);
      const draft: UnsentEmail = { ...withoutLeft(email), draftId, files, wasTried: true };
      // Before it goes out: after a crash this page's successor must ask whether this draft was sent.
      await storeUnsent({ ...draft, stage: "sending" });
      onDraft((submitted = draft));
    },
  });
  // Not waited for: where the page ends before, the next one asks whether this draft was sent.
  void (hold ? storeHeld(submitted, sent, hold).then(keepOriginals) : deleteUnsent(email));
  return sent;
}

/**
 * The Email as one of its own, because its draft was changed elsewhere: both stay. The person is told.
 * @returns the Email under a new Message-ID, stored
 */
export async function forkUnsent(email: UnsentEmail): Promise<UnsentEmail> {
  const { draftId: _, versions: __, wasTried: ___, ...rest } = email;
  const own: UnsentEmail = { ...rest, messageId: newMessageId(email.messageId) };
  // Before the first is deleted: one of the two is always stored.
  await storeUnsent(own);
  await deleteUnsent({ messageId: email.messageId, files: [] });
  notify({ key: "compose.parted", timeout: 0 });
  return own;
}

/** Discards the Email. Undo opens it again as it was. */
export async function discardUnsent(email: UnsentEmail): Promise<void> {
  const { draftId, accountId, left = [] } = email;
  await deleteUnsent(email);
  const places = draftId === undefined ? left : [...left, { draftId, accountId }];
  const discarded = places.map((place) => discardDraft(place.draftId, place.accountId));
  const undo = (): void => {
    for (const each of discarded) each?.undo();
    openCompose({ kind: "unsent", email });
  };
  notify({ key: "compose.draftDiscarded", undo });
}

/** An Email in which nothing is left leaves no draft, and nothing to ask about. */
export async function forgetUnsent(email: UnsentEmail): Promise<void> {
  const { draftId, accountId } = email;
  destroyLeft(email);
  await deleteUnsent(email);
  if (draftId) commit({ type: "Email", destroy: [draftId] }, { records: recordsOf(accountId) });
}
