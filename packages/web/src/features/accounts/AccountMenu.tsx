import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount, useCanAddAccounts, useConnection } from "../../store/index.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { AccountTask } from "./AccountDialogs.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./AccountMenu.module.css";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import type { OwnAccountTask } from "./setup/OwnAccountDialogs.tsx";

/** The code of account dialogs is loaded when idle, or when the menu is first opened. */
const accountParts = partsOnDemand(() => import("./account-parts.ts"));
/** Adding and changing accounts is for the one person of a personal server: fetched where there is one. */
const ownAccountParts = partsOnDemand(() => import("./setup/own-account-parts.ts"));

export interface AccountMenuProps {
  onShowShortcuts: () => void;
}

const troubleId = "account-trouble";

/** Whose Emails are shown, the way to another mailbox, and how the servers are doing. */
export function AccountMenu({ onShowShortcuts }: AccountMenuProps) {
  const { t } = useTranslation();
  const account = useAccount();
  const connection = useConnection();
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
        {parts && (
          <parts.AccountMenuContent
            own={own}
            onTask={setTask}
            onOwnTask={setOwnTask}
            onShowShortcuts={onShowShortcuts}
          />
        )}
      </Menu>
      {own && <own.OwnAccountDialogs task={ownTask} onDone={() => setOwnTask(undefined)} />}
      {parts && <parts.MirrorSign id={troubleId} />}
      {parts && <parts.AccountDialogs task={task} onDone={() => setTask(undefined)} />}
    </div>
  );
}
