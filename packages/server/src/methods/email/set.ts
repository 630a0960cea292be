import {
  applyPatch,
  type Email,
  type Id,
  MAIL,
  type PatchObject,
  SetFailure,
  type SetArgs,
  type SetResult,
} from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import { learnCategory } from "../../store/mail/email-categories.ts";
import {
  destroyEmails,
  getEmails,
  getMembership,
  insertEmail,
  type NewEmail,
  updateEmail,
} from "../../store/mail/emails.ts";
import type { Transactor } from "../../store/db/store.ts";
import { checkArguments } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, assertSetSize, assertState, setRecords, setShape } from "../standard/set.ts";
import { metadataOf, trueFor } from "./get.ts";
import { isProperty, toEmail, wantedOf } from "./record.ts";
import { hydrateEmailsById } from "./hydrate.ts";
import { keywordsCheck, keywordsOf, withOneCategory, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { EmailRights } from "./rights.ts";
import { assertPrepared, createdEmail, prepareAll, prepareEmail } from "./prepare.ts";

const mutable = { keywords: keywordsCheck, mailboxIds: mailboxIdsCheck };

/** Keywords are lower case, also in patch paths. */
const lowerKeywords = (patch: PatchObject): PatchObject =>
  Object.fromEntries(
    Object.entries(patch).map(([path, value]) => [path.startsWith("keywords/") ? path.toLowerCase() : path, value]),
  );

const unchangeableIn = (patch: PatchObject): string[] =>
  Object.keys(patch).filter((path) => !/^(keywords|mailboxIds)(\/|$)/.test(path) && isProperty(path));

/** The immutable properties that a patch names: it is valid as long as it does not change them (RFC 8620 §5.3). */
async function unchangeable(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  patch: PatchObject,
): Promise<Partial<Email> | undefined> {
  const properties = unchangeableIn(patch);
  if (properties.length === 0) return undefined;
  const [record] = await getEmails(tx, accountId, [emailId]);
  if (!record) throw new SetFailure({ type: "notFound" });
  const bytes = await tx.blobs.get(record.blobId);
  const { blobId } = record;
  return toEmail({ blobId, parsed: record, metadata: metadataOf(record), bytes }, wantedOf({ properties }));
}

async function update(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  given: PatchObject,
  { createdIds }: Call,
  rights: EmailRights,
): Promise<Partial<Email> | null> {
  // A change of keywords is the most frequent one: the rest of the Email is read where the patch names it.
  const known = await getMembership(tx, accountId, emailId);
  if (!known) throw new SetFailure({ type: "notFound" });
  const before: Partial<Email> = {
    ...(await unchangeable(tx, accountId, emailId, given)),
    keywords: trueFor(known.keywords),
    mailboxIds: trueFor(known.mailboxIds),
  };
  const patch = lowerKeywords(createdIds.resolvePatch(given, "mailboxIds"));
  const after = applyPatch(before, patch, { keywords: {} });
  const changed = Object.entries(after).filter(
    ([property, value]) => !isDeepStrictEqual(value, before[property as keyof Email]),
  );
  assertRecord(Object.fromEntries(changed), mutable);
  const requested = keywordsOf(after.keywords);
  const keywords = withOneCategory(requested, known.keywords);
  const membership = { keywords, mailboxIds: mailboxIdsOf(after.mailboxIds ?? {}) };
  await rights.assertMayChange(known, membership);
  await learnCategory(tx, accountId, emailId, { before: known.keywords, after: keywords });
  await updateEmail(tx, accountId, emailId, membership, known);
  return keywords.length < requested.length ? { keywords: trueFor(keywords) } : null;
}

/** Runs inside a transaction; new Emails have been prepared before it. */
export function setEmails(
  tx: Transactor,
  args: SetArgs<Email>,
  call: Call,
  prepared: ReadonlyMap<Id, NewEmail | SetFailure> = new Map(),
): Promise<SetResult<Email>> {
  const { accountId } = args;
  const rights = new EmailRights(tx, accountId);
  return setRecords<Email>(tx, args, call, "Email", {
    async create(inner, _given, creationId) {
      const email = assertPrepared(prepared.get(creationId)!);
      await rights.assertMayAdd(email.mailboxIds);
      return createdEmail(await insertEmail(inner, accountId, email));
    },
    update: (inner, emailId, patch) => update(inner, accountId, emailId, patch, call, rights),
    async destroy(inner, emailId) {
      await rights.assertMayDestroy(emailId);
      const [gone] = await destroyEmails(inner, accountId, [emailId]);
      if (!gone) throw new SetFailure({ type: "notFound" });
    },
  });
}

/** Email/set: RFC 8621 §4.6. */
export const set: Method<"Email/set"> = {
  capability: MAIL,
  parse: (args) => checkArguments(setShape<Email>(), args),
  async run(args, call) {
    const { store } = call.context;
    assertSetSize(args, call);
    // Checked before messages are composed; the transaction checks again.
    await store.read((reader) => assertState(reader, args.accountId, "Email", args.ifInState));
    // A transaction does not wait for a server: messages that it compares are fetched before.
    const compared = Object.entries(args.update ?? {}).filter(([, patch]) => unchangeableIn(patch).length > 0);
    await hydrateEmailsById(
      store,
      args.accountId,
      compared.map(([emailId]) => emailId),
    );
    const prepared = await prepareAll(args.create ?? {}, (given) => prepareEmail(args.accountId, given, call));
    return store.write((tx) => setEmails(tx, args, call, prepared));
  },
};
