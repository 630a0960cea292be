import type { Identity } from "@pismo/jmap";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type AccountInfo, useAccounts } from "../../../store/index.ts";
import { realAccounts } from "../../../store/session/all-accounts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { FieldLine } from "../FieldLine.tsx";
import { formatPeople } from "../quote/quote.ts";
import styles from "./SenderLine.module.css";

const nameOf = ({ name, email }: Pick<Identity, "name" | "email">): string =>
  visibleText(formatPeople([{ name, email }]));

interface SenderLineProps {
  account: AccountInfo;
  identities: readonly Identity[];
  identity: Identity | undefined;
  /** The letter is on its way to the account that was chosen here: the form takes nothing, and has no focus. */
  isMoving?: boolean;
  onChoose(identity: Identity): void;
  /** Left out where it has to be this account. */
  onChooseAccount?: (account: AccountInfo) => void;
}

/** Before the id of an account: those of identities and accounts may be equal. */
const accountPrefix = "account ";

/** Who writes: chosen where there are several, named where it could be another account, left out otherwise. */
export function SenderLine({
  account,
  identities,
  identity,
  isMoving = false,
  onChoose,
  onChooseAccount,
}: SenderLineProps) {
  const { t } = useTranslation();
  const id = useId();
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!isMoving) return undefined;
    return () => {
      const { current } = choice;
      if (current && !current.form?.contains(document.activeElement)) current.focus();
    };
  }, [isMoving]);
  const { accountId } = account;
  const accounts = realAccounts(useAccounts());
  // Not before it is known who writes now: what comes late would be for the account that was left.
  const mayMove = onChooseAccount !== undefined && identities.length > 0;
  const others = mayMove ? accounts.filter((each) => each.accountId !== accountId && !each.isReadOnly) : [];
  if (identities.length < 2 && others.length === 0) {
    if (accounts.length < 2) return null;
    return (
      <FieldLine label={t("compose.from")} htmlFor={undefined}>
        <span className={styles.value}>{nameOf(identity ?? { name: "", email: account.email })}</span>
      </FieldLine>
    );
  }
  const choose = (value: string): void => {
    const other = others.find((each) => accountPrefix + each.accountId === value);
    const chosen = identities.find((each) => each.id === value);
    if (other) onChooseAccount?.(other);
    else if (chosen) onChoose(chosen);
  };
  return (
    <FieldLine label={t("compose.from")} htmlFor={id}>
      <select
        ref={choice}
        id={id}
        className={`${styles.value} ${styles.choice}`}
        value={identity?.id ?? ""}
        onChange={({ target }) => choose(target.value)}
      >
        {!identity && <option value="">{visibleText(account.email)}</option>}
        {identities.map((each) => (
          <option key={each.id} value={each.id}>
            {nameOf(each)}
          </option>
        ))}
        {others.length > 0 && (
          <optgroup label={t("compose.otherAccount")}>
            {others.map((each) => (
              <option key={each.accountId} value={accountPrefix + each.accountId}>
                {visibleText(each.email)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </FieldLine>
  );
}
