import type { Id } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { notify, useMailboxes } from "../../../store/index.ts";
import { type FolderRole, folderRoles, setFolderRoles } from "../../../store/mailboxes/folder-roles.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Problem, Select } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./FolderRolesDialog.module.css";

/** Which folder of the server is for what, where it says nothing of that, or says it wrong. */
export function FolderRolesDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const mailboxes = useMailboxes();
  const choices = mailboxes.filter(({ role }) => role !== "inbox" && role !== "important");
  const before = Object.fromEntries(
    folderRoles.map((role) => [role, mailboxes.find((mailbox) => mailbox.role === role)?.id ?? ""]),
  ) as Record<FolderRole, Id>;
  const [chosen, setChosen] = useState(before);
  const [problem, setProblem] = useState<string>();
  const isTwice = new Set(Object.values(chosen)).size < folderRoles.length;

  const save = async (): Promise<void> => {
    try {
      await setFolderRoles(chosen);
      notify({ key: "folderRoles.saved" });
      onDone();
    } catch (error) {
      setProblem(t("folderRoles.failed", { reason: reasonOf(error, t) }));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("folderRoles.title")}
      description={t("folderRoles.description")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isTwice}>
            {t("folderRoles.save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {folderRoles.map((role) => (
          <label key={role} className={styles.line}>
            <span className={styles.name}>{t(`folderRoles.${role}`)}</span>
            <Select
              className={styles.choice}
              value={chosen[role]}
              onChange={({ target }) => {
                setProblem(undefined);
                setChosen({ ...chosen, [role]: target.value });
              }}
            >
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {visibleText(name)}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </form>
      <Problem className={styles.problem}>{isTwice ? t("folderRoles.twice") : problem}</Problem>
    </Dialog>
  );
}
