import { ALL_ACCOUNTS_ID, type LabelFace } from "@pismo/jmap";
import { type MouseEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { texts } from "../../../i18n/lazy/search.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import { begunStep } from "../../../mail-ui/search-step.ts";
import { useNavigateWhenLoaded } from "../../../mail-ui/use-navigate-when-loaded.ts";
import { withoutTerm } from "../../../search-language/search.ts";
import { withFilters } from "../../../search-language/written-search.ts";
import {
  ALL_MAIL,
  fullName,
  isSpecialFolder,
  type ListQuery,
  useAccount,
  useEmailList,
  useLabels,
  useMailbox,
} from "../../../store/index.ts";
import { useCanRank } from "../../../store/search/ranking.ts";
import { namingAccount } from "../../../store/session/account-address.ts";
import { useHasAllAccounts } from "../../../store/session/all-accounts.ts";
import { useKeepsSearches, useSavedSearches } from "../../../store/labels/saved-searches.ts";
import { useOtherSpellings } from "../../../store/search/use-other-spellings.ts";
import { useSearch } from "../../../store/search/use-search.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { SearchNameDialog } from "../../../mail-ui/labels/SearchNameDialog.tsx";
import styles from "./ResultsBar.module.css";
import { termText } from "./term-text.ts";
import { useNewNames } from "./use-new-names.ts";

addTexts(texts);

interface ChoiceProps {
  to: string;
  isChosen: boolean;
  children: ReactNode;
}

/** A link to the same search elsewhere or in another order; where the search came from stays known. */
function Choice({ to, isChosen, children }: ChoiceProps) {
  const { toList } = useNavigateWhenLoaded();
  const { state } = useLocation();
  const choose = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    toList(to, { state: begunStep(state) });
  };
  return (
    <Link className={styles.choice} to={to} aria-current={isChosen ? "true" : undefined} onClick={choose}>
      {children}
    </Link>
  );
}

/** The folder that can be searched instead of all mail: the one that is shown, or that was before the search. */
function useOtherScope(folder: string): string {
  const { state } = useLocation();
  if (folder !== ALL_MAIL) return folder;
  const from = (state as { searchedFrom?: unknown } | null)?.searchedFrom;
  return typeof from === "string" && from !== ALL_MAIL ? from : "inbox";
}

function useFolderName(folder: string): string {
  const { t } = useTranslation();
  const found = useMailbox(folder);
  if (isSpecialFolder(folder)) return t(`shell.${folder}`);
  return found?.kind === "mailbox" ? fullName(found.mailbox, []) : folder;
}

/** What a label can be called in a search: by its name, where it is the only one of it. */
const namesOf = ({ name, keyword }: LabelFace, all: readonly LabelFace[]): string[] =>
  all.filter((each) => each.name.toLowerCase() === name.toLowerCase()).length === 1 ? [name, keyword] : [keyword];

/** What finds the same without the filters of the address. */
function useKeptText({ read, bookmark, important, files, label }: ListQuery, q: string): string {
  const labels = useLabels();
  const shown = labels.find(({ id }) => id === label);
  const states = [
    ...(read === false ? (["unread"] as const) : []),
    ...(bookmark ? (["flagged"] as const) : []),
    ...(important ? (["important"] as const) : []),
  ];
  const filters = { states, hasFile: files === true, ...(shown && { label: namesOf(shown, labels) }) };
  return withFilters(q, filters, currentLanguage() === "ru");
}

export interface ResultsBarProps {
  query: ListQuery;
  /** The words of the query. */
  q: string;
}

/** Above the results of a search: how many, where, in which order, and what was understood of the words. */
export function ResultsBar({ query, q }: ResultsBarProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const list = useEmailList(query);
  const isCounted = list.status === "ready" && list.isCounted;
  const other = useOtherScope(query.folder);
  const otherName = useFolderName(other);
  const canRank = useCanRank(useAccount().accountId);
  const keepsSearches = useKeepsSearches(query.folder);
  const scope = useMailbox(query.folder);
  const mailboxId = scope?.kind === "mailbox" ? scope.mailbox.id : null;
  const kept = useKeptText(query, q);
  const isSaved = useSavedSearches().some((each) => each.text === kept && each.mailboxId === mailboxId);
  const [isNaming, setNaming] = useState(false);
  const [where, order] = [useId(), useId()];
  const spellings = useOtherSpellings(query, isCounted ? list.total : undefined);
  const address = (folder: string, change: (next: URLSearchParams) => void = () => undefined): string => {
    const next = new URLSearchParams(params);
    change(next);
    return `/${folder}?${next}`;
  };
  const inOrder = (sort: "best" | undefined): string =>
    address(query.folder, (next) => (sort ? next.set("sort", sort) : next.delete("sort")));
  return (
    <div className={styles.bar}>
      {/* There the search field is a button, until it is opened. */}
      <p className={styles.asked}>{t("search.for", { text: visibleText(q) })}</p>
      <div className={styles.line}>
        <span className={styles.choices} role="group" aria-labelledby={where}>
          <span id={where} className="visually-hidden">
            {t("search.where")}
          </span>
          <Choice to={address(ALL_MAIL)} isChosen={query.folder === ALL_MAIL}>
            {t("shell.allMail")}
          </Choice>
          <Choice to={address(other)} isChosen={query.folder === other}>
            {otherName}
          </Choice>
        </span>
        <span className={styles.count}>
          {isCounted &&
            t(query.threads ? "search.foundThreads" : "search.found", {
              count: list.total,
              number: formatNumber(list.total),
            })}
        </span>
        {keepsSearches && query.folder !== "important" && !isSaved && (
          <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={() => setNaming(true)}>
            {t("labels.saveSearch")}
          </button>
        )}
        {canRank && (
          <span className={styles.choices} role="group" aria-labelledby={order}>
            <span id={order} className="visually-hidden">
              {t("search.order")}
            </span>
            <Choice to={inOrder(undefined)} isChosen={query.sort === undefined}>
              {t("search.byDate")}
            </Choice>
            <Choice to={inOrder("best")} isChosen={query.sort === "best"}>
              {t("search.best")}
            </Choice>
          </span>
        )}
      </div>
      <Understood q={q} query={query} />
      {isNaming && <SearchNameDialog search={{ name: kept, text: kept, mailboxId }} onDone={() => setNaming(false)} />}
      {spellings.length > 0 && (
        <p className={styles.spellings}>
          {t("search.perhaps")}{" "}
          {spellings.map(({ text, total }) => (
            <Choice key={text} to={address(query.folder, (next) => next.set("q", text))} isChosen={false}>
              {t("search.spelling", { text, number: formatNumber(total) })}
            </Choice>
          ))}
        </p>
      )}
    </div>
  );
}

const setText = (text: string) => (next: URLSearchParams) => {
  if (text === "") next.delete("q");
  else next.set("q", text);
};

/** What was understood as more than words, each with a button that takes it out; and what was not understood. */
function Understood({ q, query: { folder, label } }: ResultsBarProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const { toList } = useNavigateWhenLoaded();
  const search = useSearch(q);
  useNewNames(q, search);
  const hasAll = useHasAllAccounts();
  const shownLabel = useLabels().find(({ id }) => id === label);
  const remove = (change: (next: URLSearchParams) => void): void => {
    const next = new URLSearchParams(params);
    change(next);
    if (next.size === 0) next.set("letters", "all");
    toList(`/${folder}?${next}`, { state: begunStep(state) });
    document.querySelector<HTMLElement>("[data-search-box]")?.focus();
  };
  const terms = (search?.groups.flat() ?? []).flatMap((term) => {
    const text = termText(term, t);
    return text === undefined ? [] : [{ key: `${term.from} ${text}`, text, change: setText(withoutTerm(q, term)) }];
  });
  // A search that was begun in the list of a label finds what is in that list.
  const ofLabel = shownLabel && {
    key: "label",
    text: t("search.operators.label", { value: visibleText(shownLabel.name) }),
    change: (next: URLSearchParams) => next.delete("label"),
  };
  const chips = [...(ofLabel ? [ofLabel] : []), ...terms];
  const [problem] = search?.problems ?? [];
  return (
    <>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={t("search.understood")}>
          {chips.map(({ key, text, change }) => (
            <li key={key} className={styles.chip}>
              <span>{text}</span>
              <button
                type="button"
                className={styles.remove}
                aria-label={t("search.remove", { term: text })}
                onClick={() => remove(change)}
              >
                <Icon icon="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.problem} role="status">
        {problem && t(`search.problems.${problem.kind}`, { operator: problem.operator, value: problem.value })}
        {problem?.kind === "otherAccount" && hasAll && (
          <>
            {". "}
            <Link className={styles.all} to={`/${ALL_MAIL}?${namingAccount(params, ALL_ACCOUNTS_ID)}`}>
              {t("search.searchAllAccounts")}
            </Link>
          </>
        )}
      </p>
    </>
  );
}
