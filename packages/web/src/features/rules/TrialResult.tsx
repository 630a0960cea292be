import type { Id } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { fullDate, shortDate } from "../../i18n/dates.ts";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import type { Condition } from "../../store/rules/rule-script.ts";
import type { RuleTrial, ShownTrial } from "../../store/rules/rule-trial.ts";
import { type ShownLetter, useShownLetters } from "../../store/rules/shown-letters.ts";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { useRuleWords } from "../../mail-ui/rules/rule-words.ts";
import styles from "./Trial.module.css";

export interface TrialResultProps extends ShownTrial {
  conditions: readonly Condition[];
}

/** What a rule would have matched, before it is saved. */
export function TrialResult({ trial, state, lookFurther, conditions }: TrialResultProps) {
  const { t } = useTranslation();
  const id = useId();
  const asksList = conditions.some(({ kind }) => kind === "list");
  return (
    <section className={styles.trial} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t("rules.trial.title")}
      </h3>
      <p className={styles.line} role="status">
        {useSummary(trial, state)}
      </p>
      {asksList && trial.partial > 0 && (
        <p className={styles.line}>{t("rules.trial.partial", { count: trial.partial })}</p>
      )}
      {trial.matched.length > 0 && <Matched ids={trial.matched} />}
      {trial.near.length > 0 && <Near near={trial.near} conditions={conditions} />}
      {(state === "failed" || (state === "done" && trial.next !== null)) && (
        <div>
          <Button onClick={lookFurther}>{t(state === "failed" ? "rules.again" : "rules.trial.further")}</Button>
        </div>
      )}
    </section>
  );
}

function useSummary({ matched, looked, lookedBackTo, next }: RuleTrial, state: ShownTrial["state"]): string {
  const { t } = useTranslation();
  const count = matched.length;
  if (state === "failed") return t("rules.trial.failed");
  if (state === "looking") return t("rules.trial.looking", { count: looked });
  if (next !== null) {
    const date = lookedBackTo === null ? "" : fullDate(new Date(lookedBackTo));
    return `${t("rules.trial.looked", { count: looked, date })} ${count === 0 ? t("rules.trial.none") : t("rules.trial.some", { count })}`;
  }
  return count === 0 ? t("rules.trial.noneOfYear") : t("rules.trial.ofYear", { count });
}

/** Letters that are shown at first, and more each time. */
const SHOWN = 5;
const MORE = 20;

function Matched({ ids }: { ids: readonly Id[] }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(SHOWN);
  const { accountId } = useRuleAccount();
  const letters = useShownLetters(accountId, ids.slice(0, count));
  return (
    <>
      <ul className={styles.letters} aria-label={t("rules.trial.matched")}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <LetterLink letter={letter} />
          </li>
        ))}
      </ul>
      {ids.length > count && (
        <div>
          <Button variant="quiet" onClick={() => setCount(count + MORE)}>
            {t("rules.trial.more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Near({ near, conditions }: { near: RuleTrial["near"]; conditions: readonly Condition[] }) {
  const { t } = useTranslation();
  const id = useId();
  const words = useRuleWords();
  const { accountId } = useRuleAccount();
  const letters = useShownLetters(
    accountId,
    near.map((each) => each.id),
  );
  return (
    <>
      <p className={styles.line} id={id}>
        {t("rules.trial.near")}
      </p>
      <ul className={styles.letters} aria-labelledby={id}>
        {letters.map((letter) => {
          const failed = conditions[near.find((each) => each.id === letter.id)?.failed ?? -1];
          return (
            <li key={letter.id}>
              <LetterLink letter={letter} />
              {failed && (
                <span className={styles.hint}>{t("rules.trial.fails", { condition: words.condition(failed) })}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** In another tab, because what was typed into the form would go with the page. */
function LetterLink({ letter: { id, from, subject, receivedAt } }: { letter: ShownLetter }) {
  const { t } = useTranslation();
  const { accountId } = useRuleAccount();
  const [sender] = from ?? [];
  const title = subject ?? "";
  const address = new URLSearchParams({ title, account: accountId });
  return (
    <a className={styles.letter} href={`/email/${id}?${address}`} target="_blank" rel="noopener">
      <span className={styles.sender}>{visibleText(sender?.name || sender?.email || "")}</span>
      <span className={styles.subject}>{visibleText(title) || t("rules.trial.noSubject")}</span>
      <time dateTime={receivedAt}>{shortDate(new Date(receivedAt))}</time>
    </a>
  );
}
