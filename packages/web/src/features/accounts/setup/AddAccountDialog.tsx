import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { domainOf, emptyDraft } from "./account-draft.ts";
import { AccountField } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import { AccountFormDialog, PersonField } from "./AccountFormDialog.tsx";
import { FoundServers } from "./FoundServers.tsx";
import { ProviderNote } from "./ProviderNote.tsx";
import { ServerFields } from "./ServerFields.tsx";
import { useAccountForm } from "./use-account-form.ts";
import { useAddingAccount } from "./use-adding-account.ts";

/** Name, address and password; the servers are found by themselves, shown, and can be typed in. */
export function AddAccountDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const account = useAccountForm(emptyDraft);
  const { draft, problem, busy, change } = account;
  const { answer, isManual, isElsewhere, canAdd, openFields, submit } = useAddingAccount(account, onDone);
  const email = draft.email.trim();

  return (
    <AccountFormDialog
      title={t("servers.addTitle")}
      account={account}
      submitLabel={isElsewhere ? undefined : t(canAdd ? "servers.addNow" : "servers.continue")}
      aside={
        !isManual && (
          <Button variant="quiet" className={styles.aside} disabled={busy !== undefined} onClick={openFields}>
            {t("servers.byHand")}
          </Button>
        )
      }
      initialFocus={first}
      onDone={onDone}
      onSubmit={submit}
    >
      <PersonField ref={first} account={account} />
      <AccountField
        field="email"
        label={t("servers.email")}
        value={draft.email}
        problem={problem}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onValue={(value) => change({ email: value })}
      />
      {!isElsewhere && (
        <AccountField
          field="password"
          label={t("servers.password")}
          value={draft.password}
          problem={problem}
          type="password"
          onValue={(password) => change({ password })}
        />
      )}
      {answer && !isManual && answer.found && <FoundServers answer={{ ...answer, found: answer.found }} />}
      {answer && <ProviderNote provider={answer.provider} email={email} fullName={draft.name} />}
      {isManual && answer && !answer.found && answer.provider?.signIn !== "bridge" && (
        <p className={styles.note}>{t("servers.notFound", { domain: domainOf(email) })}</p>
      )}
      {isManual && <ServerFields draft={draft} problem={problem} onChange={change} />}
    </AccountFormDialog>
  );
}
