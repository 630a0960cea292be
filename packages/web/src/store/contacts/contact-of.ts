/** Whose an address is: asked for once, and again when a card changes. */
import { addressKey, type Id } from "@pismo/jmap";
import { placeOf } from "../session/all-accounts.ts";
import { request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { pictureOf, type SomeCard } from "./card-names.ts";
import { hasContactsIn } from "./has-contacts.ts";
import { useFromCards } from "./use-from-cards.ts";

const properties = ["uid", "kind", "name", "nicknames", "organizations", "emails", "media"];
/** The server finds addresses that contain the one: cards that may have it. */
const MAX_CANDIDATES = 10;

let asked = new Map<string, Promise<SomeCard | null>>();
let isFollowing = false;

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onNews((changed) => {
    if (!changed || Object.values(changed).some((types) => types.ContactCard !== undefined)) asked = new Map();
  });
}

async function askFor(accountId: Id, key: string): Promise<SomeCard | null> {
  const get = await request((calls) => {
    const query = calls.call("ContactCard/query", { accountId, filter: { email: `"${key}"` }, limit: MAX_CANDIDATES });
    return calls.call("ContactCard/get", { accountId, "#ids": query.ref("/ids"), properties });
  });
  const has = ({ emails }: SomeCard): boolean =>
    Object.values(emails ?? {}).some(({ address }) => addressKey(address) === key);
  const cards = (get.result().list as SomeCard[]).filter(has);
  // Of two with one address the list shows the one that has a picture.
  return cards.find(pictureOf) ?? cards[0] ?? null;
}

function contactOf(accountId: Id, key: string): Promise<SomeCard | null> {
  follow();
  const name = `${accountId} ${key}`;
  const known = asked.get(name);
  if (known) return known;
  const answer = askFor(accountId, key);
  asked.set(name, answer);
  answer.catch(() => asked.delete(name));
  return answer;
}

/** In the account that has the Email. null: no contact has the address; undefined: it is not known, or the account has no contacts. */
export function useContactOf(emailId: Id, address: string | undefined): SomeCard | null | undefined {
  const { accountId } = placeOf(emailId);
  const key = address !== undefined && hasContactsIn(accountId) ? addressKey(address) : "";
  return useFromCards((ownerId) => contactOf(ownerId, key), key || undefined, accountId);
}
