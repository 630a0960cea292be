import { useEffect } from "react";
import { type EmailList, prefetch, useAccount, useIsMirrored } from "../../store/index.ts";

/** In ms: during scrolling, rows leave the viewport quickly. */
const rest = 250;

/**
 * Once the list is at rest, fetches what is probably wanted next. Not where a mail server stands behind the account,
 * which would be asked for each Email.
 */
export function usePrefetch(list: EmailList, first: number, end: number): void {
  const isMirrored = useIsMirrored(useAccount().accountId);
  useEffect(() => {
    if (isMirrored) return undefined;
    const timer = setTimeout(() => void prefetch(list, first, end), rest);
    return () => clearTimeout(timer);
  }, [list, first, end, isMirrored]);
}
