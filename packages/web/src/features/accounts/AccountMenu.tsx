import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  signOut,
  useAccount,
  useAccountProvider,
  useAccounts,
  useCanAddAccounts,
  useCanSignOut,
  useConnection,
} from "../../store/index.ts";
import { useShowAccount } from "../../mail-ui/use-show-account.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Menu, MenuGroup, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./AccountMenu.module.css";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import type { OwnAccountTask } from "./setup/OwnAccountDialogs.tsx";

/** The code of account dialogs is loaded when idle, or when the menu is first opened. */
const accountParts = partsOnDemand(() => import("./account-parts.ts"));
/** Adding and changing accounts is for the one person of a personal server: fetched where there is one. */
const ownAccountParts = partsOnDemand(() => import("./setup/own-account-parts.ts"));

const SignInAgainItem = lazy(async () => ({ default: (await import("./SignInAgainItem.tsx")).SignInAgainItem }));

export interface AccountMenuProps {
  onShowShortcuts: () => void;
}

const troubleId = "account-trouble";

/** Whose Emails are shown, the way to another mailbox, and how the servers are doing. */
export function AccountMenu({ onShowShortcuts }: AccountMenuProps) {
  const { t } = useTranslation();
  const account = useAccount();
  const connection = useConnection();
  const provider = useAccountProvider(account.accountId);
  const canSignOut = useCanSignOut();
  const own = ownAccountParts.use(useCanAddAccounts());
  const [ownTask, setOwnTask] = useState<OwnAccountTask>();
  const parts = accountParts.use(true);
  const [task, setTask] = useState<AccountTask>();
  const trigger = (
    <button
      type="button"
      className={styles.trigger}
      aria-label={t("shell.accounts.label", { name: visibleText(account.name) })}
      aria-describedby={parts && troubleId}
    >
      <Avatar name={account.name} address={account.email} />
      <span className={styles.dot} data-connection={connection} />
    </button>
  );
  return (
    <div className={styles.corner}>
      <Menu trigger={trigger} align="end" width={320}>
        <AccountChoice own={own} parts={parts} />
        <MenuSeparator />
        {provider && (
          <Suspense fallback={null}>
            <SignInAgainItem provider={provider} />
          </Suspense>
        )}
        {parts && <parts.AccountItems onTask={setTask} />}
        {own && <own.OwnAccountItems onTask={setOwnTask} />}
        <MenuItem icon="keyboard" shortcut="?" onClick={onShowShortcuts}>
          {t("shell.accounts.keyboard")}
        </MenuItem>
        {canSignOut && (
          <MenuItem icon="sign-out" onClick={() => void signOut()}>
            {t("shell.accounts.signOut")}
          </MenuItem>
        )}
      </Menu>
      {own && <own.OwnAccountDialogs task={ownTask} onDone={() => setOwnTask(undefined)} />}
      {parts && <parts.MirrorSign id={troubleId} />}
      {parts && <parts.AccountDialogs task={task} onDone={() => setTask(undefined)} />}
    </div>
  );
}

interface AccountChoiceProps {
  own: ReturnType<typeof ownAccountParts.get>;
  parts: ReturnType<typeof accountParts.get>;
}

function AccountChoice({ own, parts }: AccountChoiceProps) {
  const { t } = useTranslation();
  const account = useAccount();
  const accounts = useAccounts();
  const connection = useConnection();
  const showAccount = useShowAccount();
  const choose = (accountId: string): void => {
    if (accountId !== account.accountId) void showAccount(accountId);
  };
  return (
    <MenuGroup label={t("shell.accounts.choose")}>
      <MenuRadioGroup value={account.accountId} onValueChange={choose}>
        {accounts.map(({ accountId, name, email }) => (
          <MenuRadioItem key={accountId} value={accountId} icon={<Avatar name={name} address={email} />}>
            <span className={styles.line}>
              <span className={styles.name}>{visibleText(name)}</span>
              {own && <own.UnreadCount accountId={accountId} />}
            </span>
            {email !== name && <span className={styles.email}>{visibleText(email)}</span>}
            {accountId === account.accountId && (
              <span className={styles.connection} data-connection={connection}>
                <span className={styles.sign} data-connection={connection} />
                {t(`shell.accounts.${connection}`)}
              </span>
            )}
            {parts && connection === "online" && <parts.MirrorLine accountId={accountId} />}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </MenuGroup>
  );
}
