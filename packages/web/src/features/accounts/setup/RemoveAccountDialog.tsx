import { firstAccount, type SetError, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShowAccount } from "../../../mail-ui/use-show-account.ts";
import { failureNumber, notify, notifyNotDone, useAccount } from "../../../store/index.ts";
import { isShown, removeAccount } from "../../../store/session/account-setup.ts";
import { givenSession, refreshSession } from "../../../store/session/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { visibleText } from "../../../ui/visible-text.ts";

/** What would be lost. */
function lossOf({ waiting = 0, unsent = [] }: Pick<SetError, "waiting" | "unsent">, t: TFunction): string {
  const subjects = unsent.map((subject) => visibleText(subject.trim()) || t("servers.noSubject")).join(", ");
  const losses = [
    unsent.length > 0 && t("servers.removeUnsent", { count: unsent.length, subjects }),
    waiting > 0 && t("servers.removeWaiting", { count: waiting }),
  ];
  return losses.filter(Boolean).join(" ");
}

/** Asks first; and once more where something is not on the server yet. */
export function RemoveAccountDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const showAccount = useShowAccount();
  // Once it is gone another one is shown.
  const [{ accountId, email }] = useState(useAccount());
  const [isBusy, setBusy] = useState(false);
  /** Why it is asked once more. */
  const [refused, setRefused] = useState<SetError>();

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await removeAccount(accountId, refused !== undefined);
      if (isShown(accountId)) await showAccount(firstAccount(givenSession()!), { replace: true });
      await refreshSession();
      notify({ key: "servers.removed", values: { email } });
      onDone();
    } catch (error) {
      setBusy(false);
      const refusal = error instanceof SetFailure ? error.error : undefined;
      if (refusal?.type === "changesWaiting") return setRefused(refusal);
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
      description={refused ? lossOf(refused, t) : t("servers.removeText")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="danger" disabled={isBusy} onClick={() => void remove()}>
            {t(refused ? "servers.removeAnyway" : "servers.removeNow")}
          </Button>
        </>
      }
    />
  );
}
