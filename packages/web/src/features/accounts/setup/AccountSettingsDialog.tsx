import type { MailServer } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProviderButton } from "../../../mail-ui/ProviderButton.tsx";
import { notify, useAccount } from "../../../store/index.ts";
import { useAccountProvider } from "../../../store/session/provider-sign-in.ts";
import { retryNow } from "../../../store/sync/connection.ts";
import { changeAccount, loadMailServer } from "../../../store/session/account-setup.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { emptyDraft, hostOf, serversOf, serversProblem, withServers } from "./account-draft.ts";
import { AccountField } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import { AccountFormDialog, PersonField } from "./AccountFormDialog.tsx";
import { ServerFields } from "./ServerFields.tsx";
import { useAccountForm } from "./use-account-form.ts";

export interface AccountSettingsDialogProps {
  /** The server does not take the password any more: that is what is asked for. */
  isSignIn?: boolean;
  onDone: () => void;
}

/** The shown account's name, password and servers. */
export function AccountSettingsDialog({ isSignIn = false, onDone }: AccountSettingsDialogProps) {
  const { t } = useTranslation();
  // The account may be switched behind the dialog.
  const [{ accountId, email }] = useState(useAccount());
  const [server, setServer] = useState<MailServer>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    loadMailServer(accountId, leaving.signal).then(setServer, () => leaving.signal.aborted || setFailed(true));
    return () => leaving.abort();
  }, [accountId]);
  if (server) return <SettingsForm server={server} isSignIn={isSignIn} onDone={onDone} />;
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("servers.settingsTitle", { email })}
      closeLabel={t("shell.close")}
      width={480}
    >
      {hasFailed ? (
        <Problem>{t("servers.unreachable")}</Problem>
      ) : (
        <p className={styles.progress}>
          <Spinner size={20} label={t("servers.settings")} />
        </p>
      )}
    </Dialog>
  );
}

interface SettingsFormProps {
  server: MailServer;
  isSignIn: boolean;
  onDone: () => void;
}

function SettingsForm({ server, isSignIn, onDone }: SettingsFormProps) {
  const { t } = useTranslation();
  const first = useRef<HTMLInputElement>(null);
  const provider = useAccountProvider(server.id);
  const { email, name } = server;
  const account = useAccountForm(withServers({ ...emptyDraft, name, email }, server));
  const { draft, problem, change, refuse, run } = account;

  const submit = (): void => {
    if (isSignIn && draft.password === "") return refuse({ field: "password", text: t("servers.missing.password") });
    const wrong = serversProblem(draft, t);
    if (wrong) return refuse(wrong);
    const { password } = draft;
    const servers = serversOf(draft);
    const isSame = JSON.stringify(servers) === JSON.stringify(serversOf(withServers(emptyDraft, server)));
    const isElsewhere = servers.jmapUrl !== null && hostOf(servers) !== hostOf(server);
    // A password is sent to the server alone that it was typed for.
    if (isElsewhere && password === "") return refuse({ field: "password", text: t("servers.missing.password") });
    const changes = {
      ...(draft.name.trim() !== name && { name: draft.name.trim() }),
      ...(password !== "" && { password }),
      ...(!isSame && servers),
    };
    if (Object.keys(changes).length === 0) return onDone();
    void run(t("servers.trying", { host: hostOf(servers) }), async (signal) => {
      await changeAccount(server.id, changes, signal);
      retryNow();
      onDone();
      notify({ key: "servers.saved" });
    });
  };

  return (
    <AccountFormDialog
      title={t("servers.settingsTitle", { email })}
      description={isSignIn ? t("servers.signInAgainText") : undefined}
      account={account}
      submitLabel={t(isSignIn ? "servers.signInAgain" : "servers.save")}
      initialFocus={first}
      onDone={onDone}
      onSubmit={submit}
    >
      <PersonField {...(!isSignIn && { ref: first })} account={account} />
      {provider ? (
        <ProviderButton provider={provider} accountId={server.id} />
      ) : (
        <>
          <AccountField
            {...(isSignIn && { ref: first })}
            field="password"
            label={t("servers.password")}
            hint={isSignIn ? undefined : t("servers.passwordKept")}
            value={draft.password}
            problem={problem}
            type="password"
            onValue={(password) => change({ password })}
          />
          <ServerFields draft={draft} problem={problem} isFixed onChange={change} />
        </>
      )}
    </AccountFormDialog>
  );
}
