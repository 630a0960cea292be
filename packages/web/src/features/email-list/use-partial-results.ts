import type { PartialResults } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { type ListQuery, useAccount } from "../../store/index.ts";
import { loadPartialResults } from "../../store/search/partial-results.ts";

/** Milliseconds between looks: while the server is being asked, and while Emails go on being loaded. */
const ASKING_PAUSE = 1500;
const PAUSE = 15_000;

/** How far the results of a search can be relied on; undefined while that is not known, or where they are whole. */
export function usePartialResults(query: ListQuery): PartialResults | undefined {
  const { accountId } = useAccount();
  const [partial, setPartial] = useState<PartialResults>();
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (): Promise<void> => {
      try {
        const found = await loadPartialResults(accountId, query, end.signal);
        if (end.signal.aborted) return;
        setPartial(found);
        // Whole results stay whole.
        if (found) timer = setTimeout(() => void poll(), found.server === "asking" ? ASKING_PAUSE : PAUSE);
      } catch {
        // Without a connection the list says so itself.
        if (!end.signal.aborted) timer = setTimeout(() => void poll(), PAUSE);
      }
    };
    void poll();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [query, accountId]);
  return partial;
}
