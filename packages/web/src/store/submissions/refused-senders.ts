/** Addresses that an account's own server does not send from, as far as it says so before there is a letter. */
import { addressKey, type Id, MAIL_SERVERS, type SenderTrial } from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";

/** By account and address. Each is asked about once a page: where the server cannot be asked, each attempt is a sign-in that fails. */
const asked = new Map<string, Promise<SenderTrial | undefined>>();

const keyOf = (accountId: Id, email: string): string => `${accountId} ${addressKey(email)}`;

async function tryThem(accountId: Id, emails: readonly string[]): Promise<readonly SenderTrial[]> {
  const trials = await request((calls) => calls.call("MailServer/trySenders", { id: accountId, emails: [...emails] }));
  return trials.result().list;
}

/** The server's words by the address that it refuses, as the account has it. Of what is not known there are none. */
export async function refusedSenders(accountId: Id, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!hasCapability(getSession(), accountId, MAIL_SERVERS)) return new Map();
  const fresh = emails.filter((email) => !asked.has(keyOf(accountId, email)));
  const trials = fresh.length > 0 ? tryThem(accountId, fresh).catch(() => []) : undefined;
  for (const email of fresh) {
    const trial = trials!.then((list) => list.find((each) => addressKey(each.email) === addressKey(email)));
    asked.set(keyOf(accountId, email), trial);
  }
  const known = await Promise.all(
    emails.map(async (email) => [email, await asked.get(keyOf(accountId, email))] as const),
  );
  return new Map(known.flatMap(([email, trial]) => (trial?.isRefused ? [[email, trial.reply ?? ""]] : [])));
}
