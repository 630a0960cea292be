import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { openCompose } from "../../store/index.ts";

/** An address that a notification's Reply leads to opens the form, once. */
export function useReplyByAddress(emailId: Id, isThere: boolean): void {
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (!isThere || hash !== "#reply") return;
    window.history.replaceState(window.history.state, "", pathname + search);
    openCompose({ kind: "reply", emailId });
  }, [emailId, isThere]);
}
