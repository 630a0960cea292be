import {
  applyPatch,
  type Email,
  type Id,
  type Keyword,
  MAIL,
  type PatchObject,
  SetFailure,
  type SetArgs,
  type SetResult,
} from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import { learnCategories } from "../../store/mail/email-categories.ts";
import {
  destroyEmails,
  type EmailChange,
  type EmailRecord,
  getEmails,
  type NewEmail,
  updateEmails,
} from "../../store/mail/emails.ts";
import { type EmailMembership, getMemberships } from "../../store/mail/email-memberships.ts";
import { noteMovedThere } from "../../store/screening/note-placed.ts";
import { noteLessons } from "../../store/spam/lessons.ts";
import { inSlices } from "../../store/db/reader.ts";
import type { Transactor } from "../../store/db/store.ts";
import { checkArguments } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { settled } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize, assertState, setRecords, setShape, type Update } from "../standard/set.ts";
import { metadataOf, trueFor } from "./get.ts";
import { isProperty, toEmail, wantedOf } from "./record.ts";
import { hydrateEmailsById } from "./hydrate.ts";
import { insertPrepared } from "./insert.ts";
import { keywordsCheck, keywordsOf, withOneCategory, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { EmailRights } from "./rights.ts";
import { prepareAll, prepareEmail } from "./prepare.ts";

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
  record: EmailRecord,
  patch: PatchObject,
  call: Call,
): Promise<Partial<Email>> {
  const bytes = await tx.blobs.get(record.blobId);
  const { blobId } = record;
  const wanted = wantedOf({ properties: unchangeableIn(patch) });
  return toEmail({ blobId, parsed: record, metadata: metadataOf(record, call), bytes }, wanted);
}

/** The change that a patch makes, and the keywords that the server chose otherwise. @throws SetFailure */
async function changeOf(
  known: EmailMembership,
  others: Partial<Email>,
  given: PatchObject,
  { createdIds }: Call,
  rights: EmailRights,
): Promise<{ mailboxIds: Id[]; keywords: Keyword[]; result: Partial<Email> | null }> {
  const before = { ...others, keywords: trueFor(known.keywords), mailboxIds: trueFor(known.mailboxIds) };
  const patch = lowerKeywords(createdIds.resolvePatch(given, "mailboxIds"));
  const after = applyPatch<Partial<Email>>(before, patch, { keywords: {} });
  const changed = Object.entries(after).filter(
    ([property, value]) => !isDeepStrictEqual(value, (before as Partial<Email>)[property as keyof Email]),
  );
  assertRecord(Object.fromEntries(changed), mutable);
  const requested = keywordsOf(after.keywords);
  const keywords = withOneCategory(requested, known.keywords);
  const mailboxIds = mailboxIdsOf(after.mailboxIds ?? {});
  await rights.assertMayChange(known, { keywords, mailboxIds });
  return { mailboxIds, keywords, result: keywords.length < requested.length ? { keywords: trueFor(keywords) } : null };
}

async function update(
  tx: Transactor,
  accountId: Id,
  updates: readonly Update[],
  call: Call,
  rights: EmailRights,
): Promise<(Partial<Email> | null | SetFailure)[]> {
  // A change of keywords is the most frequent one: the rest of an Email is read where its patch names it.
  const known = await getMemberships(
    tx,
    accountId,
    updates.map(([emailId]) => emailId),
  );
  const compared = updates.filter(([, patch]) => unchangeableIn(patch).length > 0).map(([emailId]) => emailId);
  const records = new Map((await getEmails(tx, accountId, compared)).map((record) => [record.id, record]));
  const changes: EmailChange[] = [];
  const results = await inSlices(updates, SLICE, async (slice) => {
    const outcomes: (Partial<Email> | null | SetFailure)[] = [];
    for (const [emailId, patch] of slice) {
      const outcome = await settled(async () => {
        const membership = known.get(emailId);
        if (!membership) throw new SetFailure({ type: "notFound" });
        const record = records.get(emailId);
        const others = record ? await unchangeable(tx, record, patch, call) : {};
        const { result, ...change } = await changeOf(membership, others, patch, call, rights);
        changes.push({ id: emailId, known: membership, ...change });
        return result;
      });
      outcomes.push(outcome);
    }
    return outcomes;
  });
  const failures = await updateEmails(tx, accountId, changes);
  const failed = new Map(changes.map(({ id }, index) => [id, failures[index]]));
  const done = changes.filter(({ id }) => !failed.get(id));
  await learnCategories(
    tx,
    accountId,
    done.map(({ id, known: membership, keywords }) => ({
      emailId: id,
      before: membership!.keywords,
      after: keywords!,
    })),
  );
  await noteLessons(
    tx,
    accountId,
    done.map(({ id, known: membership, keywords, mailboxIds }) => ({
      emailId: id,
      before: membership!,
      after: { mailboxIds: mailboxIds!, keywords: keywords! },
    })),
  );
  await noteMovedThere(
    tx,
    accountId,
    done.map(({ id, known: membership, mailboxIds }) => ({
      emailId: id,
      before: membership!.mailboxIds,
      after: mailboxIds!,
    })),
  );
  return results.map((result, index) => failed.get(updates[index]![0]) ?? result);
}

async function destroy(
  tx: Transactor,
  accountId: Id,
  emailIds: readonly Id[],
  rights: EmailRights,
): Promise<(true | SetFailure)[]> {
  const known = (await rights.areLimited())
    ? await getMemberships(tx, accountId, emailIds)
    : new Map<Id, EmailMembership>();
  const refused = new Map<Id, SetFailure>();
  for (const emailId of emailIds) {
    const outcome = await settled(() => rights.assertMayDestroy(known.get(emailId)?.mailboxIds ?? []));
    if (outcome instanceof SetFailure) refused.set(emailId, outcome);
  }
  const gone = new Set(
    await destroyEmails(
      tx,
      accountId,
      emailIds.filter((emailId) => !refused.has(emailId)),
    ),
  );
  return emailIds.map((emailId) => refused.get(emailId) ?? (gone.has(emailId) || new SetFailure({ type: "notFound" })));
}

/** Emails checked between two turns of the event loop. */
const SLICE = 100;

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
    create: (inner, records) =>
      insertPrepared(
        inner,
        accountId,
        records.map(([creationId]) => prepared.get(creationId)!),
        { rights },
      ),
    update: (inner, updates) => update(inner, accountId, updates, call, rights),
    destroy: (inner, emailIds) => destroy(inner, accountId, emailIds, rights),
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
    if (args.ifInState != null)
      await store.readOnce((reader) => assertState(reader, args.accountId, "Email", args.ifInState));
    // A transaction does not wait for a server: messages that it compares are fetched before.
    const compared = Object.entries(args.update ?? {}).filter(([, patch]) => unchangeableIn(patch).length > 0);
    await hydrateEmailsById(
      store,
      args.accountId,
      compared.map(([emailId]) => emailId),
    );
    const prepared = await prepareAll(args.create ?? {}, (given) => prepareEmail(args.accountId, given, call));
    return store.write((tx) => setEmails(tx, args, call, prepared), { accountId: args.accountId });
  },
};
