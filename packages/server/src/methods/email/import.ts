import { type Email, type EmailImport, type EmailImportArgs, MAIL, SetFailure } from "@pismo/jmap";
import { arrivalOf, looksLikeMessage } from "../../mime/parse/looks-like-message.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { NewEmail } from "../../store/mail/emails.ts";
import { checkArguments, id, mapOf, maybe, nullable, object, string, utcDate } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { checkedRecord, assertSetSize, assertState, invalidProperties } from "../standard/set.ts";
import { keywordsCheck, keywordsOf, mailboxIdsCheck, mailboxIdsOf } from "./keywords.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { EmailRights } from "./rights.ts";
import { type CreatedEmail, insertPrepared } from "./insert.ts";
import { prepareAll, prepareMessage } from "./prepare.ts";

/** Some clients write null to leave the date to the server. */
const settable = {
  blobId: id,
  mailboxIds: mailboxIdsCheck,
  keywords: keywordsCheck,
  receivedAt: nullable(utcDate),
};

type LoadBlob = Awaited<ReturnType<typeof accountBlobs>>;

/** @throws SetFailure invalidProperties (also for a missing blob: RFC 8621 §4.8), invalidEmail */
async function prepare(load: LoadBlob, given: Record<string, unknown>, call: Call): Promise<NewEmail> {
  const checked = checkedRecord<EmailImport, "blobId" | "mailboxIds">(given, settable, ["blobId", "mailboxIds"]);
  const { blobId, mailboxIds, keywords, receivedAt } = checked;
  const { createdIds } = call;
  const blob = await load(createdIds.resolve(blobId));
  if (!blob) throw invalidProperties(["blobId"], "There is no such blob");
  if (!looksLikeMessage(blob.bytes))
    throw new SetFailure({ type: "invalidEmail", description: "This is no RFC 5322 message" });
  const message = await prepareMessage(blob.bytes, call);
  return {
    ...message,
    mailboxIds: mailboxIdsOf(createdIds.resolveKeys(mailboxIds)),
    keywords: keywordsOf(keywords),
    receivedAt: receivedAt ? new Date(receivedAt) : (arrivalOf(blob.bytes, message.parsed) ?? new Date()),
    isFromClient: true,
  };
}

/** Email/import: RFC 8621 §4.8. The same message may be imported again as another Email. */
export const importEmails: Method<"Email/import"> = {
  capability: MAIL,
  parse: (args) =>
    checkArguments<EmailImportArgs>({ accountId: id, ifInState: maybe(string), emails: mapOf(id, object) }, args),
  async run({ accountId, ifInState, emails }, call) {
    assertSetSize({ create: emails }, call);
    const { store } = call.context;
    if (ifInState != null) await store.readOnce((reader) => assertState(reader, accountId, "Email", ifInState));
    const imported = new Outcomes<Partial<Email>>();
    const blobIds = Object.values(emails).flatMap(({ blobId }) =>
      typeof blobId === "string" ? call.createdIds.resolve(blobId) : [],
    );
    const load = await accountBlobs(call.context, accountId, blobIds);
    const prepared = await prepareAll(emails, (given) => prepare(load, given, call));
    return store.write(
      async (tx) => {
        const oldState = await assertState(tx, accountId, "Email", ifInState);
        const rights = new EmailRights(tx, accountId);
        const inserted = await insertPrepared(tx, accountId, [...prepared.values()], { rights });
        for (const [index, creationId] of [...prepared.keys()].entries()) {
          const outcome = inserted[index]!;
          if (imported.note(creationId, outcome)) call.createdIds.set(creationId, (outcome as CreatedEmail).id);
        }
        return {
          accountId,
          oldState,
          newState: await stateOf(tx, accountId, "Email"),
          created: imported.done,
          notCreated: imported.failed,
        };
      },
      { accountId },
    );
  },
};
