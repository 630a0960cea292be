import type { Id } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FolderNode, useCustomFolders, useMailboxes } from "../../store/index.ts";
import { moveFolder } from "../../store/edit-folders.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Problem } from "../../ui/Field.tsx";
import { Icon } from "../../ui/icons/Icon.tsx";
import styles from "./FolderDialogs.module.css";
import { visibleText } from "../../ui/visible-text.ts";

/** Where the folder shall lie: at the top or in another folder, never in itself or below. */
export function MoveFolderDialog({ node, onDone }: { node: FolderNode; onDone: () => void }) {
  const { t } = useTranslation();
  const { mailbox } = node;
  const targets = linesWithout(useCustomFolders(), mailbox.id);
  const mailboxes = useMailboxes();
  const [parentId, setParentId] = useState<Id | null>(mailbox.parentId);
  const isTaken = mailboxes.some(
    (other) => other.id !== mailbox.id && other.parentId === parentId && other.name === mailbox.name,
  );

  const save = (): void => {
    if (parentId !== mailbox.parentId) moveFolder(mailbox.id, parentId);
    onDone();
  };
  const choice = (id: Id | null, name: string, depth: number) => (
    <label key={id ?? ""} className={styles.target} style={{ paddingLeft: 12 + depth * 20 }}>
      <input
        type="radio"
        name="parent"
        className="visually-hidden"
        checked={parentId === id}
        onChange={() => setParentId(id)}
      />
      <Icon icon={id === null ? "inbox" : "folder"} />
      <span className={styles.targetName}>{name}</span>
      {parentId === id && <Icon icon="check" className={styles.check} />}
    </label>
  );

  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("shell.folders.moveTitle", { name: visibleText(mailbox.name) })}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" disabled={isTaken} onClick={save}>
            {t("shell.folders.move")}
          </Button>
        </>
      }
    >
      <fieldset className={styles.targets}>
        <legend className="visually-hidden">{t("shell.folders.parent")}</legend>
        {choice(null, t("shell.folders.topLevel"), 0)}
        {targets
          .filter(({ mailbox: { myRights } }) => myRights.mayCreateChild)
          .map((place) => choice(place.mailbox.id, visibleText(place.mailbox.name), place.depth))}
      </fieldset>
      {isTaken && <Problem>{t("shell.folders.nameTaken")}</Problem>}
    </Dialog>
  );
}

/** The tree as lines, without one folder and what lies in it. */
function linesWithout(nodes: readonly FolderNode[], id: Id): FolderNode[] {
  return nodes.filter(({ mailbox }) => mailbox.id !== id).flatMap((node) => [node, ...linesWithout(node.children, id)]);
}
