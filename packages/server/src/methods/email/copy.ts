import { type CopyArgs, type Email, type Id, MAIL, MethodError, type SetError, SetFailure } from "@pismo/jmap";
import { stateOf } from "../../store/changes.ts";
import { findEmailByBlob, getEmails, insertEmail } from "../../store/emails.ts";
import type { Transactor } from "../../store/store.ts";
import { boolean, checkArguments, id, mapOf, maybe, object, optional, type Shape, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertRecord, assertSetSize, assertState, invalidProperties, toSetError } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { prepareMessage } from "./prepare.ts";
import { setEmails } from "./set.ts";

const shape: Shape<CopyArgs<Email>> = {
  fromAccountId: id,
  ifFromInState: maybe(string),
  accountId: id,
  ifInState: maybe(string),
  create: mapOf(id, object),
  onSuccessDestroyOriginal: optional(boolean),
  destroyFromIfInState: maybe(string),
};
const settable = { id, mailboxIds: mailboxIdsCheck, keywords: keywordsCheck, receivedAt: utcDate };

interface Original {
  id: Id;
  insert(tx: Transactor): Promise<Partial<Email> & { id: Id }>;
}

/** @throws SetFailure notFound, invalidProperties */
async function readOriginal(args: CopyArgs<Email>, given: Record<string, unknown>, call: Call): Promise<Original> {
  const { store } = call.context;
  assertRecord(given, settable);
  if (given["mailboxIds"] === undefined) throw invalidProperties(["mailboxIds"], "A letter is in at least one mailbox");
  const { id: givenId, mailboxIds, keywords, receivedAt } = given as Partial<Email> & { id: Id };
  const originalId = call.createdIds.resolve(givenId ?? "");
  const [original] = await store.read((reader) => getEmails(reader, args.fromAccountId, [originalId]));
  const bytes = original && (await store.blobs.get(original.blobId));
  if (!bytes) throw new SetFailure({ type: "notFound" });
  const message = await prepareMessage(bytes, call);
  return {
    id: originalId,
    async insert(tx) {
      const existing = await findEmailByBlob(tx, args.accountId, original.blobId);
      if (existing) throw new SetFailure({ type: "alreadyExists", existingId: existing.id });
      const record = await insertEmail(tx, args.accountId, {
        ...message,
        mailboxIds: mailboxIdsOf(call.createdIds.resolveKeys(mailboxIds ?? {})),
        keywords: keywords ? keywordsOf(keywords) : original.keywords,
        receivedAt: receivedAt ? new Date(receivedAt) : original.receivedAt,
      });
      return { id: record.id, blobId: record.blobId, threadId: record.threadId, size: record.size };
    },
  };
}

/** Email/copy: RFC 8621 §4.7. */
export const copy: Method<"Email/copy"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, fromAccountId, create } = args;
    const { store } = call.context;
    if (accountId === fromAccountId)
      throw new MethodError("invalidArguments", "The accounts are the same: use Email/set");
    assertSetSize({ create }, call);
    await store.read((reader) => assertState(reader, fromAccountId, "Email", args.ifFromInState));
    const originals = new Map<Id, Original>();
    const created: Record<Id, Partial<Email>> = {};
    const notCreated: Record<Id, SetError> = {};
    for (const [creationId, given] of Object.entries(create)) {
      try {
        originals.set(creationId, await readOriginal(args, given as Record<string, unknown>, call));
      } catch (error) {
        notCreated[creationId] = toSetError(error);
      }
    }
    return store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "Email", args.ifInState);
      const done: Id[] = [];
      for (const [creationId, original] of originals) {
        try {
          const record = await tx.savepoint(() => original.insert(tx));
          created[creationId] = record;
          call.createdIds.set(creationId, record.id);
          done.push(original.id);
        } catch (error) {
          notCreated[creationId] = toSetError(error);
        }
      }
      if (args.onSuccessDestroyOriginal && done.length > 0) {
        const destroy = { accountId: fromAccountId, destroy: done, ifInState: args.destroyFromIfInState ?? null };
        call.follow("Email/set", await setEmails(tx, destroy, call));
      }
      return {
        fromAccountId,
        accountId,
        oldState,
        newState: await stateOf(tx, accountId, "Email"),
        created: Object.keys(created).length > 0 ? created : null,
        notCreated: Object.keys(notCreated).length > 0 ? notCreated : null,
      };
    });
  },
};
