import { useEffect } from "react";
import { afterPaint, useFolderCounts } from "../store/index.ts";
import { productName } from "../ui/brand.ts";
import { visibleText } from "../ui/visible-text.ts";

/** The tab's title: unread Emails of the inbox, then what is shown. "(3) Inbox – Pismo" */
export function useTitle(page: string): void {
  const unread = useFolderCounts()["inbox"]?.unread ?? 0;
  useEffect(() => {
    const title = `${unread > 0 ? `(${unread}) ` : ""}${page ? `${visibleText(page)} – ` : ""}${productName()}`;
    // What tells the browser's window would keep the page from the next frame.
    return afterPaint(() => {
      document.title = title;
    });
  }, [page, unread]);
}

/** The same for the shell: its effect runs before that of the page in it, whose own title wins. */
export function PageTitle({ page }: { page: string }): null {
  useTitle(page);
  return null;
}
