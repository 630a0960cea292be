/** By which rules a letter was sorted when it arrived. */
import { type Id, RULES } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getSession, request } from "../session/session.ts";
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

async function fetchRules(accountId: Id, emailId: Id): Promise<readonly string[]> {
  const known = haveSorted.get(accountId) ?? hasSorted(accountId);
  haveSorted.set(accountId, known);
  if (!(await known)) return [];
  const sorted = await request((calls) => calls.call("SieveScript/sorted", { accountId, emailIds: [emailId] }));
  return sorted.result().list[0]?.rules ?? [];
}

/** Their ids; empty until they are known, and where the server is away. */
export function useSortedBy(emailId: Id): readonly string[] {
  const { accountId } = getAccount();
  const isOffered = hasCapability(getSession(), accountId, RULES);
  const [found, setFound] = useState<{ emailId: Id; rules: readonly string[] }>();
  useEffect(() => {
    if (!isOffered) return undefined;
    let isWanted = true;
    fetchRules(accountId, emailId).then(
      (rules) => isWanted && setFound({ emailId, rules }),
      () => haveSorted.delete(accountId),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId, emailId, isOffered]);
  return found?.emailId === emailId ? found.rules : [];
}
