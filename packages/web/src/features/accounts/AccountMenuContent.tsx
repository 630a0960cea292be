import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { signOut, useAccount, useAccounts, useCanSignOut, useConnection } from "../../store/index.ts";
import { useAccountProvider } from "../../store/session/provider-sign-in.ts";
import { useShowAccount } from "../../mail-ui/use-show-account.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { MenuGroup, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";
import { AccountItems } from "./AccountItems.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./AccountMenu.module.css";
import { MirrorLine } from "./MirrorLine.tsx";
import type { OwnAccountTask } from "./setup/OwnAccountDialogs.tsx";

type OwnAccountParts = typeof import("./setup/own-account-parts.ts") | undefined;

const SignInAgainItem = lazy(async () => ({ default: (await import("./SignInAgainItem.tsx")).SignInAgainItem }));

export interface AccountMenuContentProps {
  own: OwnAccountParts;
  onTask: (task: AccountTask) => void;
  onOwnTask: (task: OwnAccountTask) => void;
  onShowShortcuts: () => void;
}

/** What the account menu holds. */
export function AccountMenuContent({ own, onTask, onOwnTask, onShowShortcuts }: AccountMenuContentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccount();
  const provider = useAccountProvider(account.accountId);
  const canSignOut = useCanSignOut();
  return (
    <>
      <AccountChoice own={own} />
      <MenuSeparator />
      {provider && (
        <Suspense fallback={null}>
          <SignInAgainItem provider={provider} />
        </Suspense>
      )}
      <AccountItems onTask={onTask} />
      {own && <own.OwnAccountItems onTask={onOwnTask} />}
      <MenuItem icon="gear" onClick={() => void navigate("/settings")}>
        {t("shell.accounts.mailSettings")}
      </MenuItem>
      <MenuItem icon="keyboard" shortcut="?" onClick={onShowShortcuts}>
        {t("shell.accounts.keyboard")}
      </MenuItem>
      {canSignOut && (
        <MenuItem icon="sign-out" onClick={() => void signOut()}>
          {t("shell.accounts.signOut")}
        </MenuItem>
      )}
    </>
  );
}

interface AccountChoiceProps {
  own: OwnAccountParts;
}

function AccountChoice({ own }: AccountChoiceProps) {
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
            {connection === "online" && <MirrorLine accountId={accountId} />}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </MenuGroup>
  );
}
