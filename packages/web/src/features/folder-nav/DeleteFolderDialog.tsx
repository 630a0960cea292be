import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { type FolderNode, notify } from "../../store/index.ts";
import { deleteFolder } from "../../store/edit-folders.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useFolderProblem } from "./use-folder-problem.ts";
import { visibleText } from "../../ui/visible-text.ts";

/** Asks first: the folder cannot be brought back, though its Emails go to the trash and never away. */
export function DeleteFolderDialog({ node, onDone }: { node: FolderNode; onDone: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const problemText = useFolderProblem();
  const [isBusy, setBusy] = useState(false);
  const { id, name, totalEmails } = node.mailbox;
  const isParent = node.children.length > 0;

  const remove = async (): Promise<void> => {
    setBusy(true);
    const isShown = pathname === `/${id}`;
    // Before it is gone: its page would be a 404.
    if (isShown) await navigate("/inbox?letters=all", { replace: true });
    try {
      await deleteFolder(id);
      notify({ key: "shell.folders.deleted", values: { name } });
    } catch (problem) {
      if (isShown) void navigate(pathname + search, { replace: true });
      notify({ key: "shell.folders.failed", values: { reason: problemText(problem) }, tone: "error" });
    }
    onDone();
  };
  const consequence =
    totalEmails > 0 ? t("shell.folders.deleteWithLetters", { count: totalEmails }) : t("shell.folders.deleteEmpty");

  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("shell.folders.deleteTitle", { name: visibleText(name) })}
      description={isParent ? t("shell.folders.hasChildren") : consequence}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t(isParent ? "shell.close" : "shell.cancel")}</Button>
          {!isParent && (
            <Button variant="danger" disabled={isBusy} onClick={() => void remove()}>
              {t("shell.folders.delete")}
            </Button>
          )}
        </>
      }
    />
  );
}
