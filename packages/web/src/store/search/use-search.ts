/** What is understood of the words that are searched for. */
import { useEffect, useMemo, useState } from "react";
import { useMailboxes } from "../mailboxes/mailboxes.ts";
import type { Search } from "./search-filter.ts";
import { loadSearchLanguage } from "./search-terms.ts";

type Understand = (text: string) => Search;

/** Undefined until the language of the search is there. */
export function useSearch(text: string): Search | undefined {
  const mailboxes = useMailboxes();
  const [language, setLanguage] = useState<Awaited<ReturnType<typeof loadSearchLanguage>>>();
  useEffect(() => {
    // What fails is fetched again with the next search.
    loadSearchLanguage().then(
      (loaded) => setLanguage(() => loaded),
      () => undefined,
    );
  }, []);
  const understand = useMemo<Understand | undefined>(
    () => language && ((words) => language.understand(words, language.settingsOf(mailboxes))),
    [language, mailboxes],
  );
  return useMemo(() => understand?.(text), [understand, text]);
}
