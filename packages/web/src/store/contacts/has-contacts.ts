/** Whether the shown account can have contacts (RFC 9610 §1.4), and whether it has any. */
import { CONTACTS, type Id } from "@pismo/jmap";
import { useEffect } from "react";
import { getAccount, getSession, request, subscribeToSession, useSessionState } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

export const useHasContacts = (): boolean =>
  useSessionState(
    ({ session, account }) => session?.accounts[account.accountId]?.accountCapabilities[CONTACTS] !== undefined,
  );

const presence = createSignal<{ accountId: Id; isThere: boolean }>({ accountId: "", isThere: false });

const lookForCards = coalesce(async () => {
  const { accountId } = getAccount();
  if (getSession()?.accounts[accountId]?.accountCapabilities[CONTACTS] === undefined)
    return presence.set({ accountId, isThere: false });
  const query = await request((calls) => calls.call("ContactCard/query", { accountId, limit: 1 }));
  if (accountId === getAccount().accountId) presence.set({ accountId, isThere: query.result().ids.length > 0 });
});

/** Whether there is any. */
export function useHasCards(): boolean {
  const { accountId, isThere } = useSignal(presence);
  useEffect(() => {
    let shown = getAccount().accountId;
    lookForCards();
    const stops = [
      onNews((changed) => {
        if (!changed || changed[getAccount().accountId]?.ContactCard !== undefined) lookForCards();
      }),
      subscribeToSession(() => {
        if (shown !== (shown = getAccount().accountId)) lookForCards();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return isThere && accountId === getAccount().accountId;
}
