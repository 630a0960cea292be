import type { MailServerDiscoverResult } from "@pismo/jmap";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useShowAccount } from "../../letters/use-show-account.ts";
import { notify, providerOf } from "../../store/index.ts";
import { addAccount, discoverServers } from "../../store/own-servers.ts";
import { Button } from "../../ui/Button.tsx";
import {
  domainOf,
  emailProblem,
  emptyDraft,
  serversOf,
  serversProblem,
  withServers,
  withUsualServers,
} from "./account-draft.ts";
import { AccountField } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import { AccountFormDialog, PersonField } from "./AccountFormDialog.tsx";
import { FoundServers } from "./FoundServers.tsx";
import { ProviderNote } from "./ProviderNote.tsx";
import { ServerFields } from "./ServerFields.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** Name, address and password; the servers are found by themselves, shown, and can be typed in. */
export function AddAccountDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const showAccount = useShowAccount();
  const account = useAccountForm(emptyDraft);
  const { draft, problem, busy, change, replace, refuse, run } = account;
  const [answer, setAnswer] = useState<MailServerDiscoverResult>();
  const [isByHand, setByHand] = useState(false);
  const email = draft.email.trim();
  // What was found is for one address; with another one it is looked for again.
  const current = answer?.email === email ? answer : undefined;
  const canAdd = isByHand || Boolean(current?.found);
  /** They sign in elsewhere and come back: no password is wanted here. */
  const isElsewhere = !isByHand && current !== undefined && providerOf(email) !== undefined;

  const look = (): void => {
    void run(t("servers.looking", { domain: domainOf(email) }), async (signal) => {
      const found = providerOf(email) ? { email, found: null, provider: null } : await discoverServers(email, signal);
      setAnswer(found);
      if (found.found) replace(withServers(draft, found.found));
      else if (!providerOf(email)) openFields();
    });
  };
  const openFields = (): void => {
    if (!current?.found) replace(withUsualServers(draft));
    setByHand(true);
  };
  const add = (): void => {
    const servers = serversOf(draft);
    if (draft.password === "") return refuse({ field: "password", text: t("servers.missing.password") });
    const wrong = serversProblem(draft, t);
    if (wrong) return refuse(wrong);
    void run(t("servers.trying", { host: servers.imap.host }), async (signal) => {
      let accountId;
      try {
        accountId = await addAccount({ name: draft.name.trim(), email, password: draft.password, ...servers }, signal);
      } catch (error) {
        // Its place is among the fields.
        if (!signal.aborted) setByHand(isByHand || isAboutServers(error));
        throw error;
      }
      onDone();
      await showAccount(accountId);
      notify({ key: "servers.added", values: { email } });
    });
  };
  const submit = (): void => {
    const wrong = emailProblem(draft, t);
    if (wrong) return refuse(wrong);
    if (canAdd) add();
    else look();
  };

  return (
    <AccountFormDialog
      title={t("servers.addTitle")}
      account={account}
      submitLabel={isElsewhere ? undefined : t(canAdd ? "servers.addNow" : "servers.continue")}
      aside={
        !isByHand && (
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
      {current && !isByHand && current.found && <FoundServers answer={{ ...current, found: current.found }} />}
      {current && <ProviderNote provider={current.provider} email={email} fullName={draft.name} />}
      {isByHand && current && !current.found && current.provider?.signIn !== "bridge" && (
        <p className={styles.note}>{t("servers.notFound", { domain: domainOf(email) })}</p>
      )}
      {isByHand && <ServerFields draft={draft} problem={problem} onChange={change} />}
    </AccountFormDialog>
  );
}

const isAboutServers = (error: unknown): boolean => {
  const { error: refusal } = error as { error?: { problem?: { kind: string } } };
  return refusal?.problem !== undefined && !/^(wrongPassword|appPassword|oauth)$/.test(refusal.problem.kind);
};
