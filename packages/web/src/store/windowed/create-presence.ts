/** Whether the shown account has anything of a kind, for what is offered only then. */
import type { Id, StateType } from "@pismo/jmap";
import { useEffect } from "react";
import { getAccount, getSession, subscribeToSession } from "../session/session.ts";
import { hasCapability } from "../session/has-capability.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";

/**
 * @param capability without which there is nothing
 * @param type whose changes may bring the first or take the last
 * @param look asks for a first one
 * @returns a hook, whose value is undefined until it is known
 */
export function createPresence(
  capability: string,
  type: StateType,
  look: (accountId: Id) => Promise<readonly Id[]>,
): () => boolean | undefined {
  const presence = createSignal<{ accountId: Id; isThere: boolean }>({ accountId: "", isThere: false });
  const ask = coalesce(async () => {
    const { accountId } = getAccount();
    if (!hasCapability(getSession(), accountId, capability)) return presence.set({ accountId, isThere: false });
    const found = await look(accountId);
    if (accountId === getAccount().accountId) presence.set({ accountId, isThere: found.length > 0 });
  });
  return function useIsThere() {
    const { accountId, isThere } = useSignal(presence);
    useEffect(() => {
      let shown = getAccount().accountId;
      ask();
      const stops = [
        onNews((changed) => {
          if (!changed || changed[getAccount().accountId]?.[type] !== undefined) ask();
        }),
        subscribeToSession(() => {
          if (shown !== (shown = getAccount().accountId)) ask();
        }),
      ];
      return () => stops.forEach((stop) => stop());
    }, []);
    return accountId === getAccount().accountId ? isThere : undefined;
  };
}
