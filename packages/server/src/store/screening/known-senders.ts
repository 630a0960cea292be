/** Who is no first-time sender. Asked before a letter is inserted, so that no transaction waits for the search. */
import { addressKey, type EmailFilterCondition, type EmailHeaders, type Filter, type Id } from "@pismo/jmap";
import type { MailingList } from "../../mime/headers/mailing-list.ts";
import { hasCardWith } from "../contacts/address-in-cards.ts";
import type { Reader, Store } from "../db/store.ts";
import { ownAddresses } from "../mail/email-categories.ts";
import { getEmails } from "../mail/emails.ts";
import { mailboxRolesOf } from "../mail/mailboxes.ts";
import { hasLettersOf } from "../newsletters/newsletter-emails.ts";
import { letIn } from "./screened-senders.ts";
import type { Screening } from "./screening.ts";

/** A letter that has arrived. */
export interface Asked {
  address: string;
  list: MailingList | null;
}

/** Letters that are looked at: a search finds the words of an address, in whatever order others have them. */
const MAX_LOOKED_AT = 50;

/** Oneself, one who was let in, and a contact. */
async function isNamedHere(reader: Reader, accountId: Id, address: string): Promise<boolean> {
  const own = [...(await ownAddresses(reader, accountId))].map(addressKey);
  if (own.includes(addressKey(address)) || (await letIn(reader, accountId, [address])).size > 0) return true;
  return hasCardWith(reader, accountId, address);
}

/** By what single statements tell. */
async function isKnownHere(reader: Reader, accountId: Id, { address, list }: Asked): Promise<boolean> {
  if (await isNamedHere(reader, accountId, address)) return true;
  return list !== null && hasLettersOf(reader, accountId, list);
}

type Search = Pick<Store, "read" | "longQueries">;

/** Whether one of the letters that the words of the address find has it. */
async function hasLetter(
  { read, longQueries }: Search,
  accountId: Id,
  filter: Filter<EmailFilterCondition>,
  has: (headers: EmailHeaders) => boolean,
): Promise<boolean> {
  const { ids } = await longQueries.query(accountId, { filter, limit: MAX_LOOKED_AT });
  if (ids.length === 0) return false;
  return (await read((reader) => getEmails(reader, accountId, ids))).some(({ headers }) => has(headers));
}

const hasAddress = (people: EmailHeaders["from"] | undefined, address: string): boolean =>
  people?.some(({ email }) => addressKey(email) === addressKey(address)) === true;

function wasWrittenTo(store: Search, accountId: Id, address: string, sent: Id): Promise<boolean> {
  const fields: EmailFilterCondition[] = [{ to: address }, { cc: address }, { bcc: address }];
  const filter: Filter<EmailFilterCondition> = {
    operator: "AND",
    conditions: [{ inMailbox: sent }, { operator: "OR", conditions: fields }],
  };
  return hasLetter(store, accountId, filter, ({ to, cc, bcc }) =>
    [to, cc, bcc].some((people) => hasAddress(people, address)),
  );
}

/** It lies where neither spam and trash are nor those that wait. */
const hasWritten = (store: Search, accountId: Id, address: string, except: Id[]): Promise<boolean> =>
  hasLetter(
    store,
    accountId,
    { operator: "AND", conditions: [{ from: address }, { inMailboxOtherThan: except }] },
    ({ from }) => hasAddress(from, address),
  );

/** Whether the person knows the sender, or takes part in the list. */
export async function isKnownSender(
  store: Search,
  accountId: Id,
  { mailboxId }: Screening,
  asked: Asked,
): Promise<boolean> {
  const { isKnown, roles } = await store.read(async (reader) => ({
    isKnown: await isKnownHere(reader, accountId, asked),
    roles: await mailboxRolesOf(reader, accountId),
  }));
  if (isKnown) return true;
  const apart = [roles["junk"], roles["trash"], mailboxId].filter((id) => id !== undefined);
  if (await hasWritten(store, accountId, asked.address, apart)) return true;
  const written = [asked.address, ...(asked.list?.listId != null ? [asked.list.address] : [])];
  for (const address of roles["sent"] === undefined ? [] : written) {
    if (await wasWrittenTo(store, accountId, address, roles["sent"]!)) return true;
  }
  return false;
}

/** Whether the person knows the sender as one knows a person: by contacts, or having written. Letters that came are none. */
export async function isKnownPerson(store: Search, accountId: Id, address: string): Promise<boolean> {
  const { isNamed, roles } = await store.read(async (reader) => ({
    isNamed: await isNamedHere(reader, accountId, address),
    roles: await mailboxRolesOf(reader, accountId),
  }));
  if (isNamed || roles["sent"] === undefined) return isNamed;
  return wasWrittenTo(store, accountId, address, roles["sent"]);
}
