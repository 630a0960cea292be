import { useEffect } from "react";
import { useFolderCounts } from "../store/index.ts";
import { visibleText } from "../ui/visible-text.ts";

/** The tab's title: unread letters of the inbox, then what is shown. "(3) Inbox – Pismo" */
export function useTitle(page: string): void {
  const unread = useFolderCounts()["inbox"]?.unread ?? 0;
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${page ? `${visibleText(page)} – ` : ""}Pismo`;
  }, [page, unread]);
}
