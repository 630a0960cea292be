import type { MailServer } from "@pismo/jmap";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProviderButton } from "../../letters/ProviderButton.tsx";
import { notify, useAccount, useAccountProvider } from "../../store/index.ts";
import { changeAccount, loadMailServer } from "../../store/own-servers.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { emptyDraft, serversOf, serversProblem, withServers } from "./account-draft.ts";
import { AccountField, ProblemText } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
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
        <p className={styles.problem} role="alert">
          {t("servers.unreachable")}
        </p>
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
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const provider = useAccountProvider(server.id);
  const { email, name } = server;
  const { form, draft, problem, busy, change, refuse, run } = useAccountForm(
    withServers({ ...emptyDraft, name, email }, server),
  );

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (busy !== undefined) return;
    if (isSignIn && draft.password === "") return refuse({ field: "password", text: t("servers.missing.password") });
    const wrong = serversProblem(draft, t);
    if (wrong) return refuse(wrong);
    const { password } = draft;
    const servers = serversOf(draft);
    const before = { username: server.username, imap: server.imap, smtp: server.smtp };
    const isSame = JSON.stringify(servers) === JSON.stringify(before);
    const changes = {
      ...(draft.name.trim() !== name && { name: draft.name.trim() }),
      ...(password !== "" && { password }),
      ...(!isSame && servers),
    };
    if (Object.keys(changes).length === 0) return onDone();
    void run(t("servers.trying", { host: servers.imap.host }), async (signal) => {
      await changeAccount(server.id, changes, signal);
      onDone();
      notify({ key: "servers.saved" });
    });
  };

  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("servers.settingsTitle", { email })}
      description={isSignIn ? t("servers.signInAgainText") : undefined}
      closeLabel={t("shell.close")}
      initialFocus={first}
      width={480}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={`${id}-form`} aria-disabled={busy !== undefined || undefined}>
            {t(isSignIn ? "servers.signInAgain" : "servers.save")}
          </Button>
        </>
      }
    >
      <form
        id={`${id}-form`}
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={busy !== undefined}
        onSubmit={submit}
      >
        <AccountField
          {...(!isSignIn && { ref: first })}
          field="name"
          label={t("servers.name")}
          hint={t("servers.nameHint")}
          value={draft.name}
          autoComplete="name"
          maxLength={255}
          onValue={(value) => change({ name: value })}
        />
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
            <ServerFields draft={draft} problem={problem} onChange={change} />
          </>
        )}
        {problem?.field === "form" && <ProblemText problem={problem} />}
        <p className={styles.progress} role="status">
          {busy !== undefined && (
            <>
              <Spinner size={20} />
              {busy}
            </>
          )}
        </p>
      </form>
    </Dialog>
  );
}
