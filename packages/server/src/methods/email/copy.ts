import { type CopyArgs, type Email, type EmailMetadata, type Id, MAIL, SetFailure } from "@pismo/jmap";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import { type EmailRecord, getEmails, type NewEmail } from "../../store/mail/emails.ts";
import type { Transactor } from "../../store/db/store.ts";
import { linksOf } from "../../store/threads/threads.ts";
import { keepCopiesArranged } from "../../store/transfers/keep-arranged.ts";
import { keywordsOfCopy } from "../../store/submission/pending-keywords.ts";
import { checkArguments, id, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertCopy, type Copied, copyShape, finishCopy } from "../standard/copy.ts";
import { assertState, checkedRecord } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { type CreatedEmail, insertPrepared } from "./insert.ts";
import { seesArranged } from "../conversation/view.ts";
import { prepareAll, prepareMessage } from "./prepare.ts";
import { EmailRights } from "./rights.ts";
import { setEmails } from "./set.ts";

const settable = { id, mailboxIds: mailboxIdsCheck, keywords: keywordsCheck, receivedAt: utcDate };

type Settable = Pick<EmailMetadata, keyof typeof settable>;

interface Original {
  id: Id;
  email: NewEmail;
}

/** @throws SetFailure notFound, invalidProperties */
async function readOriginal(
  fromAccountId: Id,
  known: ReadonlyMap<Id, EmailRecord>,
  given: Record<string, unknown>,
  call: Call,
): Promise<Original> {
  const { store } = call.context;
  const copied = checkedRecord<Settable, "id" | "mailboxIds">(given, settable, ["id", "mailboxIds"]);
  const { mailboxIds, keywords, receivedAt } = copied;
  const originalId = call.createdIds.resolve(copied.id);
  const original = known.get(originalId);
  const { bytes, fault } = original
    ? await readChecked(store.blobsOf(fromAccountId), original.blobId, original.size)
    : {};
  // The readable part, under a hash of its own, would count as undamaged.
  if (fault)
    throw new SetFailure({ type: "notFound", description: "The message of this letter is damaged or missing" });
  if (!original || !bytes) throw new SetFailure({ type: "notFound" });
  return {
    id: originalId,
    email: {
      ...(await prepareMessage(bytes, call)),
      mailboxIds: mailboxIdsOf(call.createdIds.resolveKeys(mailboxIds)),
      keywords: keywords ? keywordsOf(keywords) : keywordsOfCopy(original.keywords),
      receivedAt: receivedAt ? new Date(receivedAt) : original.receivedAt,
      isFromClient: original.isFromClient,
    },
  };
}

/** What was joined or split off by hand stays so: the originals go. @returns the Threads of the copies, by their ids */
function arrange(
  tx: Transactor,
  args: CopyArgs<Email>,
  originals: readonly (readonly [Id, Original | SetFailure])[],
  inserted: readonly (CreatedEmail | SetFailure)[],
): Promise<ReadonlyMap<Id, Id>> {
  const copies = originals.flatMap(([, original], index) => {
    const copy = inserted[index]!;
    if (original instanceof SetFailure || copy instanceof SetFailure) return [];
    const links = linksOf(original.email.parsed.headers);
    return [{ id: copy.id, threadId: copy.threadId!, links, originalId: original.id }];
  });
  return keepCopiesArranged(tx, args, copies);
}

/** Email/copy: RFC 8621 §4.7. */
export const copy: Method<"Email/copy"> = {
  capability: MAIL,
  parse: (args) => checkArguments(copyShape<Email>(), args),
  async run(args, call) {
    const { accountId, fromAccountId, create } = args;
    const { store } = call.context;
    assertCopy(args, call, "Email");
    const ids = Object.values(create).flatMap(({ id: each }) =>
      typeof each === "string" ? call.createdIds.resolve(each) : [],
    );
    const known = await store.read(async (reader) => {
      await assertState(reader, fromAccountId, "Email", args.ifFromInState);
      return new Map((await getEmails(reader, fromAccountId, ids)).map((record) => [record.id, record]));
    });
    const originals = await prepareAll(create, (given) => readOriginal(fromAccountId, known, given, call));
    return store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "Email", args.ifInState);
      const rights = new EmailRights(tx, accountId);
      const given = [...originals.values()].map((each) => (each instanceof SetFailure ? each : each.email));
      const inserted = await insertPrepared(tx, accountId, given, { rights, isUnique: true });
      const all = [...originals];
      const threads = args.onSuccessDestroyOriginal ? await arrange(tx, args, all, inserted) : undefined;
      const copied = all.map(([creationId, original], index): Copied<Email> => {
        const outcome = inserted[index]!;
        const originalId = original instanceof SetFailure ? "" : original.id;
        if (outcome instanceof SetFailure) return { creationId, originalId, outcome };
        const threadId = seesArranged(call) ? threads?.get(outcome.id) : undefined;
        return { creationId, originalId, outcome: { ...outcome, ...(threadId !== undefined && { threadId }) } };
      });
      return finishCopy(tx, args, copied, call, {
        type: "Email",
        oldState,
        set: (destruction) => setEmails(tx, destruction, call),
      });
    });
  },
};
