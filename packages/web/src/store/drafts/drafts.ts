/**
 * The Email being written, on the server: one draft, replaced, never multiplied. All versions of an Email share one
 * Message-ID. A save creates the new version, then destroys all but the newest with that Message-ID, in one request:
 * so neither a lost answer, nor two tabs, nor a save that fails half-way leaves two drafts or none.
 */
import { DRAFT, type Email, type EmailFilterCondition, type Filter, type Id, SEEN, SetFailure } from "@pismo/jmap";
import { commit, type Commit } from "../sync/commit.ts";
import { type DraftContent, draftEmail, newMessageId } from "./draft-email.ts";
import { type Original, wishesFor, wishFields } from "./draft-wishes.ts";
import { beginVersion, forgetVersions, versionsOf } from "./draft-versions.ts";
import { loadEmails, bodyCacheOf } from "../records/email.ts";
import { writingIdentity } from "../records/identities.ts";
import { loadMailboxes } from "../mailboxes/mailboxes.ts";
import { type AccountRecords, currentRecords, recordsOf } from "../records/records.ts";
import { getAccount, getAccounts, request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface SaveOptions {
  /** As `beginVersion` gave it. */
  version?: number;
  /** A draft that is gone without a trace is not saved again then: it may have been sent. */
  isToBeSent?: boolean;
  /** What it answers or forwards; a draft keeps it. */
  original?: Original;
}

/** The Message-IDs of drafts that are known here, and of those that newer versions have replaced. */
const messageIds = new Map<Id, string>();
/** Saves of one Email run one after the other. */
const saves = new Map<string, Promise<unknown>>();

/** @throws SetFailure where the account has no such folder */
export async function mailboxWithRole(records: AccountRecords, role: string): Promise<Id> {
  await loadMailboxes(records);
  const mailbox = records.mailboxes.find((candidate) => candidate.role === role);
  if (!mailbox) throw new SetFailure({ type: "notFound", description: `There is no folder with the role ${role}` });
  return mailbox.id;
}

/** The address that the account's Emails go out under. */
export const addressOf = ({ accountId }: AccountRecords): string =>
  getAccounts().find((account) => account.accountId === accountId)?.email ?? getAccount().email;

/** The Message-ID of a draft, though it is replaced by now; undefined where this page has never known it. */
export const knownMessageId = (draftId: Id, records: AccountRecords): string | undefined =>
  messageIds.get(draftId) ?? bodyCacheOf(records).peek(draftId)?.body?.messageId?.[0];

async function messageIdOf(content: DraftContent, draftId: Id | undefined, records: AccountRecords): Promise<string> {
  if (content.messageId) return content.messageId;
  if (draftId && !messageIds.has(draftId)) await loadEmails([draftId], records);
  return (draftId && knownMessageId(draftId, records)) ?? newMessageId(addressOf(records));
}

/** The draft was changed, sent or deleted by another tab, device or program: it is not written over, nor sent twice. */
export class DraftGone extends Error {
  override name = "DraftGone";
  readonly why: "sent" | "changed";

  constructor(why: "sent" | "changed") {
    super(`The draft was ${why} elsewhere`);
    this.why = why;
  }
}

/**
 * Whether the draft is still the one that this Email was saved as. A version that this browser began to save is the
 * Email's own, though its answer was lost.
 * @param earlier the dates of such versions
 * @returns why it is not
 */
async function whyGone(
  draftId: Id,
  messageId: string,
  earlier: readonly number[],
  records: AccountRecords,
): Promise<DraftGone["why"] | "deleted" | undefined> {
  const { accountId } = records;
  const properties: (keyof Email)[] = ["keywords", "receivedAt"];
  const [draft, copies] = await request((calls) => {
    const query = calls.call("Email/query", { accountId, filter: { header: ["Message-ID", messageId] } });
    return [
      calls.call("Email/get", { accountId, ids: [draftId], properties }),
      calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties }),
    ] as const;
  });
  const [known] = draft.result().list;
  if (known?.keywords) return known.keywords[DRAFT] ? undefined : "sent";
  const isOwn = ({ id, receivedAt }: Partial<Email>): boolean =>
    messageIds.has(id!) || earlier.includes(Date.parse(receivedAt!) / 1000);
  const others = copies.result().list;
  const drafts = others.filter(({ keywords }) => keywords?.[DRAFT]);
  if (drafts.some(isOwn)) return undefined;
  if (drafts.length > 0) return "changed";
  return others.length > 0 ? "sent" : "deleted";
}

const versionsFilter = (draftsId: Id, messageId: string): Filter<EmailFilterCondition> => ({
  operator: "AND",
  conditions: [{ inMailbox: draftsId }, { header: ["Message-ID", messageId] }],
});

async function save(
  content: DraftContent,
  draftId: Id | undefined,
  records: AccountRecords,
  { version, isToBeSent = false, original }: SaveOptions,
): Promise<Id> {
  const { accountId } = records;
  const draftsId = await mailboxWithRole(records, "drafts");
  const messageId = await messageIdOf(content, draftId, records);
  if (draftId) messageIds.set(draftId, messageId);
  const earlier = versionsOf(messageId).filter((begun) => begun !== version);
  const why = draftId && (await whyGone(draftId, messageId, earlier, records));
  // A deleted draft that is edited further is restored; but it may have been deleted after it was sent.
  if (why && (why !== "deleted" || isToBeSent)) throw new DraftGone(why === "deleted" ? "changed" : why);
  const identity = await writingIdentity(content.from, addressOf(records), records);
  const from = { name: identity?.name || null, email: identity?.email ?? addressOf(records) };
  const dated = version ?? beginVersion(messageId);
  const email = {
    ...draftEmail(content, from, draftsId, messageId, new Date(dated * 1000), isToBeSent),
    ...(!isToBeSent && wishFields(wishesFor(content, original, accountId))),
  };
  const { created, destroyed } = await request((calls) => {
    const create = calls.call("Email/set", { accountId, create: { draft: email } });
    const older = calls.call("Email/query", {
      accountId,
      filter: versionsFilter(draftsId, messageId),
      sort: [{ property: "receivedAt", isAscending: false }],
      position: 1,
    });
    const destroy = calls.call("Email/set", { accountId, "#destroy": older.ref("/ids") });
    return { created: create, destroyed: destroy };
  });
  const { created: made, notCreated } = created.result();
  const id = made?.["draft"]?.id;
  if (!id) throw new SetFailure(notCreated?.["draft"] ?? { type: "invalidProperties" });
  messageIds.set(id, messageId);
  forgetVersions(messageId);
  const gone = destroyed.result().destroyed ?? [];
  // Who still sees one of them gets the version that took its place.
  for (const older of gone) messageIds.set(older, messageId);
  // Another tab saved a version with a later date: this one has to be later still.
  if (gone.includes(id)) return save(content, id, records, { isToBeSent, ...(original && { original }) });
  // The draft that was taken up may have had another Message-ID, or lie in the trash: then the query did not find it.
  if (draftId && !gone.includes(draftId)) {
    await request((calls) => calls.call("Email/set", { accountId, destroy: [draftId] }));
  }
  const { newState } = destroyed.result();
  requestSync(() => records.isBehind({ Email: newState }));
  return id;
}

/**
 * Saves the Email as the one draft.
 * @param draftId as the last save gave it
 * @returns the id of the new version
 * @throws DraftGone, SetFailure, MethodError, RequestError, TypeError when the server cannot be reached
 */
export function saveDraft(content: DraftContent, draftId?: Id, accountId?: Id, options: SaveOptions = {}): Promise<Id> {
  const records = accountId === undefined ? currentRecords() : recordsOf(accountId);
  const key = content.messageId ?? (draftId && messageIds.get(draftId)) ?? draftId ?? "";
  const before = saves.get(key) ?? Promise.resolve();
  const next = before.catch(() => undefined).then(() => save(content, draftId, records, options));
  saves.set(key, next);
  next
    .catch(() => undefined)
    .finally(() => {
      if (saves.get(key) === next) saves.delete(key);
    });
  return next;
}

/** Whether it is still a draft, and among the drafts: one that was discarded elsewhere lies in the trash. */
export async function isStillDraft(draftId: Id, accountId: Id): Promise<boolean> {
  const properties: (keyof Email)[] = ["keywords", "mailboxIds"];
  const [get, draftsId] = await Promise.all([
    request((calls) => calls.call("Email/get", { accountId, ids: [draftId], properties })),
    mailboxWithRole(recordsOf(accountId), "drafts"),
  ]);
  const [draft] = get.result().list;
  return draft?.keywords?.[DRAFT] === true && draft.mailboxIds?.[draftsId] === true;
}

/** The newest version of the draft, by any client. */
export async function newestDraft(messageId: string, accountId: Id): Promise<Id | undefined> {
  const records = recordsOf(accountId);
  const filter = versionsFilter(await mailboxWithRole(records, "drafts"), messageId);
  const sort = [{ property: "receivedAt", isAscending: false }];
  const query = await request((calls) => calls.call("Email/query", { accountId, filter, sort, limit: 1 }));
  return query.result().ids[0];
}

/** The files of a draft, in order, where they lie on the server. */
export async function draftFiles(
  draftId: Id,
  accountId: Id,
): Promise<{ blobId: Id; name: string | null; type: string }[]> {
  const get = await request((calls) =>
    calls.call("Email/get", {
      accountId,
      ids: [draftId],
      properties: ["attachments"],
      bodyProperties: ["blobId", "name", "type"],
    }),
  );
  const [email] = get.result().list;
  return (email?.attachments ?? []).flatMap(({ blobId, name, type }) => (blobId ? [{ blobId, name, type }] : []));
}

/** Discards a draft: it lies in the trash. The person can take that back. */
export function discardDraft(draftId: Id, accountId?: Id): Commit | undefined {
  const records = accountId === undefined ? currentRecords() : recordsOf(accountId);
  const { mailboxes } = records;
  const drafts = mailboxes.find(({ role }) => role === "drafts");
  const trash = mailboxes.find(({ role }) => role === "trash");
  if (!drafts || !trash) return undefined;
  const before = {
    id: draftId,
    mailboxIds: { [drafts.id]: true as const },
    keywords: { [DRAFT]: true as const, [SEEN]: true as const },
  };
  const patch = { [`mailboxIds/${drafts.id}`]: null, [`mailboxIds/${trash.id}`]: true };
  return commit({ type: "Email", update: { [draftId]: patch } }, { records, rows: new Map([[draftId, before]]) });
}
