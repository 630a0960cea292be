import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { formatNumber } from "../../i18n/numbers.ts";
import { texts } from "../../i18n/lazy/search.ts";
import type { ListQuery } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import styles from "./PartialNotice.module.css";
import { usePartialResults } from "./use-partial-results.ts";

addTexts(texts);

/** Above the results of a search that may not be all: what is missing, and whether the mail server looks for it. */
export function PartialNotice({ query }: { query: ListQuery }) {
  const { t } = useTranslation();
  const partial = usePartialResults(query);
  return (
    <div role="status">
      {partial && (
        <p className={styles.notice} data-failed={partial.server === "failed" ? "" : undefined}>
          <Icon icon="search" />
          <span>
            {t("search.notLoaded", { count: partial.notLoaded, number: formatNumber(partial.notLoaded) })}{" "}
            {t(`search.${partial.server}`)}
          </span>
        </p>
      )}
    </div>
  );
}
