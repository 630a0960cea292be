/** What is understood of the words that are searched for. */
import { useEffect, useMemo, useState } from "react";
import { useLabels } from "../labels/labels.ts";
import { useMailboxes } from "../mailboxes/mailboxes.ts";
import { useMemberFolders } from "./member-folders.ts";
import type { Search } from "./search-filter.ts";
import { loadSearchLanguage } from "./search-terms.ts";

type Understand = (text: string) => Search;

/** Undefined until the language of the search is there. */
export function useSearch(text: string): Search | undefined {
  const mailboxes = useMailboxes();
  const labels = useLabels();
  const folders = useMemberFolders();
  const [language, setLanguage] = useState<Awaited<ReturnType<typeof loadSearchLanguage>>>();
  useEffect(() => {
    // What fails is fetched again with the next search.
    loadSearchLanguage(text).then(
      (loaded) => setLanguage(() => loaded),
      () => undefined,
    );
  }, [text]);
  const understand = useMemo<Understand | undefined>(
    () => language && ((words) => language.understand(words, language.settingsOf(mailboxes))),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the settings have the labels and the folders
    [language, mailboxes, labels, folders],
  );
  return useMemo(() => understand?.(text), [understand, text]);
}
