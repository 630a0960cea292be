import { ADDRESS_BOOK_SERVERS } from "@pismo/jmap";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import {
  type AccountInfo,
  useAccount,
  useAccounts,
  useCanAddAccounts,
  useHasOwnServer,
  useIsMirrored,
} from "../../../store/index.ts";
import { realAccounts } from "../../../store/session/all-accounts.ts";
import { hasCapability } from "../../../store/session/has-capability.ts";
import { useSessionState } from "../../../store/session/session.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { AccountDialogs, type AccountTask } from "../AccountDialogs.tsx";
import type { OwnAccountTask } from "../setup/OwnAccountDialogs.tsx";
import styles from "./AccountSettings.module.css";

/** For the one person of a personal server: fetched where there is one. */
const ownAccountParts = partsOnDemand(() => import("../setup/own-account-parts.ts"));

/** Few people have one. */
const addressBookParts = partsOnDemand(() => import("../address-book/address-book-parts.ts"));

/** The accounts; what can be set of each stands beside the shown one, because it is set in dialogs of that. */
export function AccountsSettings() {
  const { t } = useTranslation();
  const accounts = realAccounts(useAccounts());
  const { accountId } = useAccount();
  const [, setParams] = useSearchParams();
  const own = ownAccountParts.use(useCanAddAccounts());
  const [task, setTask] = useState<AccountTask>();
  const [ownTask, setOwnTask] = useState<OwnAccountTask>();
  const [isBookOpen, setBookOpen] = useState(false);
  const book = addressBookParts.use(isBookOpen);
  return (
    <>
      <ul className={styles.accounts} aria-label={t("shell.accounts.choose")}>
        {accounts.map((account) => (
          <AccountLine key={account.accountId} account={account}>
            {account.accountId === accountId ? (
              <ShownAccount
                accountId={accountId}
                hasOwn={own !== undefined}
                onTask={setTask}
                onOwnTask={setOwnTask}
                onBook={() => setBookOpen(true)}
              />
            ) : (
              <Button
                aria-label={t("mailSettings.accounts.showOf", { email: account.email })}
                onClick={() => setParams({ account: account.accountId }, { replace: true })}
              >
                {t("mailSettings.accounts.show")}
              </Button>
            )}
          </AccountLine>
        ))}
      </ul>
      {own && (
        <div className={styles.block}>
          <Button icon={lateIcons.plus} onClick={() => setOwnTask("add")}>
            {t("servers.add")}
          </Button>
        </div>
      )}
      <AccountDialogs task={task} onDone={() => setTask(undefined)} />
      {book && isBookOpen && <book.AddressBookDialog onDone={() => setBookOpen(false)} />}
      {own && <own.OwnAccountDialogs task={ownTask} onDone={() => setOwnTask(undefined)} />}
    </>
  );
}

function AccountLine({ account: { name, email }, children }: { account: AccountInfo; children: ReactNode }) {
  return (
    <li className={styles.account}>
      <Avatar name={name} address={email} />
      <span className={styles.name}>{visibleText(email)}</span>
      <span className={styles.buttons}>{children}</span>
    </li>
  );
}

interface ShownAccountProps {
  accountId: string;
  hasOwn: boolean;
  onTask: (task: AccountTask) => void;
  onOwnTask: (task: OwnAccountTask) => void;
  onBook: () => void;
}

function ShownAccount({ accountId, hasOwn, onTask, onOwnTask, onBook }: ShownAccountProps) {
  const { t } = useTranslation();
  const hasServer = useHasOwnServer(accountId);
  const isMirrored = useIsMirrored(accountId);
  const hasAddressBook = useSessionState(({ session }) => hasCapability(session, accountId, ADDRESS_BOOK_SERVERS));
  return (
    <>
      <Button onClick={() => onTask("signature")}>{t("signature.open")}</Button>
      {isMirrored && <Button onClick={() => onTask("folders")}>{t("folderRoles.open")}</Button>}
      {hasAddressBook && <Button onClick={onBook}>{t("mailSettings.accounts.addressBook")}</Button>}
      {hasOwn && hasServer && (
        <>
          <Button onClick={() => onOwnTask("settings")}>{t("servers.settings")}</Button>
          <Button variant="danger" onClick={() => onOwnTask("remove")}>
            {t("servers.remove")}
          </Button>
        </>
      )}
    </>
  );
}
