import { SetFailure } from "@pismo/jmap";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressesToAllow, mayRedirect } from "../../store/rules/redirects.ts";
import { applyRule } from "../../store/rules/apply-rule.ts";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import { named, newRule, type Rule } from "../../store/rules/rule-script.ts";
import { useRuleTrial } from "../../store/rules/rule-trial.ts";
import { ScriptChanged } from "../../store/rules/rules.ts";
import { Button } from "../../ui/Button.tsx";
import { Labelled, Problem, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { AllowRedirects } from "./AllowRedirects.tsx";
import { SendingFields } from "./SendingFields.tsx";
import { ConditionFields } from "./ConditionFields.tsx";
import { useFolderNames } from "../../mail-ui/rules/folder-names.ts";
import { FormDialog } from "../../mail-ui/unsaved/FormDialog.tsx";
import { pathOf } from "../../store/mailboxes/path-of.ts";
import { mistakeOf } from "./mistake.ts";
import styles from "./Rules.module.css";
import { type Proposal, ProposalField } from "./ProposalField.tsx";
import { TrialResult } from "./TrialResult.tsx";

export interface RuleFormProps {
  /** undefined: a new one. */
  rule: Rule | undefined;
  /** What a new one begins with. */
  begun?: Rule;
  /** Conditions that a letter proposes, of which one is chosen. */
  proposals?: readonly Proposal[];
  /** The rules sort nothing now. */
  isOff?: boolean;
  /** @throws what the requests throw */
  onSave: (rule: Rule) => Promise<void>;
  onDone: () => void;
}

type ProblemKey =
  | "missingAddress"
  | "missingReject"
  | "notAllowedHere"
  | "missingText"
  | "missingSize"
  | "missingAction"
  | "notSaved"
  | "changed";

const trimmed = (rule: Rule): Rule => ({
  ...rule,
  ...(rule.redirect !== undefined && { redirect: rule.redirect.trim() }),
  ...(rule.reject !== undefined && { reject: rule.reject.trim() }),
  conditions: rule.conditions.map((each) => {
    if (!("text" in each)) return each;
    const text = each.text.trim();
    return { ...each, text: each.kind === "domain" ? text.replace(/^@/, "") : text };
  }),
});

function conditionProblem(conditions: Rule["conditions"]): ProblemKey | undefined {
  for (const each of conditions) {
    if ("text" in each && each.text === "") return "missingText";
    if (each.kind === "larger" && !(Number.isInteger(each.size) && each.size >= 1 && each.size <= 1000)) {
      return "missingSize";
    }
  }
  return undefined;
}

/** An address alone, as the server takes it. */
const ADDRESS = /^[^\s<>()[\]\\,;:@"]+@[^\s<>()[\]\\,;:@"]+$/;

function problemOf(rule: Rule): ProblemKey | undefined {
  const { conditions, folder, toTrash, isRead, isFlagged, labels, redirect, reject, stops } = rule;
  const sends = redirect !== undefined || reject !== undefined;
  const does = folder !== null || toTrash || isRead || isFlagged || labels.length > 0 || stops || sends;
  if (redirect !== undefined && !ADDRESS.test(redirect)) return "missingAddress";
  if (reject === "") return "missingReject";
  return conditionProblem(conditions) ?? (does ? undefined : "missingAction");
}

/** What can be looked for already. */
function triedOf({ conditions, needsAll }: Rule): Pick<Rule, "conditions" | "needsAll"> | undefined {
  return conditionProblem(conditions) === undefined ? { conditions, needsAll } : undefined;
}

/** The form is longer than most windows, and its end is where that is said. */
const toSight = (problem: HTMLElement | null): void => problem?.scrollIntoView?.({ block: "nearest" });

/** When … then …: a rule's conditions and what they lead to. */
export function RuleForm({ rule: given, begun, proposals, isOff = false, onSave, onDone }: RuleFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const first = useRef<HTMLSelectElement>(null);
  const [start] = useState(given ?? begun ?? newRule());
  const [rule, setRule] = useState(start);
  const [problem, setProblem] = useState<ProblemKey>();
  /** What the server says of the script that the rule makes. */
  const [mistake, setMistake] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [toAllow, setToAllow] = useState<readonly string[]>();
  const account = useRuleAccount();
  const { accountId } = account;
  const shown = useRuleTrial(accountId, triedOf(trimmed(rule)));
  const found = shown?.trial.matched ?? [];
  // For the letters that were found by these conditions, and no others.
  const [isForPast, setForPast] = useState(false);
  const change = (values: Partial<Rule>): void => {
    setRule({ ...rule, ...values });
    setProblem(undefined);
    setMistake(undefined);
    setToAllow(undefined);
    if (values.conditions || values.needsAll !== undefined) setForPast(false);
  };
  const save = async (): Promise<void> => {
    const wanted = named(trimmed(rule));
    const missing = problemOf(wanted);
    if (missing) return setProblem(missing);
    setBusy(true);
    try {
      await onSave(wanted);
      onDone();
      if (isForPast) void applyRule(account, wanted, found);
    } catch (error) {
      setBusy(false);
      const addresses = addressesToAllow(error);
      if (addresses && mayRedirect(accountId)) return setToAllow(addresses);
      if (error instanceof SetFailure && error.error.type === "invalidSieve")
        return setMistake(mistakeOf(error.message, t).sentence);
      setProblem(addresses ? "notAllowedHere" : error instanceof ScriptChanged ? "changed" : "notSaved");
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <FormDialog
      isChanged={!isBusy && JSON.stringify(rule) !== JSON.stringify(start)}
      onDone={onDone}
      title={t(given ? "rules.edit" : "rules.new")}
      initialFocus={first}
      width={560}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={`${id}-form`}>
            {t("rules.save")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className={styles.form} noValidate onSubmit={submit}>
        {isOff && <p className={styles.hint}>{t("rules.isOff")}</p>}
        {proposals && proposals.length > 0 && (
          <ProposalField
            id={`${id}-like`}
            proposals={proposals}
            conditions={rule.conditions}
            onChoose={(condition) => change({ conditions: [condition] })}
          />
        )}
        <div className={styles.when}>
          <label htmlFor={`${id}-when`}>{t("rules.when")}</label>
          <Select
            ref={first}
            id={`${id}-when`}
            value={rule.needsAll ? "all" : "any"}
            onChange={(event) => change({ needsAll: event.target.value === "all" })}
          >
            <option value="all">{t("rules.needsAll")}</option>
            <option value="any">{t("rules.needsAny")}</option>
          </Select>
        </div>
        <ConditionFields conditions={rule.conditions} onChange={(conditions) => change({ conditions })} />
        {shown && <TrialResult {...shown} conditions={trimmed(rule).conditions} />}
        <ActionFields id={id} rule={rule} onChange={change} />
        {toAllow && (
          <AllowRedirects
            accountId={accountId}
            addresses={toAllow}
            onAllowed={() => {
              setToAllow(undefined);
              void save();
            }}
          />
        )}
        {found.length > 0 && (
          <label className={styles.choice}>
            <input type="checkbox" checked={isForPast} onChange={() => setForPast(!isForPast)} />
            {t("rules.trial.apply", { count: found.length })}
          </label>
        )}
        {isForPast && (rule.redirect !== undefined || rule.reject !== undefined) && (
          <p className={styles.hint}>{t("rules.trial.notSent")}</p>
        )}
        {(mistake ?? problem) && <Problem ref={toSight}>{mistake ?? (problem && t(`rules.${problem}`))}</Problem>}
      </form>
    </FormDialog>
  );
}

interface ActionFieldsProps {
  id: string;
  rule: Rule;
  onChange: (values: Partial<Rule>) => void;
}

function ActionFields({ id, rule, onChange }: ActionFieldsProps) {
  const { t } = useTranslation();
  const { labels } = useRuleAccount();
  const [label = ""] = rule.labels;
  const check = (name: "isRead" | "isFlagged" | "stops") => (
    <label className={styles.choice}>
      <input type="checkbox" checked={rule[name]} onChange={() => onChange({ [name]: !rule[name] })} />
      {t(`rules.${name}`)}
    </label>
  );
  return (
    <fieldset className={styles.actions}>
      <legend>{t("rules.what")}</legend>
      <FolderField id={id} rule={rule} onChange={onChange} />
      {(labels.length > 0 || label !== "") && (
        <Labelled id={`${id}-label`} label={t("rules.label")}>
          <Select
            id={`${id}-label`}
            value={label}
            onChange={({ target: { value } }) => onChange({ labels: value === "" ? [] : [value] })}
          >
            <option value="">{t("rules.noLabel")}</option>
            {labels.map(({ keyword, name }) => (
              <option key={keyword} value={keyword}>
                {visibleText(name)}
              </option>
            ))}
            {label !== "" && !labels.some(({ keyword }) => keyword === label) && <option value={label}>{label}</option>}
          </Select>
        </Labelled>
      )}
      {check("isRead")}
      {check("isFlagged")}
      <SendingFields id={id} rule={rule} onChange={onChange} />
      {check("stops")}
    </fieldset>
  );
}

const TRASH = "trash";

function FolderField({ id, rule, onChange }: ActionFieldsProps) {
  const { t } = useTranslation();
  const { mailboxes } = useRuleAccount();
  const nameOf = useFolderNames();
  const targets = mailboxes.filter(
    ({ role, myRights }) => myRights.mayAddItems && !["inbox", "trash", "drafts", "sent"].includes(role ?? ""),
  );
  const { folder, toTrash } = rule;
  const choose = (value: string): void => {
    const mailbox = targets.find((each) => each.id === value);
    onChange({
      toTrash: value === TRASH,
      folder: mailbox ? { id: mailbox.id, path: pathOf(mailbox, mailboxes) } : value === folder?.id ? folder : null,
    });
  };
  return (
    <Labelled id={`${id}-folder`} label={t("rules.move")}>
      <Select
        id={`${id}-folder`}
        value={toTrash ? TRASH : (folder?.id ?? "")}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t("rules.stay")}</option>
        <option value={TRASH}>{t("rules.toTrash")}</option>
        {targets.map((mailbox) => (
          <option key={mailbox.id} value={mailbox.id}>
            {nameOf(mailbox)}
          </option>
        ))}
        {folder && !targets.some((each) => each.id === folder.id) && (
          <option value={folder.id}>{visibleText(folder.path)}</option>
        )}
      </Select>
    </Labelled>
  );
}
