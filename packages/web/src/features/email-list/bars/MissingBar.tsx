import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/all-accounts.ts";
import { listQueryFromUrl } from "../../../store/index.ts";
import { followMissing } from "../../../store/search/missing-accounts.ts";
import { accountWith } from "../../../store/session/all-accounts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./MirrorBar.module.css";

addTexts(texts);

/** That letters of accounts are not in a list of several, because the server that has them does not answer. */
export function MissingBar() {
  const { t } = useTranslation();
  const { folder = "" } = useParams();
  const [params] = useSearchParams();
  const query = useMemo(() => listQueryFromUrl(folder, params), [folder, params]);
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => followMissing(query, setMissing), [query]);
  const names = missing.map((id) => visibleText(accountWith(id).name)).join(", ");
  return (
    <div role="status">
      {missing.length > 0 && (
        <div className={styles.bar}>
          <p className={styles.words}>
            {t(missing.length === 1 ? "allAccounts.missing" : "allAccounts.missingSeveral", { names })}
          </p>
        </div>
      )}
    </div>
  );
}
