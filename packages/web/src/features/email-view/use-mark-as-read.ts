import { SEEN } from "@pismo/jmap";
import { useEffect, useRef } from "react";
import { commit, type Letter } from "../../store/index.ts";

/** A letter that is opened has been read. Once: when it is then marked as unread, it stays so. */
export function useMarkAsRead(email: Letter | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!email || isDone.current) return;
    isDone.current = true;
    if (!(SEEN in email.keywords)) commit({ type: "Email", update: { [email.id]: { [`keywords/${SEEN}`]: true } } });
  }, [email]);
}
