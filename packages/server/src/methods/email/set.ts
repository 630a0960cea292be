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
import { learnCategory } from "../../store/email-categories.ts";
import {
  destroyEmails,
  type EmailRecord,
  getEmails,
  insertEmail,
  type NewEmail,
  updateEmail,
} from "../../store/emails.ts";
import type { Transactor } from "../../store/store.ts";
import { checkArguments } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, assertSetSize, assertState, setRecords, setShape } from "../standard/set.ts";
import { metadataOf, trueFor } from "./get.ts";
import { isProperty, toEmail, wantedOf } from "./record.ts";
import { bringEmails } from "./whole.ts";
import { keywordsCheck, keywordsOf, withOneCategory, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { assertPrepared, createdEmail, prepareAll, prepareEmail } from "./prepare.ts";

const mutable = { keywords: keywordsCheck, mailboxIds: mailboxIdsCheck };

/** Keywords are lower case, in paths too. */
const lowerKeywords = (patch: PatchObject): PatchObject =>
  Object.fromEntries(
    Object.entries(patch).map(([path, value]) => [path.startsWith("keywords/") ? path.toLowerCase() : path, value]),
  );

const unchangeableIn = (patch: PatchObject): string[] =>
  Object.keys(patch).filter((path) => !/^(keywords|mailboxIds)(\/|$)/.test(path) && isProperty(path));

/** Properties in a patch that never change: a whole Email is a valid patch, as long as they are what they were (RFC 8620 §5.3). */
async function unchangeable(tx: Transactor, record: EmailRecord, patch: PatchObject): Promise<Partial<Email>> {
  const properties = unchangeableIn(patch);
  if (properties.length === 0) return {};
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
): Promise<Partial<Email> | null> {
  const [record] = await getEmails(tx, accountId, [emailId]);
  if (!record) throw new SetFailure({ type: "notFound" });
  const before = { ...metadataOf(record), ...(await unchangeable(tx, record, given)) };
  const patch = lowerKeywords(createdIds.resolvePatch(given, "mailboxIds"));
  const after = applyPatch(before, patch, { keywords: {} });
  const changed = Object.entries(after).filter(
    ([property, value]) => !isDeepStrictEqual(value, before[property as keyof Email]),
  );
  assertRecord(Object.fromEntries(changed), mutable);
  const asked = keywordsOf(after.keywords);
  const keywords = withOneCategory(asked, record.keywords);
  await learnCategory(tx, accountId, record, keywords);
  await updateEmail(tx, accountId, emailId, { keywords, mailboxIds: mailboxIdsOf(after.mailboxIds ?? {}) });
  return keywords.length < asked.length ? { keywords: trueFor(keywords) } : null;
}

/** Runs inside a transaction; letters to be created have been prepared before it. */
export function setEmails(
  tx: Transactor,
  args: SetArgs<Email>,
  call: Call,
  prepared: ReadonlyMap<Id, NewEmail | SetFailure> = new Map(),
): Promise<SetResult<Email>> {
  const { accountId } = args;
  return setRecords<Email>(tx, args, call, "Email", {
    async create(inner, _given, creationId) {
      const email = assertPrepared(prepared.get(creationId)!);
      return createdEmail(await insertEmail(inner, accountId, email));
    },
    update: (inner, emailId, patch) => update(inner, accountId, emailId, patch, call),
    async destroy(inner, emailId) {
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
    // Before the work of composing; the transaction asks again.
    await store.read((reader) => assertState(reader, args.accountId, "Email", args.ifInState));
    // A transaction does not wait for a server: what it compares is brought before.
    const compared = Object.entries(args.update ?? {}).filter(([, patch]) => unchangeableIn(patch).length > 0);
    await bringEmails(
      store,
      args.accountId,
      compared.map(([emailId]) => emailId),
    );
    const prepared = await prepareAll(args.create ?? {}, (given) => prepareEmail(args.accountId, given, call));
    return store.write((tx) => setEmails(tx, args, call, prepared));
  },
};
