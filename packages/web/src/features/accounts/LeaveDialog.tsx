import { useState } from "react";
import { useTranslation } from "react-i18next";
import { signOut } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { visibleText } from "../../ui/visible-text.ts";

/** Names the letters that will not go at their time once the person has signed out. */
export function LeaveDialog({ unsent, onDone }: { unsent: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const subjects = unsent.map((subject) => visibleText(subject.trim()) || t("shell.accounts.leave.noSubject"));
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("shell.accounts.leave.title")}
      description={t("shell.accounts.leave.unsent", { count: unsent.length, subjects: subjects.join(", ") })}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.accounts.leave.stay")}</Button>
          <Button
            variant="danger"
            disabled={isBusy}
            onClick={() => {
              setBusy(true);
              // Not closed: that may be a step back in the history, in place of which the page leaves.
              void signOut().finally(() => setBusy(false));
            }}
          >
            {t("shell.accounts.signOut")}
          </Button>
        </>
      }
    />
  );
}
