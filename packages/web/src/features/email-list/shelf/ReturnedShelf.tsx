import { useEffect } from "react";
import { useAccount } from "../../../store/index.ts";
import { followReturned, useReturned, waitingAccounts } from "../../../store/snooze/returned.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { BarRoom } from "../bars/BarRoom.tsx";

const groupParts = partsOnDemand(() => import("./ReturnedGroup.tsx"));

/** Above the inbox: letters that came back at a server that does not put them back. */
export function ReturnedShelf() {
  const { accountId, emails, unanswered } = useReturned();
  const shown = useAccount().accountId;
  useEffect(followReturned, []);
  const isKnown = accountId === shown && emails !== undefined;
  const parts = groupParts.use(isKnown && emails.size > 0);
  if (waitingAccounts().length === 0 || (isKnown && emails.size === 0)) return null;
  if (!isKnown || !parts) return <BarRoom bar="returned" />;
  return <parts.ReturnedGroup key={accountId} times={emails} unanswered={unanswered} />;
}
