import { type Email, type EmailImport, type EmailImportArgs, type Id, MAIL, SetFailure } from "@pismo/jmap";
import { parseDate } from "../../mime/dates.ts";
import { headersOf, headerValues } from "../../mime/headers.ts";
import type { ParsedMessage } from "../../mime/parse.ts";
import { stateOf } from "../../store/changes.ts";
import { insertEmail, type NewEmail } from "../../store/emails.ts";
import { checkArguments, id, mapOf, maybe, nullable, object, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertRecord, assertSetSize, assertState, invalidProperties } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { loadAccountBlob } from "./load-blob.ts";
import { assertPrepared, createdEmail, prepareAll, prepareMessage } from "./prepare.ts";

/** Some clients write null where they leave the date to us. */
const settable = {
  blobId: id,
  mailboxIds: mailboxIdsCheck,
  keywords: keywordsCheck,
  receivedAt: nullable(utcDate),
};

/** A message begins with a header field; anything can be read as text, but not everything is a message. */
const looksLikeMessage = (bytes: Uint8Array): boolean =>
  /^\s*(?:>?From [^\n]*\n)?[\x21-\x39\x3b-\x7e]{1,100}[ \t]*:/.test(
    Buffer.from(bytes.subarray(0, 2000)).toString("latin1"),
  );

/** When the last server took it in, as its newest Received field says; those stand on top. */
function arrivalOf(bytes: Uint8Array, { structure }: ParsedMessage): Date | undefined {
  const fields = headerValues(headersOf(bytes, structure.headerStart, structure.bodyStart), "received");
  const times = fields.flatMap((field) => parseDate(field.slice(field.lastIndexOf(";") + 1)) ?? []);
  return times[0] === undefined ? undefined : new Date(times[0]);
}

/** @throws SetFailure invalidProperties (also for a blob that is not there: RFC 8621 §4.8), invalidEmail */
async function prepare(accountId: Id, given: Record<string, unknown>, call: Call): Promise<NewEmail> {
  assertRecord(given, settable, ["blobId", "mailboxIds"]);
  const { blobId, mailboxIds, keywords, receivedAt } = given as unknown as EmailImport;
  const { createdIds } = call;
  const blob = await loadAccountBlob(call.context, accountId, blobId);
  if (!blob) throw invalidProperties(["blobId"], "There is no such blob");
  if (!looksLikeMessage(blob.bytes))
    throw new SetFailure({ type: "invalidEmail", description: "This is no RFC 5322 message" });
  const message = await prepareMessage(blob.bytes, call);
  return {
    ...message,
    mailboxIds: mailboxIdsOf(createdIds.resolveKeys(mailboxIds)),
    keywords: keywordsOf(keywords),
    receivedAt: receivedAt ? new Date(receivedAt) : (arrivalOf(blob.bytes, message.parsed) ?? new Date()),
  };
}

/** Email/import: RFC 8621 §4.8. The same message may be imported again: it is another letter then. */
export const importEmails: Method<"Email/import"> = {
  capability: MAIL,
  parse: (args) =>
    checkArguments<EmailImportArgs>({ accountId: id, ifInState: maybe(string), emails: mapOf(id, object) }, args),
  async run({ accountId, ifInState, emails }, call) {
    assertSetSize({ create: emails }, call);
    const { store } = call.context;
    await store.read((reader) => assertState(reader, accountId, "Email", ifInState));
    const imported = new Outcomes<Partial<Email>>();
    const prepared = await prepareAll(emails, (given) => prepare(accountId, given, call));
    return store.write(async (tx) => {
      const oldState = await assertState(tx, accountId, "Email", ifInState);
      for (const [creationId, email] of prepared) {
        await imported.attempt(creationId, async () => {
          const record = await tx.savepoint(() => insertEmail(tx, accountId, assertPrepared(email)));
          call.createdIds.set(creationId, record.id);
          return createdEmail(record);
        });
      }
      return {
        accountId,
        oldState,
        newState: await stateOf(tx, accountId, "Email"),
        created: imported.done,
        notCreated: imported.failed,
      };
    });
  },
};
