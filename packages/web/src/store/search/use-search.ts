/** What is understood of the words that are searched for. */
import { useEffect, useMemo, useState } from "react";
import { useLabels } from "../labels/labels.ts";
import { useMailboxes } from "../mailboxes/mailboxes.ts";
import type { Search } from "./search-filter.ts";
import { loadSearchLanguage } from "./search-terms.ts";

type Understand = (text: string) => Search;

/** Undefined until the language of the search is there. */
export function useSearch(text: string): Search | undefined {
  const mailboxes = useMailboxes();
  const labels = useLabels();
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the settings have the labels
    [language, mailboxes, labels],
  );
  return useMemo(() => understand?.(text), [understand, text]);
}
