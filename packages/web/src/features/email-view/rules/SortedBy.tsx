import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/rules.ts";
import { useRuleWords } from "../../../mail-ui/rules/rule-words.ts";
import { useAccount } from "../../../store/index.ts";
import type { Rule } from "../../../store/rules/rule-script.ts";
import { loadScript } from "../../../store/rules/rules.ts";
import type { useSortedBy } from "../../../store/rules/sorted-by.ts";
import styles from "./SortedBy.module.css";

addTexts(texts);

/** undefined: they are not known yet. */
function useRules(): readonly Rule[] | undefined {
  const { accountId } = useAccount();
  const [rules, setRules] = useState<readonly Rule[]>();
  useEffect(() => {
    let isWanted = true;
    loadScript(accountId).then(
      (script) => isWanted && setRules(script.rules ?? []),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [accountId]);
  return rules;
}

/** Which rules have moved or marked the letter. @param by their ids; a mail server does not tell which they were */
export function SortedBy({ by: { rules: ids, isProbable } }: { by: ReturnType<typeof useSortedBy> }) {
  const { t } = useTranslation();
  const words = useRuleWords();
  const rules = useRules();
  if (!rules) return null;
  const known = rules.filter(({ id }) => id !== undefined && ids.includes(id));
  return (
    <p className={styles.sorted}>
      <Link to="/settings/rules">{t(isProbable ? "rules.probablyBy" : "rules.sortedBy", { count: ids.length })}</Link>{" "}
      {known.length < ids.length && t("rules.sortedByFormer")}{" "}
      {known.map((rule) => `${words.conditions(rule)}: ${words.actions(rule)}.`).join(" ")}
    </p>
  );
}
