import { memberOf } from "@pismo/jmap";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ActionContext } from "../actions/action.ts";
import { transferTo } from "../actions/folders/transfer.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/transfers.ts";
import { type AccountInfo, fullNames, useAccount } from "../store/index.ts";
import { useShowsAllAccounts } from "../store/session/all-accounts.ts";
import { type AccountFolders, foldersOf } from "../store/transfers/other-folders.ts";
import { transferAccounts } from "../store/transfers/transfer-emails.ts";
import { MenuSeparator, Submenu } from "../ui/Menu.tsx";
import { visibleText } from "../ui/visible-text.ts";
import { lateIcons } from "../ui/icons/late-icons.ts";
import { FolderItems } from "./FolderItems.tsx";

addTexts(texts);

export interface MoveItemsProps {
  context: ActionContext;
  onMoved?: () => void;
}

/** Whether all that is selected, of several accounts together, is in this one. */
const isAllIn = ({ selection }: ActionContext, id: string): boolean =>
  selection.kind === "ids" && [...selection.ids].every((each) => memberOf(each)?.accountId === id);

/**
 * Under the folders of this account: the other accounts with theirs, and the same once more to copy. Of several accounts
 * together these are all of them, and a letter moves within its own.
 */
export function OtherAccountItems({ context, onMoved }: MoveItemsProps) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const isTogether = useShowsAllAccounts();
  const accounts = transferAccounts(accountId);
  const folders = useFoldersOf(accounts);
  if (accounts.length === 0) return null;
  const others = isTogether ? accounts.filter(({ accountId: id }) => !isAllIn(context, id)) : accounts;
  const menus = (keepsOriginals: boolean) =>
    (keepsOriginals ? others : accounts).map((account) => (
      <Submenu key={account.accountId} icon={lateIcons.user} label={visibleText(account.email)}>
        <FoldersOfAccount
          folders={folders.get(account.accountId)}
          onChoose={(mailboxId, folder) => {
            const target = { accountId: account.accountId, mailboxId, keepsOriginals };
            void transferTo(context, target, { folder, account: visibleText(account.email) });
            if (!keepsOriginals) onMoved?.();
          }}
        />
      </Submenu>
    ));
  return (
    <>
      <MenuSeparator />
      {menus(false)}
      <MenuSeparator />
      <Submenu icon={lateIcons.plus} label={t("transfers.copy")}>
        {menus(true)}
      </Submenu>
    </>
  );
}

interface AccountFoldersProps {
  folders: AccountFolders | "failed" | undefined;
  onChoose: (mailboxId: string, folder: string) => void;
}

function FoldersOfAccount({ folders, onChoose }: AccountFoldersProps) {
  const { t } = useTranslation();
  const isThere = folders !== undefined && folders !== "failed";
  const nameOf = useMemo(() => fullNames(isThere ? folders.all : []), [isThere, folders]);
  if (!isThere) {
    const text = t(folders === "failed" ? "transfers.unreachable" : "transfers.loading");
    return <FolderItems targets={[nothing]} nameOf={() => text} isDisabled onChoose={() => undefined} />;
  }
  return (
    <FolderItems
      targets={folders.targets}
      nameOf={(mailbox) => visibleText(nameOf(mailbox))}
      onChoose={({ id }, name) => onChoose(id, name)}
    />
  );
}

const nothing = { id: "", role: null };

/** Of each account, asked for when the menu opens: before its own menu does. */
function useFoldersOf(accounts: readonly AccountInfo[]): ReadonlyMap<string, AccountFolders | "failed"> {
  const [found, setFound] = useState<ReadonlyMap<string, AccountFolders | "failed">>(new Map());
  const ids = accounts.map(({ accountId }) => accountId).join(" ");
  useEffect(() => {
    let isOpen = true;
    for (const id of ids === "" ? [] : ids.split(" ")) {
      const keep = (folders: AccountFolders | "failed"): void => {
        if (isOpen) setFound((before) => new Map(before).set(id, folders));
      };
      foldersOf(id).then(keep, () => keep("failed"));
    }
    return () => {
      isOpen = false;
    };
  }, [ids]);
  return found;
}
