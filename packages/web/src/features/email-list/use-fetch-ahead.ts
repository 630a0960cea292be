import { useEffect } from "react";
import { type EmailList, loadLetters, useAccount, useIsMirrored } from "../../store/index.ts";

/** In ms: while somebody scrolls, what is in sight is left in a moment. */
const rest = 250;

/** Whether the person asked for as little traffic as possible (Save-Data). */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/**
 * Fetches the letters in sight once the list is at rest: one of them is opened next. Not where a mail server stands
 * behind the account, which would be asked for each of them.
 */
export function useFetchAhead(list: EmailList, first: number, end: number): void {
  const isMirrored = useIsMirrored(useAccount().accountId);
  useEffect(() => {
    if (isMirrored || savesData()) return undefined;
    const timer = setTimeout(() => {
      const ids = Array.from({ length: Math.max(0, end - first) }, (_, place) => list.idAt(first + place));
      void loadLetters(ids.filter((id) => id !== undefined));
    }, rest);
    return () => clearTimeout(timer);
  }, [list, first, end, isMirrored]);
}
