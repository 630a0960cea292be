import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type AccountInfo, signOut, useAccount, useAccounts, useCanSignOut, useConnection } from "../../store/index.ts";
import { useHasContacts } from "../../store/contacts/has-contacts.ts";
import { useAccountProvider } from "../../store/session/provider-sign-in.ts";
import { useShowAccount } from "../../mail-ui/use-show-account.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { MenuGroup, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";
import { AccountItems } from "./AccountItems.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { lazyPart } from "../../ui/lazy/fetch-code.ts";
import styles from "./AccountMenu.module.css";
import { MirrorLine } from "./MirrorLine.tsx";
import type { OwnAccountTask } from "./setup/OwnAccountDialogs.tsx";

type OwnAccountParts = typeof import("./setup/own-account-parts.ts") | undefined;

const SignInAgainItem = lazyPart(() => import("./SignInAgainItem.tsx"), "SignInAgainItem");

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
  const hasContacts = useHasContacts();
  const leave = async (): Promise<void> => {
    const unsent = await signOut(true);
    if (unsent) onTask({ unsent });
  };
  return (
    <>
      <AccountChoice own={own} />
      <MenuSeparator />
      {provider && (
        <Suspense fallback={null}>
          <SignInAgainItem provider={provider} />
        </Suspense>
      )}
      {!isAllAccounts(account) && <AccountItems onTask={onTask} />}
      {own && <own.OwnAccountItems onTask={onOwnTask} />}
      {hasContacts && (
        <MenuItem icon={lateIcons.user} onClick={() => void navigate("/contacts")}>
          {t("shell.contacts")}
        </MenuItem>
      )}
      <MenuItem icon="gear" onClick={() => void navigate("/settings/reading")}>
        {t("shell.accounts.mailSettings")}
      </MenuItem>
      <MenuItem icon={lateIcons.keyboard} shortcut="?" onClick={onShowShortcuts}>
        {t("shell.accounts.keyboard")}
      </MenuItem>
      {canSignOut && (
        <MenuItem icon={lateIcons.signOut} onClick={() => void leave()}>
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
  const { accountId: shownId } = useAccount();
  const accounts = useAccounts();
  const showAccount = useShowAccount();
  const choose = (accountId: string): void => {
    if (accountId !== shownId) void showAccount(accountId);
  };
  return (
    <MenuGroup label={t("shell.accounts.choose")}>
      <MenuRadioGroup value={shownId} onValueChange={choose}>
        {accounts.map((account) => (
          <AccountChoiceItem
            key={account.accountId}
            account={account}
            isShown={account.accountId === shownId}
            own={own}
          />
        ))}
      </MenuRadioGroup>
    </MenuGroup>
  );
}

interface AccountChoiceItemProps extends AccountChoiceProps {
  account: AccountInfo;
  isShown: boolean;
}

function AccountChoiceItem({ account: { accountId, name: given, email }, isShown, own }: AccountChoiceItemProps) {
  const { t } = useTranslation();
  const connection = useConnection();
  const isAll = isAllAccounts({ accountId });
  const name = isAll ? t("shell.allAccounts") : given;
  return (
    <MenuRadioItem value={accountId} icon={<Avatar name={name} address={email} />}>
      <span className={styles.line}>
        <span className={styles.name}>{visibleText(name)}</span>
        {own && <own.UnreadCount accountId={accountId} />}
      </span>
      {!isAll && email !== name && <span className={styles.email}>{visibleText(email)}</span>}
      {isShown && (
        <span className={styles.connection} data-connection={connection}>
          <span className={styles.sign} data-connection={connection} />
          {t(`shell.accounts.${connection}`)}
        </span>
      )}
      {connection === "online" && <MirrorLine accountId={accountId} />}
    </MenuRadioItem>
  );
}
