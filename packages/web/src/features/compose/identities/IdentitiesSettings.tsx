import type { Identity } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts as composeTexts } from "../../../i18n/lazy/compose.ts";
import { texts } from "../../../i18n/lazy/identities.ts";
import { type AccountInfo, useAccounts } from "../../../store/index.ts";
import { realAccounts } from "../../../store/session/all-accounts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { formatPeople } from "../quote/quote.ts";
import { useRefusedSenders } from "../sender/use-refused-senders.ts";
import { IdentityDialog } from "./IdentityDialog.tsx";
import styles from "./Identities.module.css";
import { useIdentities } from "./use-identities.ts";

addTexts(texts);
addTexts(composeTexts);

/** The addresses that a person writes from, account by account. */
export function IdentitiesSettings() {
  const { t } = useTranslation();
  const accounts = realAccounts(useAccounts());
  return (
    <>
      <p className={styles.note}>{t("identities.hint")}</p>
      {accounts.map((account) => (
        <AccountIdentities key={account.accountId} account={account} isNamed={accounts.length > 1} />
      ))}
    </>
  );
}

/** @param isNamed there are others to be told from */
function AccountIdentities({ account, isNamed }: { account: AccountInfo; isNamed: boolean }) {
  const { t } = useTranslation();
  const { identities, problem, reload, remove } = useIdentities(account);
  const refused = useRefusedSenders(account.accountId, identities);
  const [edited, setEdited] = useState<{ identity: Identity | undefined }>();
  const name = visibleText(account.email);
  return (
    <section className={styles.account}>
      {isNamed && <h3 className={styles.accountName}>{name}</h3>}
      <ul className={styles.identities} aria-label={t("identities.listOf", { account: name })}>
        {identities.map((identity) => (
          <IdentityRow
            key={identity.id}
            identity={identity}
            refusal={refused.get(identity.email)}
            onEdit={() => setEdited({ identity })}
            onRemove={() => void remove(identity)}
          />
        ))}
      </ul>
      {problem && <Problem className={styles.problem}>{problem}</Problem>}
      <div className={styles.foot}>
        <Button
          icon={lateIcons.plus}
          {...(isNamed && { "aria-label": t("identities.addTo", { account: name }) })}
          onClick={() => setEdited({ identity: undefined })}
        >
          {t("identities.add")}
        </Button>
      </div>
      {edited && (
        <IdentityDialog
          account={account}
          identity={edited.identity}
          onDone={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
    </section>
  );
}

/** Its row is about to go: the focus goes to the row beside it, else to what makes a new address. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("section");
  next?.querySelector("button")?.focus();
}

interface IdentityRowProps {
  identity: Identity;
  /** The words with which the server does not send from it. */
  refusal: string | undefined;
  onEdit(): void;
  onRemove(): void;
}

function IdentityRow({ identity, refusal, onEdit, onRemove }: IdentityRowProps) {
  const { t } = useTranslation();
  const { name, email, mayDelete } = identity;
  const address = visibleText(formatPeople([{ name, email }]));
  return (
    <li className={styles.identity}>
      <div className={styles.name}>
        {address}
        {refusal !== undefined && (
          <p className={styles.refusal}>{t("identities.refused", { reply: visibleText(refusal) })}</p>
        )}
      </div>
      <IconButton icon="pencil" label={t("identities.editOf", { address })} onClick={onEdit} />
      {mayDelete && (
        <IconButton
          icon="trash"
          label={t("identities.removeOf", { address })}
          onClick={({ currentTarget, detail }) => {
            focusBeside(currentTarget);
            // The second half of a double click would be for the row that has moved up.
            if (detail < 2) onRemove();
          }}
        />
      )}
    </li>
  );
}
