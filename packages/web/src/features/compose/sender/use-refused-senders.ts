import type { Id, Identity } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { refusedSenders } from "../../../store/submissions/refused-senders.ts";

/** The server's words by the address that it refuses to send from. */
export function useRefusedSenders(accountId: Id, identities: readonly Identity[]): ReadonlyMap<string, string> {
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isOver = false;
    const emails = [...new Set(identities.map(({ email }) => email))];
    void refusedSenders(accountId, emails).then((found) => isOver || setRefused(found));
    return () => {
      isOver = true;
    };
  }, [accountId, identities]);
  return refused;
}
