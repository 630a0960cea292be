import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/search.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import type { ListQuery } from "../../../store/index.ts";
import { useElsewhere } from "../../../store/lists/elsewhere.ts";
import styles from "./ResultsBar.module.css";

addTexts(texts);

/** At the end of a search of all mail: what it would find in Spam and in Trash. */
export function MoreElsewhere({ query }: { query: ListQuery }) {
  const { t } = useTranslation();
  const { spam, trash } = useElsewhere(query);
  // With the filters by which they were counted.
  const search = `?${useSearchParams()[0]}`;
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
    </>
  );
}
