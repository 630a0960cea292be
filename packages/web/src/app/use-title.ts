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

/** The same, for what stands around a page: drawn before the page, so that the page's own title comes after it and stays. */
export function PageTitle({ page }: { page: string }): null {
  useTitle(page);
  return null;
}
