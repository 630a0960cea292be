import { type CopyArgs, type Email, type EmailMetadata, type Id, MAIL, MethodError, SetFailure } from "@pismo/jmap";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import { stateOf } from "../../store/db/changes.ts";
import { type EmailRecord, getEmails, type NewEmail } from "../../store/mail/emails.ts";
import type { Transactor } from "../../store/db/store.ts";
import { keywordsOfCopy } from "../../store/submission/pending-emails.ts";
import { boolean, checkArguments, id, mapOf, maybe, object, optional, type Shape, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { checkedRecord, assertSetSize, assertState } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { type CreatedEmail, insertPrepared } from "./insert.ts";
import { prepareAll, prepareMessage } from "./prepare.ts";
import { EmailRights } from "./rights.ts";
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

type Copied = Pick<EmailMetadata, keyof typeof settable>;

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
  const copied = checkedRecord<Copied, "id" | "mailboxIds">(given, settable, ["id", "mailboxIds"]);
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
    },
  };
}

/** The implicit Email/set: an error of its own, as a state that does not match, leaves the copies (RFC 8620 §5.4). */
async function destroyOriginals(tx: Transactor, args: CopyArgs<Email>, originals: Id[], call: Call): Promise<void> {
  const ifInState = args.destroyFromIfInState ?? null;
  try {
    const destroyed = await setEmails(tx, { accountId: args.fromAccountId, destroy: originals, ifInState }, call);
    call.follow("Email/set", destroyed);
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    call.follow("Email/set", error);
  }
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
      const copies = new Outcomes<Partial<Email>>();
      const done: Id[] = [];
      const given = [...originals.values()].map((each) => (each instanceof SetFailure ? each : each.email));
      const inserted = await insertPrepared(tx, accountId, given, { rights, isUnique: true });
      for (const [index, [creationId, original]] of [...originals].entries()) {
        const outcome = inserted[index]!;
        if (!copies.note(creationId, outcome)) continue;
        call.createdIds.set(creationId, (outcome as CreatedEmail).id);
        done.push((original as Original).id);
      }
      if (args.onSuccessDestroyOriginal && done.length > 0) await destroyOriginals(tx, args, done, call);
      return {
        fromAccountId,
        accountId,
        oldState,
        newState: await stateOf(tx, accountId, "Email"),
        created: copies.done,
        notCreated: copies.failed,
      };
    });
  },
};
