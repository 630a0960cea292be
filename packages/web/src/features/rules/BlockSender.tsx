import type { Id } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, notifyNotDone } from "../../store/index.ts";
import { pathOf } from "../../store/mailboxes/path-of.ts";
import { addRule } from "../../store/rules/add-rule.ts";
import { applyToLetters } from "../../store/rules/apply-rule.ts";
import { blockingRule } from "../../store/rules/blocking-rule.ts";
import { type RuleAccount, useRuleAccount } from "../../store/rules/rule-account.ts";
import { newRule, type Rule, type WholeField } from "../../store/rules/rule-script.ts";
import { useRuleTrial } from "../../store/rules/rule-trial.ts";
import { ScriptChanged } from "../../store/rules/rules.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./Rules.module.css";
import { TrialResult } from "./TrialResult.tsx";

export interface BlockSenderProps {
  address: string;
  /** The rules sort nothing now. */
  isOff: boolean;
  onDone: () => void;
}

const whole: readonly WholeField[] = ["address", "domain"];

const junkOf = ({ mailboxes }: RuleAccount) => mailboxes.find(({ role }) => role === "junk");

function useBlockingRule(kind: WholeField, text: string, isToTrash: boolean): Rule {
  const account = useRuleAccount();
  const { mailboxes } = account;
  const junk = junkOf(account);
  const spam = junk && !isToTrash ? { id: junk.id, path: pathOf(junk, mailboxes) } : undefined;
  // Its name stays while one chooses.
  const [begun] = useState(newRule);
  return blockingRule(begun, { kind, text }, spam);
}

/** With one Undo for the rule and for the letters. */
async function block(account: RuleAccount, rule: Rule, text: string, past: readonly Id[]): Promise<void> {
  const takeOut = await addRule(account.accountId, rule, true);
  void tellOfBlocked(account, rule, text, past, takeOut);
}

async function tellOfBlocked(
  account: RuleAccount,
  rule: Rule,
  text: string,
  past: readonly Id[],
  takeOut: () => Promise<void>,
) {
  const { count, undo } = past.length > 0 ? await applyToLetters(account, rule, past) : { count: 0, undo: undefined };
  notify({
    key: count > 0 ? "rules.block.doneWith" : "rules.block.done",
    values: { text: visibleText(text), count },
    undo: () => {
      undo?.();
      takeOut().catch(notifyNotDone);
    },
  });
}

/** What comes from an address or a domain goes to Spam or to the trash from now on. */
export function BlockSender({ address, isOff, onDone }: BlockSenderProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<WholeField>("address");
  const account = useRuleAccount();
  const junk = junkOf(account);
  const [isToTrash, setToTrash] = useState(junk === undefined);
  const [isForPast, setForPast] = useState(false);
  const [problem, setProblem] = useState<"changed" | "notSaved">();
  const [isBusy, setBusy] = useState(false);
  const texts: Record<WholeField, string> = { address, domain: address.slice(address.lastIndexOf("@") + 1) };
  const rule = useBlockingRule(kind, texts[kind], isToTrash);
  const shown = useRuleTrial(account.accountId, rule);
  const found = shown?.trial.matched ?? [];
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await block(account, rule, texts[kind], isForPast ? found : []);
      onDone();
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof ScriptChanged ? "changed" : "notSaved");
    }
  };
  const choose = (next: WholeField): void => {
    setKind(next);
    // They were other letters.
    setForPast(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("rules.block.title")}
      closeLabel={t("shell.close")}
      width={560}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void submit()}>
            {t("rules.block.block")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {isOff && <p className={styles.hint}>{t("rules.isOff")}</p>}
        <fieldset className={styles.choices}>
          <legend>{t("rules.block.who")}</legend>
          {whole.map((each) => (
            <label key={each} className={styles.choice}>
              <input type="radio" name="who" checked={kind === each} onChange={() => choose(each)} />
              <span>{t(`rules.block.${each}`, { text: visibleText(texts[each]) })}</span>
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>{t("rules.block.where")}</legend>
          {junk && (
            <label className={styles.choice}>
              <input type="radio" name="where" checked={!isToTrash} onChange={() => setToTrash(false)} />
              {t("rules.block.junk")}
            </label>
          )}
          <label className={styles.choice}>
            <input type="radio" name="where" checked={isToTrash} onChange={() => setToTrash(true)} />
            {t("rules.block.trash")}
          </label>
        </fieldset>
        {shown && <TrialResult {...shown} conditions={rule.conditions} />}
        {found.length > 0 && (
          <label className={styles.choice}>
            <input type="checkbox" checked={isForPast} onChange={() => setForPast(!isForPast)} />
            {t("rules.block.past", { count: found.length })}
          </label>
        )}
        {problem && <Problem>{t(`rules.${problem}`)}</Problem>}
      </div>
    </Dialog>
  );
}
