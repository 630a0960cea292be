import type { Id, Identity } from "@pismo/jmap";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type AccountInfo, useAccounts } from "../../../store/index.ts";
import { realAccounts } from "../../../store/session/all-accounts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { FieldLine } from "../FieldLine.tsx";
import { formatPeople } from "../quote/quote.ts";
import styles from "./SenderLine.module.css";
import { useRefusedSenders } from "./use-refused-senders.ts";

const nameOf = ({ name, email }: Pick<Identity, "name" | "email">): string =>
  visibleText(formatPeople([{ name, email }]));

interface SenderLineProps {
  account: AccountInfo;
  identities: readonly Identity[];
  identity: Identity | undefined;
  /** The letter is on its way to the account that was chosen here: the form takes nothing, and has no focus. */
  isMoving?: boolean;
  /** Who writes where another account is chosen again. */
  earlier?: ReadonlyMap<Id, Identity>;
  onChoose(identity: Identity): void;
  /** Left out where it has to be this account. */
  onChooseAccount?: (account: AccountInfo) => void;
}

/** Before the id of an account: those of identities and accounts may be equal. */
const accountPrefix = "account ";

/** Who writes, and whether the server lets them. */
export function SenderLine(props: SenderLineProps) {
  const { account, identities, identity } = props;
  const { t } = useTranslation();
  const refusalId = useId();
  const refused = useRefusedSenders(account.accountId, identities);
  const reply = identity && refused.get(identity.email);
  return (
    <>
      <SenderChoice {...props} refused={refused} describedBy={reply === undefined ? undefined : refusalId} />
      <p id={refusalId} className={styles.refusal} role="status">
        {identity &&
          reply !== undefined &&
          t("compose.refusedSender.note", { address: visibleText(identity.email), reply: visibleText(reply) })}
      </p>
    </>
  );
}

interface SenderChoiceProps extends SenderLineProps {
  refused: ReadonlyMap<string, string>;
  /** The id of what is said of the chosen one. */
  describedBy: string | undefined;
}

/** Chosen where there are several, named where it could be another account, left out otherwise. */
function SenderChoice({
  account,
  identities,
  identity,
  refused,
  describedBy,
  isMoving = false,
  earlier,
  onChoose,
  onChooseAccount,
}: SenderChoiceProps) {
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
        aria-describedby={describedBy}
        value={identity?.id ?? ""}
        onChange={({ target }) => choose(target.value)}
      >
        {!identity && <option value="">{visibleText(account.email)}</option>}
        {identities.map((each) => (
          <option key={each.id} value={each.id}>
            {refused.has(each.email) ? t("compose.refusedSender.option", { address: nameOf(each) }) : nameOf(each)}
          </option>
        ))}
        {others.length > 0 && (
          <optgroup label={t("compose.otherAccount")}>
            {others.map((each) => (
              <option key={each.accountId} value={accountPrefix + each.accountId}>
                {nameOf(earlier?.get(each.accountId) ?? { name: "", email: each.email })}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </FieldLine>
  );
}
