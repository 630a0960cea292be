import { useEffect } from "react";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/folder-dialogs.ts";
import { texts as noticeTexts } from "../../i18n/lazy/notices.ts";
import { texts as allAccountsTexts } from "../../i18n/lazy/all-accounts.ts";
import { notify } from "../../store/index.ts";
import { isAllAccounts } from "../../store/session/all-accounts.ts";
import { getAccount } from "../../store/session/session.ts";
import { DeleteFolderDialog } from "./DeleteFolderDialog.tsx";
import { FolderNameDialog } from "./FolderNameDialog.tsx";
import type { FolderTask } from "./folder-task.ts";
import { MoveFolderDialog } from "./MoveFolderDialog.tsx";

// Their texts are those of the dialogs.
export { EmptyFolderMenu } from "./EmptyFolderMenu.tsx";
export { FolderMenu } from "./FolderMenu.tsx";

addTexts(texts);
// Why the server refused.
addTexts(noticeTexts);
addTexts(allAccountsTexts);

export interface FolderDialogsProps {
  task: FolderTask | undefined;
  onDone: () => void;
  onCreated: (() => void) | undefined;
}

/** The dialog of the task at hand. */
export function FolderDialogs({ task, onDone, onCreated }: FolderDialogsProps) {
  switch (task?.kind) {
    case "create":
      if (isAllAccounts(getAccount())) return <OneAccountNotice onDone={onDone} />;
      return <FolderNameDialog parentId={task.parent?.mailbox.id ?? null} onDone={onDone} onCreated={onCreated} />;
    case "rename":
      return <FolderNameDialog parentId={task.node.mailbox.parentId} mailbox={task.node.mailbox} onDone={onDone} />;
    case "move":
      return <MoveFolderDialog node={task.node} onDone={onDone} />;
    case "delete":
      return <DeleteFolderDialog node={task.node} onDone={onDone} />;
    default:
      return null;
  }
}

/** The account that would have it has not been chosen. */
function OneAccountNotice({ onDone }: Pick<FolderDialogsProps, "onDone">) {
  useEffect(() => {
    notify({ key: "allAccounts.folderIn", tone: "error" });
    onDone();
  }, [onDone]);
  return null;
}
