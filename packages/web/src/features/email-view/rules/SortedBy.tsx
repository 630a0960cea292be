import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/rules.ts";
import { RulesOf } from "../../../mail-ui/rules/RulesOf.tsx";
import { useRuleWords } from "../../../mail-ui/rules/rule-words.ts";
import type { Rule } from "../../../store/rules/rule-script.ts";
import { loadScript } from "../../../store/rules/rules.ts";
import { placeOf } from "../../../store/session/all-accounts.ts";
import type { useSortedBy } from "../../../store/rules/sorted-by.ts";
import styles from "./SortedBy.module.css";

addTexts(texts);

/** undefined: they are not known yet. */
function useRules(accountId: Id): readonly Rule[] | undefined {
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

export interface SortedByProps {
  emailId: Id;
  /** Their ids; a mail server does not tell which they were. */
  by: ReturnType<typeof useSortedBy>;
}

/** Which rules have moved or marked the letter. */
export function SortedBy({ emailId, by }: SortedByProps) {
  const { accountId } = placeOf(emailId);
  return (
    <RulesOf accountId={accountId}>
      <Sentence accountId={accountId} by={by} />
    </RulesOf>
  );
}

function Sentence({ accountId, by: { rules: ids, isProbable } }: Pick<SortedByProps, "by"> & { accountId: Id }) {
  const { t } = useTranslation();
  const words = useRuleWords();
  const rules = useRules(accountId);
  if (!rules) return null;
  const known = rules.filter(({ id }) => id !== undefined && ids.includes(id));
  return (
    <p className={styles.sorted}>
      <Link to={`/settings/rules?account=${accountId}`}>
        {t(isProbable ? "rules.probablyBy" : "rules.sortedBy", { count: ids.length })}
      </Link>{" "}
      {known.length < ids.length && t("rules.sortedByFormer")}{" "}
      {known.map((rule) => `${words.conditions(rule)}: ${words.actions(rule)}.`).join(" ")}
    </p>
  );
}
