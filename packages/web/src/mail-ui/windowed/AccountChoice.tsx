import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../store/index.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import type { AccountInfo } from "../../store/session/session.ts";
import { visibleText } from "../../ui/visible-text.ts";
import { ToolbarSelect } from "./PageToolbar.tsx";

export interface AccountChoiceProps {
  label: string;
  /** The accounts that have what the page shows. */
  offered: readonly AccountInfo[];
  /** The account whose things are shown, where that is not the one that the tab shows. */
  chosen?: Id | undefined;
  onChoose: (accountId: string) => void;
}

/** Where there is another account to choose. */
export function AccountChoice({ label, offered, chosen, onChoose }: AccountChoiceProps) {
  const { t } = useTranslation();
  const shown = useAccount();
  const accounts = offered.some(({ accountId }) => accountId === shown.accountId) ? offered : [shown, ...offered];
  if (accounts.length < 2) return null;
  return (
    <ToolbarSelect label={label} value={chosen ?? shown.accountId} onChange={onChoose}>
      {accounts.map((account) => (
        <option key={account.accountId} value={account.accountId}>
          {isAllAccounts(account) ? t("shell.allAccounts") : visibleText(account.name)}
        </option>
      ))}
    </ToolbarSelect>
  );
}
