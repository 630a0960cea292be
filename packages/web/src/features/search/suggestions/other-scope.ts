/** Where else the words can be searched for: all mail, or the folder from which the search began. */
import type { TFunction } from "i18next";
import { ALL_MAIL, fullName, isSpecialFolder } from "../../../store/index.ts";
import { folderOf } from "../../../store/mailboxes/folders.ts";
import { currentRecords } from "../../../store/records/records.ts";
import { folderOf as folderInPath, scopeAfter, searchedFrom } from "../search-params.ts";

/** Undefined on pages that are no list. */
export function otherScope(text: string, t: TFunction): { scope: string; label: string } | undefined {
  const { pathname, search } = window.location;
  const shown = folderInPath(pathname);
  const { mailboxes } = currentRecords();
  if (!folderOf(mailboxes, shown)) return undefined;
  const current = new URLSearchParams(search).get("q") ?? "";
  const from = searchedFrom(window.history.state?.usr, shown, current);
  // The address follows a key later.
  const isAll = scopeAfter({ folder: shown, current, wanted: text, from }) === ALL_MAIL;
  const found = folderOf(mailboxes, from);
  if (!found || from === ALL_MAIL) return undefined;
  const name = isSpecialFolder(from)
    ? t(`shell.${from}`)
    : found.kind === "mailbox"
      ? fullName(found.mailbox, [])
      : from;
  return isAll
    ? { scope: from, label: t("search.onlyIn", { folder: name }) }
    : { scope: ALL_MAIL, label: t("search.inAll") };
}
