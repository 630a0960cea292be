import type { Id } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownOwners, usualOwner } from "../../store/contacts/card-accounts.ts";
import { Labelled, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";

/** The account that something new goes into, where several are shown together. */
export const useOwner = (): [owner: Id, choose: (owner: Id) => void] => useState(usualOwner);

export interface OwnerFieldProps {
  owner: Id;
  onChoose: (owner: Id) => void;
  disabled?: boolean;
}

/** Nothing where there is no choice. */
export function OwnerField({ owner, onChoose, disabled = false }: OwnerFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const owners = shownOwners();
  if (owners.length < 2) return null;
  return (
    <Labelled id={id} label={t("contacts.account")}>
      <Select id={id} value={owner} disabled={disabled} onChange={({ target }) => onChoose(target.value)}>
        {owners.map(({ accountId, name }) => (
          <option key={accountId} value={accountId}>
            {visibleText(name)}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}
