import { useTranslation } from "react-i18next";
import { mayRedirect } from "../../store/rules/redirects.ts";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import type { Rule } from "../../store/rules/rule-script.ts";
import { Input, Labelled } from "../../ui/Field.tsx";
import styles from "./Rules.module.css";

const MAX_REASON = 500;

export interface SendingFieldsProps {
  id: string;
  rule: Rule;
  onChange: (values: Partial<Rule>) => void;
}

/** What a rule sends because of a letter: on to another address, or back to its sender. */
export function SendingFields({ id, rule, onChange }: SendingFieldsProps) {
  const { t } = useTranslation();
  const { accountId } = useRuleAccount();
  const { redirect, reject } = rule;
  return (
    <>
      {(mayRedirect(accountId) || redirect !== undefined) && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={redirect !== undefined}
            onChange={() => onChange({ redirect: redirect === undefined ? "" : undefined })}
          />
          {t("rules.redirect")}
        </label>
      )}
      {redirect !== undefined && (
        <Labelled id={`${id}-redirect`} label={t("rules.redirectTo")}>
          <Input
            id={`${id}-redirect`}
            type="email"
            autoComplete="off"
            value={redirect}
            onChange={({ target: { value } }) => onChange({ redirect: value })}
          />
        </Labelled>
      )}
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={reject !== undefined}
          onChange={() => onChange({ reject: reject === undefined ? "" : undefined })}
        />
        {t("rules.reject")}
      </label>
      {reject !== undefined && (
        <Labelled id={`${id}-reject`} label={t("rules.rejectText")}>
          <Input
            id={`${id}-reject`}
            type="text"
            maxLength={MAX_REASON}
            autoComplete="off"
            value={reject}
            onChange={({ target: { value } }) => onChange({ reject: value })}
          />
        </Labelled>
      )}
    </>
  );
}
