import type { Id, RuleUse } from "@pismo/jmap";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../i18n/dates.ts";
import { notify } from "../../store/index.ts";
import { addressesToAllow } from "../../store/rules/redirects.ts";
import { needsPismo, type Rule } from "../../store/rules/rule-script.ts";
import { ScriptChanged, type ShownScript, storeRules, switchScript } from "../../store/rules/rules.ts";
import { useServerExtensions } from "../../store/rules/server-names.ts";
import { useIsMirrored } from "../../store/session/session.ts";
import { Button } from "../../ui/Button.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { RuleForm } from "./RuleForm.tsx";
import styles from "./Rules.module.css";
import { useRuleWords } from "../../mail-ui/rules/rule-words.ts";

export interface RuleListProps {
  accountId: Id;
  script: ShownScript;
  rules: readonly Rule[];
  /** Shown as they will be. */
  onRules: (rules: Rule[]) => void;
  onChanged: () => Promise<void>;
  /** From then on until it calls `onChanged`, what the server has is not what is shown. */
  onChanging: () => void;
}

/** The rule goes up, and the focus with it. */
const focusAbove = (button: HTMLElement): void =>
  button.closest("li")?.previousElementSibling?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();

/** The last row goes: the focus is for the one before, or for what makes a new rule. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.previousElementSibling ?? row?.closest("ol")?.nextElementSibling;
  [...(next?.querySelectorAll("button") ?? [])].at(-1)?.focus();
}

/** Of work that failed. */
const tell = (work: Promise<void>): void =>
  void work.catch((error: unknown) => {
    if (error instanceof ScriptChanged) return;
    notify({ key: addressesToAllow(error) ? "rules.allow.first" : "rules.notSaved", tone: "error" });
  });

interface Edited {
  /** undefined: a new one. */
  rule: Rule | undefined;
  index: number;
}

/** Where the rule is now: others may have been stored since its form was opened. -1: it is no longer there. */
function indexOf(rules: readonly Rule[], { rule, index }: Edited): number {
  const isIt = (each: Rule | undefined): boolean =>
    rule?.id === undefined ? JSON.stringify(each) === JSON.stringify(rule) : each?.id === rule.id;
  return isIt(rules[index]) ? index : rules.findIndex(isIt);
}

/** All rules, in their order: made, changed, switched, moved, removed. */
export function RuleList({ accountId, script, rules, onRules, onChanged, onChanging }: RuleListProps) {
  const { t } = useTranslation();
  const words = useRuleWords();
  const isMirrored = useIsMirrored(accountId);
  const [edited, setEdited] = useState<Edited>();

  const where = useWhere(accountId, script, rules);
  const waiting = useRef(0);

  const send = async (change: Promise<void>): Promise<void> => {
    waiting.current++;
    onChanging();
    try {
      await change;
    } catch (error) {
      // Here, because the form goes where a script from elsewhere is shown now.
      if (error instanceof ScriptChanged) notify({ key: "rules.changed", tone: "error" });
      throw error;
    } finally {
      waiting.current--;
      // As the server has them, also when it refused; not while later changes are on their way.
      if (waiting.current === 0) await onChanged();
    }
  };
  const store = (changed: Rule[]): Promise<void> => {
    onRules(changed);
    return send(storeRules(accountId, script, changed));
  };
  const put = (index: number, rule: Rule): Rule[] => rules.map((each, at) => (at === index ? rule : each));
  const moveUp = (index: number): void => {
    const moved = [...rules];
    moved.splice(index - 1, 0, ...moved.splice(index, 1));
    tell(store(moved));
  };
  const remove = async (index: number): Promise<void> => {
    await store(rules.filter((_, at) => at !== index));
    notify({ key: "rules.removed", undo: () => tell(store([...rules])) });
  };

  return (
    <>
      <p className={styles.note}>
        {t("rules.about")}
        {isMirrored && ` ${where}`}
      </p>
      {script.id !== undefined && (
        <Switch
          label={t("rules.on")}
          checked={script.isActive}
          onChange={(isOn) => tell(send(switchScript(accountId, script, isOn)))}
        />
      )}
      {rules.length === 0 && <p className={styles.note}>{t("rules.none")}</p>}
      {rules.length > 0 && (
        <ol className={styles.rules} aria-label={t("mailSettings.rules.title")}>
          {rules.map((rule, index) => {
            const number = index + 1;
            return (
              // Rules have nothing of their own to be known by.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={styles.rule}>
                <input
                  type="checkbox"
                  className={styles.check}
                  aria-label={t("rules.isOn", { number })}
                  checked={rule.isOn}
                  onChange={() => tell(store(put(index, { ...rule, isOn: !rule.isOn })))}
                />
                <span className={styles.words}>
                  <span>{words.conditions(rule)}</span>
                  <span className={styles.hint}>{words.actions(rule)}</span>
                  <Used use={rule.id === undefined ? undefined : script.uses.get(rule.id)} />
                </span>
                <IconButton
                  icon={lateIcons.chevronUp}
                  label={t("rules.up", { number })}
                  disabled={index === 0}
                  onClick={({ currentTarget }) => {
                    focusAbove(currentTarget);
                    moveUp(index);
                  }}
                />
                <IconButton
                  icon="pencil"
                  label={t("rules.editOf", { number })}
                  onClick={() => setEdited({ rule, index })}
                />
                <IconButton
                  icon="trash"
                  label={t("rules.remove", { number })}
                  onClick={({ currentTarget, detail }) => {
                    if (number === rules.length) focusBeside(currentTarget);
                    // The second half of a double click would be for the row that has moved up.
                    if (detail < 2) tell(remove(index));
                  }}
                />
              </li>
            );
          })}
        </ol>
      )}
      <div className={styles.foot}>
        <Button onClick={() => setEdited({ rule: undefined, index: rules.length })}>{t("rules.new")}</Button>
      </div>
      {edited && (
        <RuleForm
          rule={edited.rule}
          onSave={(rule) => {
            const index = edited.rule ? indexOf(rules, edited) : -1;
            // Whether it is on is no part of the form.
            const isOn = rules[index]?.isOn ?? rule.isOn;
            return store(index < 0 ? [...rules, rule] : put(index, { ...rule, isOn }));
          }}
          onDone={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

/** Where the rules run, and why not on the mail server. */
function useWhere(accountId: Id, { id, isAtServer }: ShownScript, rules: readonly Rule[]): string {
  const { t, i18n } = useTranslation();
  const offered = useServerExtensions(accountId);
  const numbers = rules.flatMap((rule, index) => (offered && needsPismo(rule, offered) ? [index + 1] : []));
  if (numbers.length > 0)
    return t("rules.needPismo", {
      count: numbers.length,
      numbers: new Intl.ListFormat(i18n.language).format(numbers.map(String)),
    });
  return t(isAtServer || (offered && id === undefined) ? "rules.atServer" : "rules.whileRunning");
}

/** How often, and when last; nothing of one that was never used. */
function Used({ use }: { use: RuleUse | undefined }) {
  const { t } = useTranslation();
  if (!use) return null;
  const values = { count: use.times, date: dateInText(new Date(use.lastAt)) };
  return <span className={styles.hint}>{t("rules.used", values)}</span>;
}
