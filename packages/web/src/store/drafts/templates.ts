/** Texts to begin letters with: drafts with a keyword of ours, so that they lie at an IMAP server like any other draft. */
import { type Email, type Id, SetFailure } from "@pismo/jmap";
import type { FullEmail } from "../records/email-properties.ts";
import { loadEmail } from "../records/email.ts";
import { recordsOf } from "../records/records.ts";
import { request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";
import { type DraftContent, draftEmail, newMessageId } from "./draft-email.ts";
import { addressOf, mailboxWithRole } from "./drafts.ts";

/** Of a draft: other letters begin with its text. Not `$`: those are registered with IANA (RFC 8621 §4.1.1). */
export const TEMPLATE = "pismo-template";

/** Its name is the subject. */
export interface Template {
  id: Id;
  name: string;
}

const MAX_TEMPLATES = 200;

/** By their names. @throws what the request throws */
export async function loadTemplates(accountId: Id): Promise<Template[]> {
  const inMailbox = await mailboxWithRole(recordsOf(accountId), "drafts");
  const get = await request((calls) => {
    const filter = { inMailbox, hasKeyword: TEMPLATE };
    const query = calls.call("Email/query", { accountId, filter, limit: MAX_TEMPLATES });
    return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: ["subject"] });
  });
  const list = get.result().list as Pick<Email, "id" | "subject">[];
  const templates = list.map(({ id, subject }) => ({ id, name: subject ?? "" }));
  return templates.toSorted((one, other) => one.name.localeCompare(other.name));
}

export const loadTemplate = (id: Id, accountId: Id): Promise<FullEmail> => loadEmail(id, recordsOf(accountId));

/** In the place of one with the same name. @throws SetFailure, and what the request throws */
export async function saveTemplate(
  name: string,
  written: Pick<DraftContent, "html" | "text" | "attachments">,
  accountId: Id,
): Promise<void> {
  const records = recordsOf(accountId);
  const draftsId = await mailboxWithRole(records, "drafts");
  const old = (await loadTemplates(accountId)).filter((template) => template.name === name).map(({ id }) => id);
  const nothing = { to: [], cc: [], bcc: [], inReplyTo: null, references: null };
  const own = addressOf(records);
  const content = { ...nothing, subject: name, ...written };
  const email = draftEmail(content, { name: null, email: own }, draftsId, newMessageId(own), new Date());
  const made: Partial<Email> = { ...email, keywords: { ...email.keywords, [TEMPLATE]: true } };
  const set = await request((calls) => calls.call("Email/set", { accountId, create: { made } }));
  const { created, notCreated } = set.result();
  if (!created?.["made"]) throw new SetFailure(notCreated?.["made"] ?? { type: "forbidden" });
  // Only now: one of the two is always there.
  if (old.length > 0) await request((calls) => calls.call("Email/set", { accountId, destroy: old }));
  requestSync();
}
