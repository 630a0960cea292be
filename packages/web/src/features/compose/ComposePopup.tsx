import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/compose.ts";
import { currentLanguage } from "../../i18n/index.ts";
import { type ComposeRequest, notify, setView, useAccount, useComposeRequest, useView } from "../../store/index.ts";
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

/** The form, once what it begins with is there: a reply needs the Email that it answers. */
function ComposeContent({ request }: { request: ComposeRequest }) {
  const { t } = useTranslation();
  const { email } = useAccount();
  const [opened, setOpened] = useState<OpenedSession>();
  /** The Email that another tab has, by its Message-ID. */
  const [elsewhere, setElsewhere] = useState<string>();
  const [takenOver, setTakenOver] = useState<string>();
  const [begun] = useState(() => ({ request, own: email, language: currentLanguage() }));

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

  if (opened) return <ComposeForm {...opened} onClose={close} />;
  if (elsewhere !== undefined && takenOver === undefined)
    return <ElsewherePanel onTakeOver={() => setTakenOver(elsewhere)} onClose={close} />;
  return (
    <div className={styles.loading}>
      <Dialog.Title className="visually-hidden">{t("compose.newLetter")}</Dialog.Title>
      <Spinner label={t("compose.newLetter")} />
    </div>
  );
}
