import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, notifyNotDone } from "../../../store/index.ts";
import { removeAddressBookServer } from "../../../store/contacts/address-book-server.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

/** Asks what becomes of the contacts here. */
export function DisconnectDialog({ accountId, onDone }: { accountId: string; onDone: () => void }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const disconnect = async (keepsCards: boolean): Promise<void> => {
    setBusy(true);
    try {
      await removeAddressBookServer(accountId, keepsCards);
      notify({ key: "addressBook.disconnected" });
    } catch (error) {
      notifyNotDone(error);
    }
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("addressBook.disconnectTitle")}
      description={t("addressBook.disconnectText")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="danger" disabled={isBusy} onClick={() => void disconnect(false)}>
            {t("addressBook.removeHere")}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={() => void disconnect(true)}>
            {t("addressBook.keep")}
          </Button>
        </>
      }
    />
  );
}
