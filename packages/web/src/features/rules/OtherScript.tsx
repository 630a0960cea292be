import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { canRunBeside, useServerExtensions } from "../../store/rules/server-names.ts";
import type { ShownScript } from "../../store/rules/rules.ts";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./Rules.module.css";

export interface OtherScriptProps {
  accountId: Id;
  script: ShownScript;
  shown: Id | null | undefined;
  onShow: (which: Id | null | undefined) => void;
}

/** The mail server runs a script of another program: the way to it and back, or to rules beside it. */
export function OtherScript({ accountId, script, shown, onShow }: OtherScriptProps) {
  const { t } = useTranslation();
  const extensions = useServerExtensions(accountId);
  const { id, ofRules, rules, beside, isActive, isAtServer } = script;
  if (rules) {
    if (!beside) return null;
    return (
      <div className={styles.other}>
        <span>{t("rules.beside", { name: visibleText(beside.name) })}</span>
        <Button onClick={() => onShow(beside.id)}>{t("rules.toRules")}</Button>
      </div>
    );
  }
  if (shown !== undefined) {
    return (
      <div className={styles.other}>
        <Button onClick={() => onShow(undefined)}>{t("rules.back")}</Button>
      </div>
    );
  }
  // Another program has put its own in the place of the rules: they stand beside none.
  if (!isActive || !isAtServer || id === ofRules || !canRunBeside(extensions)) return null;
  return (
    <div className={styles.other}>
      <span>{t("rules.mayBeBeside")}</span>
      <Button onClick={() => onShow(null)}>{t(ofRules ? "rules.back" : "rules.makeBeside")}</Button>
    </div>
  );
}
