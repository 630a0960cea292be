import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/compose.ts";
import { currentLanguage } from "../../i18n/index.ts";
import {
  type AccountInfo,
  type ComposeRequest,
  notify,
  setView,
  useComposeRequest,
  useView,
} from "../../store/index.ts";
import { accountWith, ownIdOf, writingAccount } from "../../store/session/all-accounts.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { ComposeForm } from "./ComposeForm.tsx";
import styles from "./ComposePopup.module.css";
import { ElsewherePanel } from "./ElsewherePanel.tsx";
import { openSession, type OpenedSession } from "./session/open-session.ts";

addTexts(texts);

const close = (): void => setView({ newLetterPopup: false });

/** The new-letter popup: open while the view's `newLetterPopup` is true. However it is closed, the draft is kept. */
export function ComposePopup() {
  const isOpen = useView((view) => view.newLetterPopup);
  const request = useComposeRequest();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => setView({ newLetterPopup: open })} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <ComposeContent key={request.serial} request={request} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Whose Email it is, and the request as that account names what belongs to it. */
function inAccount(request: ComposeRequest): { request: ComposeRequest; account: AccountInfo } {
  if (request.kind === "unsent") return { request, account: accountWith(request.email.accountId) };
  if (request.kind === "new" && request.files) {
    // They are all of one letter, which is shown.
    const files = request.files.map((file) => ({ ...file, ...(file.blobId && { blobId: ownIdOf(file.blobId) }) }));
    return { request: { ...request, files }, account: writingAccount(request.files[0]?.blobId) };
  }
  if (!("emailId" in request)) return { request, account: writingAccount() };
  const { emailId } = request;
  return { request: { ...request, emailId: ownIdOf(emailId) }, account: writingAccount(emailId) };
}

/** The form, once what it begins with is there: a reply needs the Email that it answers. */
function ComposeContent({ request }: { request: ComposeRequest }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenedSession>();
  /** The Email that another tab has, by its Message-ID. */
  const [elsewhere, setElsewhere] = useState<string>();
  const [takenOver, setTakenOver] = useState<string>();
  const [begun] = useState(() => ({ ...inAccount(request), language: currentLanguage() }));

  useEffect(() => {
    const closing = new AbortController();
    let session: OpenedSession | undefined;
    openSession(begun, takenOver, closing.signal).then(
      (answer) => {
        if (closing.signal.aborted) return;
        if (typeof answer === "string") setElsewhere(answer);
        else setOpened((session = answer));
      },
      () => {
        if (closing.signal.aborted) return;
        notify({ key: "compose.notOpened", tone: "error" });
        close();
      },
    );
    return () => {
      closing.abort();
      if (session && !session.lock.isInForm) session.lock.release();
    };
  }, [begun, takenOver]);

  if (opened) return <ComposeForm {...opened} account={begun.account} onClose={close} />;
  if (elsewhere !== undefined && takenOver === undefined)
    return <ElsewherePanel onTakeOver={() => setTakenOver(elsewhere)} onClose={close} />;
  return (
    <div className={styles.loading}>
      <Dialog.Title className="visually-hidden">{t("compose.newLetter")}</Dialog.Title>
      <Spinner label={t("compose.newLetter")} />
    </div>
  );
}
