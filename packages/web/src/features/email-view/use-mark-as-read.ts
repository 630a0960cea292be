import { useEffect, useRef } from "react";
import { atSign, markRead } from "../../actions/index.ts";
import { runAction } from "../../actions/run-action.ts";
import type { FullEmail } from "../../store/index.ts";

/** An Email that is opened has been read. Once: when it is then marked as unread, it stays so. */
export function useMarkAsRead(email: FullEmail | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!email || isDone.current) return;
    isDone.current = true;
    const context = atSign(email.id);
    if (markRead.isAvailable(context)) runAction(markRead, context);
  }, [email]);
}
