/** What the initial render shows, and whether it is known to be right. */
import { PREFERENCES, type PreferenceValues } from "@pismo/jmap";
import type { Language } from "../i18n/languages.ts";
import { type InitialTexts, initialTexts } from "../i18n/initial-render.ts";
import { folderOf } from "../store/mailboxes/folders.ts";
import { type ListQuery, listQueryFromUrl, queryKey } from "../store/lists/list-query.ts";
import type { PageSource } from "../store/prefetch/page-source.ts";
import { accountsOf, accountToShow, type AccountInfo } from "../store/session/session-accounts.ts";
import { drawerQuery, railQuery } from "../ui/widths.ts";

export interface InitialView extends Pick<PageSource, "mailboxes" | "list" | "rows" | "threads"> {
  query: ListQuery;
  /** The query of the URL. */
  params: URLSearchParams;
  account: AccountInfo;
  language: Language;
  texts: InitialTexts;
  /** Below 900 px and below 600. */
  isRail: boolean;
  isPhone: boolean;
  /** Of the window, in px. Read before the page has elements, because to answer the browser may lay them out. */
  height: number;
}

/** A form that was sent to a page ends on an error page. */
function wasRefused(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.responseStatus >= 400;
}

/** The address of the list that the client would show: "/" leads to the inbox. */
export function addressOf({ pathname, search }: Pick<Location, "pathname" | "search">): {
  folder: string | undefined;
  params: URLSearchParams;
} {
  if (pathname === "/") return { folder: "inbox", params: new URLSearchParams("letters=all") };
  const [, folder] = /^\/([^/]+)\/?$/.exec(pathname) ?? [];
  // As the router reads it; what it cannot read is no folder.
  const isPlain = folder !== undefined && /^[\w-]+$/.test(folder) && folder !== "outbox" && folder !== "sign-in";
  return { folder: isPlain ? folder : undefined, params: new URLSearchParams(search) };
}

/** Undefined where the client will show something else, or it is not known what. */
export function initialView(source: PageSource, language: Language): InitialView | undefined {
  const { folder, params } = addressOf(window.location);
  const { session, list, mailboxes, rows } = source;
  if (folder === undefined || wasRefused() || !folderOf(mailboxes, folder)) return undefined;
  const account = accountToShow(session, accountsOf(session));
  const preferences = session.accounts[account.accountId]?.accountCapabilities[PREFERENCES] as
    | PreferenceValues
    | undefined;
  const query = listQueryFromUrl(folder, params, preferences);
  // Above the results of a text search there may be a notice that they are not all.
  if (queryKey(query) !== queryKey(list.query) || query.q !== undefined || list.total === 0) return undefined;
  return {
    query,
    params,
    mailboxes,
    list,
    rows,
    threads: source.threads ?? [],
    language,
    texts: initialTexts[language],
    account,
    isRail: window.matchMedia(railQuery).matches,
    isPhone: window.matchMedia(drawerQuery).matches,
    height: window.innerHeight,
  };
}
