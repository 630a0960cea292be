/** Whose an address is: asked for once, and again when a card changes. */
import { addressKey, CONTACTS, type Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { getAccount, getSession, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import type { SomeCard } from "./card-names.ts";

const properties = ["uid", "kind", "name", "nicknames", "organizations", "emails", "media"];
/** An address is looked for in all of a card's: others may contain it. */
const FEW = 10;

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
    const query = calls.call("ContactCard/query", { accountId, filter: { email: `"${key}"` }, limit: FEW });
    return calls.call("ContactCard/get", { accountId, "#ids": query.ref("/ids"), properties });
  });
  const has = ({ emails }: SomeCard): boolean =>
    Object.values(emails ?? {}).some(({ address }) => addressKey(address) === key);
  return (get.result().list as SomeCard[]).find(has) ?? null;
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

/** null: no contact has the address; undefined: it is not known, or the account has no contacts. */
export function useContactOf(address: string | undefined): SomeCard | null | undefined {
  const { accountId } = getAccount();
  const isOffered = getSession()?.accounts[accountId]?.accountCapabilities[CONTACTS] !== undefined;
  const key = address === undefined || !isOffered ? "" : addressKey(address);
  const [found, setFound] = useState<{ key: string; card: SomeCard | null }>();
  useEffect(() => {
    if (key === "") return undefined;
    let isStale = false;
    const load = (): void => {
      contactOf(accountId, key).then(
        (card) => !isStale && setFound({ key, card }),
        () => undefined,
      );
    };
    load();
    const stop = onNews((changed) => {
      if (!changed || changed[accountId]?.ContactCard !== undefined) load();
    });
    return () => {
      isStale = true;
      stop();
    };
  }, [accountId, key]);
  return found?.key === key ? found.card : undefined;
}
