import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { texts } from "../../../i18n/lazy/search.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import { withFilters } from "../../../search-language/written-search.ts";
import { ALL_MAIL, type ListQuery, useLabels } from "../../../store/index.ts";
import { useElsewhere } from "../../../store/lists/elsewhere.ts";
import { useSearch } from "../../../store/search/use-search.ts";
import { namingAccount } from "../../../store/session/account-address.ts";
import { useHasAllAccounts, useShowsAllAccounts } from "../../../store/session/all-accounts.ts";
import styles from "./ResultsBar.module.css";

addTexts(texts);

/** At the end of a search: what it would find in Spam and in Trash, and where else it may be. */
export function MoreElsewhere({ query }: { query: ListQuery }) {
  const { t } = useTranslation();
  const { spam, trash } = useElsewhere(query);
  // With the filters by which they were counted.
  const search = `?${useSearchParams()[0]}`;
  const together = useTogether(query);
  return (
    <>
      {spam !== undefined && (
        <Link className={styles.elsewhere} to={`/spam${search}`}>
          {t("search.inSpam", { number: formatNumber(spam) })}
        </Link>
      )}
      {trash !== undefined && (
        <Link className={styles.elsewhere} to={`/trash${search}`}>
          {t("search.inTrash", { number: formatNumber(trash) })}
        </Link>
      )}
      {together !== undefined && (
        <Link className={styles.elsewhere} to={together}>
          {t("search.searchAllAccounts")}
        </Link>
      )}
    </>
  );
}

/** The same search in all accounts, where one of several is shown. */
function useTogether({ q = "", label }: ListQuery): string | undefined {
  const params = namingAccount(useSearchParams()[0], ALL_ACCOUNTS_ID);
  const shown = useLabels().find(({ id }) => id === label);
  const [hasAll, isTogether] = [useHasAllAccounts(), useShowsAllAccounts()];
  const search = useSearch(q);
  // The line that names another account offers it already.
  if (!hasAll || isTogether || !search || search.problems[0]?.kind === "otherAccount") return undefined;
  if (shown) {
    // Each account has the label by its own id.
    params.delete("label");
    const names = [shown.name, shown.keyword];
    params.set("q", withFilters(q, { states: [], hasFile: false, label: names }, currentLanguage() === "ru"));
  }
  return `/${ALL_MAIL}?${params}`;
}
