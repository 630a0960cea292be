import { SetFailure } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLeaveAccount } from "../../../mail-ui/use-show-account.ts";
import { failureNumber, notify, notifyNotDone, useAccount } from "../../../store/index.ts";
import { isShown, removeAccount } from "../../../store/session/account-setup.ts";
import { refreshSession } from "../../../store/session/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

/** Asks first; and once more where something is not on the server yet. */
export function RemoveAccountDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const leave = useLeaveAccount();
  // Once it is gone another one is shown.
  const [{ accountId, email }] = useState(useAccount());
  const [isBusy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState(0);

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await removeAccount(accountId, waiting > 0);
      if (isShown(accountId)) await leave({ replace: true });
      await refreshSession();
      notify({ key: "servers.removed", values: { email } });
      onDone();
    } catch (error) {
      setBusy(false);
      const refusal = error instanceof SetFailure ? error.error : undefined;
      if (refusal?.type === "changesWaiting") return setWaiting(refusal.waiting ?? 1);
      if (failureNumber(error) === undefined) notify({ key: "servers.unreachable", tone: "error" });
      else notifyNotDone(error);
      onDone();
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("servers.removeTitle", { email })}
      description={waiting > 0 ? t("servers.removeWaiting", { count: waiting }) : t("servers.removeText")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="danger" disabled={isBusy} onClick={() => void remove()}>
            {t(waiting > 0 ? "servers.removeAnyway" : "servers.removeNow")}
          </Button>
        </>
      }
    />
  );
}
