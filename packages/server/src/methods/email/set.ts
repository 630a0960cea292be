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
import { destroyEmails, getEmails, insertEmail, type NewEmail, updateEmail } from "../../store/emails.ts";
import type { Transactor } from "../../store/store.ts";
import { checkArguments } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, assertSetSize, assertState, setRecords, setShape, toSetError } from "../standard/set.ts";
import { metadataOf } from "./get.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { prepareEmail } from "./prepare.ts";

const mutable = { keywords: keywordsCheck, mailboxIds: mailboxIdsCheck };

/** Keywords are lower case, in paths too. */
const lowerKeywords = (patch: PatchObject): PatchObject =>
  Object.fromEntries(
    Object.entries(patch).map(([path, value]) => [path.startsWith("keywords/") ? path.toLowerCase() : path, value]),
  );

async function update(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  given: PatchObject,
  { createdIds }: Call,
): Promise<null> {
  const [record] = await getEmails(tx, accountId, [emailId]);
  if (!record) throw new SetFailure({ type: "notFound" });
  const before = metadataOf(record);
  const patch = lowerKeywords(createdIds.resolvePatch(given, "mailboxIds"));
  const after = applyPatch(before, patch, { keywords: {} });
  const changed = Object.entries(after).filter(
    ([property, value]) => value !== before[property as keyof typeof before],
  );
  assertRecord(Object.fromEntries(changed), mutable);
  await updateEmail(tx, accountId, emailId, {
    keywords: keywordsOf(after.keywords),
    mailboxIds: mailboxIdsOf(after.mailboxIds ?? {}),
  });
  return null;
}

/** Runs inside a transaction; letters to be created have been prepared before it. */
export function setEmails(
  tx: Transactor,
  args: SetArgs<Email>,
  call: Call,
  prepared: ReadonlyMap<Id, NewEmail | Error> = new Map(),
): Promise<SetResult<Email>> {
  const { accountId } = args;
  return setRecords<Email>(tx, args, call, "Email", {
    async create(inner, _given, creationId) {
      const email = prepared.get(creationId);
      if (!email || email instanceof Error) throw email ?? new SetFailure({ type: "forbidden" });
      const { id, blobId, threadId, size } = await insertEmail(inner, accountId, email);
      return { id, blobId, threadId, size };
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
    const prepared = new Map<Id, NewEmail | Error>();
    for (const [creationId, given] of Object.entries(args.create ?? {})) {
      try {
        prepared.set(creationId, await prepareEmail(args.accountId, given as Record<string, unknown>, call));
      } catch (error) {
        prepared.set(creationId, new SetFailure(toSetError(error)));
      }
    }
    return store.write((tx) => setEmails(tx, args, call, prepared));
  },
};
