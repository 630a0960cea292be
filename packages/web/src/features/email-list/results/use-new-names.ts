import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useNavigateWhenLoaded } from "../../../mail-ui/use-navigate-when-loaded.ts";
import { withNewNames } from "../../../search-language/renamed.ts";
import type { Search } from "../../../search-language/search.ts";
import { folderName, useLabels, useMailboxes } from "../../../store/index.ts";
import { useMemberFolders } from "../../../store/search/member-folders.ts";

/** A search by a label or a folder goes on when that gets another name, in another tab too: the address says the new one. */
export function useNewNames(q: string, search: Search | undefined): void {
  const { pathname, state } = useLocation();
  const [params] = useSearchParams();
  const { toList } = useNavigateWhenLoaded();
  const labels = useLabels();
  const mailboxes = useMailboxes();
  const folders = useMemberFolders();
  const last = useRef({ q, search });
  useEffect(() => {
    const before = last.current;
    last.current = { q, search };
    if (!search || !before.search || before.q !== q || before.search === search) return;
    const text = withNewNames(q, before.search, search, (kind) =>
      kind === "label"
        ? new Map(labels.map(({ keyword, name }) => [keyword, name]))
        : new Map([
            ...mailboxes.map((mailbox) => [folderName(mailbox), mailbox.name] as const),
            ...folders.map(({ id, name = "" }) => [id, name] as const),
          ]),
    );
    if (text === q) return;
    const next = new URLSearchParams(params);
    next.set("q", text);
    toList(`${pathname}?${next}`, { replace: true, state });
  }, [q, search, labels, mailboxes, folders, params, pathname, state, toList]);
}
