import { useEffect, useRef } from "react";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/search.ts";
import { announce, type ListQuery, useEmailList } from "../../../store/index.ts";

addTexts(texts);

/** Tells screen readers once how much was found: what comes or goes later is told by others. */
export function FoundAnnouncement({ query }: { query: ListQuery }) {
  const list = useEmailList(query);
  const found = list.status === "ready" && list.isCounted ? list.total : undefined;
  const isTold = useRef(false);
  useEffect(() => {
    if (found === undefined || isTold.current) return;
    isTold.current = true;
    if (found === 0) announce("list.empty");
    else announce(query.threads ? "search.toldThreads" : "search.told", { count: found });
  }, [found, query.threads]);
  return null;
}
