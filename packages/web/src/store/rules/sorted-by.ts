/** By which rules a letter was sorted when it arrived. */
import { type Id, RULES } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

/** Accounts of which it was asked whether any rule has sorted a letter: most people have none. */
const haveSorted = new Map<Id, Promise<boolean>>();
onNews((changed) => {
  for (const accountId of haveSorted.keys()) {
    if (!changed || changed[accountId]?.EmailDelivery !== undefined) haveSorted.delete(accountId);
  }
});

async function hasSorted(accountId: Id): Promise<boolean> {
  const uses = await request((calls) => calls.call("SieveScript/uses", { accountId }));
  return uses.result().list.length > 0;
}

interface Sorted {
  rules: readonly string[];
  isProbable?: boolean;
}

const none: Sorted = { rules: [] };

async function fetchRules(accountId: Id, emailId: Id): Promise<Sorted> {
  const known = haveSorted.get(accountId) ?? hasSorted(accountId);
  haveSorted.set(accountId, known);
  if (!(await known)) return none;
  const sorted = await request((calls) => calls.call("SieveScript/sorted", { accountId, emailIds: [emailId] }));
  return sorted.result().list[0] ?? none;
}

/** Their ids; empty until they are known, and where the server is away. */
export function useSortedBy(shownId: Id): Sorted {
  const { accountId, id: emailId } = placeOf(shownId);
  const isOffered = hasCapability(getSession(), accountId, RULES);
  const [found, setFound] = useState<{ emailId: Id; sorted: Sorted }>();
  useEffect(() => {
    if (!isOffered) return undefined;
    let isWanted = true;
    fetchRules(accountId, emailId).then(
      (sorted) => isWanted && setFound({ emailId, sorted }),
      () => haveSorted.delete(accountId),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId, emailId, isOffered]);
  return found?.emailId === emailId ? found.sorted : none;
}
