import {
  type Email,
  type EmailImport,
  type EmailImportArgs,
  type Id,
  MAIL,
  type SetError,
  SetFailure,
} from "@pismo/jmap";
import { stateOf } from "../../store/changes.ts";
import { insertEmail, type NewEmail } from "../../store/emails.ts";
import { checkArguments, id, mapOf, maybe, optional, shapeOf, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { assertSetSize, assertState, toSetError } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { loadAccountBlob } from "./load-blob.ts";
import { blobNotFound } from "./new-email.ts";
import { prepareMessage } from "./prepare.ts";

const emailImport = shapeOf<EmailImport>({
  blobId: id,
  mailboxIds: mailboxIdsCheck,
  keywords: optional(keywordsCheck),
  receivedAt: optional(utcDate),
});

/** A message begins with a header field; anything can be read as text, but not everything is a message. */
const looksLikeMessage = (bytes: Uint8Array): boolean =>
  /^\s*(?:>?From [^\n]*\n)?[\x21-\x39\x3b-\x7e]{1,100}[ \t]*:/.test(
    Buffer.from(bytes.subarray(0, 2000)).toString("latin1"),
  );

async function prepare(accountId: Id, item: unknown, call: Call): Promise<NewEmail> {
  emailImport(item, "email");
  const { blobId, mailboxIds, keywords, receivedAt } = item as EmailImport;
  const { createdIds } = call;
  const blob = await loadAccountBlob(call.context, accountId, createdIds.resolve(blobId));
  if (!blob) throw blobNotFound([blobId]);
  if (!looksLikeMessage(blob.bytes))
    throw new SetFailure({ type: "invalidEmail", description: "This is no RFC 5322 message" });
  return {
    ...(await prepareMessage(blob.bytes, call)),
    mailboxIds: mailboxIdsOf(createdIds.resolveKeys(mailboxIds)),
    keywords: keywordsOf(keywords),
    receivedAt: receivedAt ? new Date(receivedAt) : new Date(),
  };
}

/** Email/import: RFC 8621 §4.8. The same message may be imported again: it is another letter then. */
export const importEmails: Method<"Email/import"> = {
  capability: MAIL,
  parse: (args) =>
    checkArguments<EmailImportArgs>(
      { accountId: id, ifInState: maybe(string), emails: mapOf(id, () => undefined) },
      args,
    ),
  async run({ accountId, ifInState, emails }, call) {
    assertSetSize({ create: emails }, call);
    const { store } = call.context;
    const prepared = new Map<Id, NewEmail>();
    const notCreated: Record<Id, SetError> = {};
    await store.read((reader) => assertState(reader, accountId, "Email", ifInState));
    for (const [creationId, item] of Object.entries(emails)) {
      try {
        prepared.set(creationId, await prepare(accountId, item, call));
      } catch (error) {
        notCreated[creationId] = toSetError(error);
      }
    }
    return store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "Email", ifInState);
      const created: Record<Id, Partial<Email>> = {};
      for (const [creationId, email] of prepared) {
        try {
          const record = await tx.savepoint(() => insertEmail(tx, accountId, email));
          const { id: emailId, blobId, threadId, size } = record;
          created[creationId] = { id: emailId, blobId, threadId, size };
          call.createdIds.set(creationId, emailId);
        } catch (error) {
          notCreated[creationId] = toSetError(error);
        }
      }
      return {
        accountId,
        oldState,
        newState: await stateOf(tx, accountId, "Email"),
        created: Object.keys(created).length > 0 ? created : null,
        notCreated: Object.keys(notCreated).length > 0 ? notCreated : null,
      };
    });
  },
};
