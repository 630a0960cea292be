import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { getAccount } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { isOfCards } from "./card-news.ts";

/**
 * What `read` takes from the cards of an account, now and after each change of them; undefined until it is known.
 * @param key what is read; undefined: nothing
 * @param ofAccount the shown one unless given
 */
export function useFromCards<T>(
  read: (accountId: Id) => Promise<T>,
  key: string | undefined,
  ofAccount?: Id,
): T | undefined {
  const accountId = ofAccount ?? getAccount().accountId;
  const [known, setKnown] = useState<{ key: string; value: T }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let isStale = false;
    const load = (): void => {
      // Where the server is away, what is shown stays.
      read(accountId).then(
        (value) => !isStale && setKnown({ key, value }),
        () => undefined,
      );
    };
    load();
    const stop = onNews((changed) => {
      if (isOfCards(changed, accountId)) load();
    });
    return () => {
      isStale = true;
      stop();
    };
    // `read` is another function at each render; the key says what it reads.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [accountId, key]);
  return known && known.key === key ? known.value : undefined;
}
