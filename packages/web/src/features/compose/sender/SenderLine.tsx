import type { Identity } from "@pismo/jmap";
import { useId } from "react";
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
  onChoose(identity: Identity): void;
}

/** Who writes: chosen where there are several, named where it could be another account, left out otherwise. */
export function SenderLine({ account, identities, identity, onChoose }: SenderLineProps) {
  const { t } = useTranslation();
  const id = useId();
  const hasOthers = realAccounts(useAccounts()).length > 1;
  if (identities.length < 2) {
    if (!hasOthers) return null;
    return (
      <FieldLine label={t("compose.from")} htmlFor={undefined}>
        <span className={styles.value}>{nameOf(identity ?? { name: "", email: account.email })}</span>
      </FieldLine>
    );
  }
  return (
    <FieldLine label={t("compose.from")} htmlFor={id}>
      <select
        id={id}
        className={`${styles.value} ${styles.choice}`}
        value={identity?.id}
        onChange={({ target }) => {
          const chosen = identities.find((each) => each.id === target.value);
          if (chosen) onChoose(chosen);
        }}
      >
        {identities.map((each) => (
          <option key={each.id} value={each.id}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </FieldLine>
  );
}
