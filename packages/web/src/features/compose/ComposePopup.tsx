import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ComposeRequest, notify, setView, useAccount, useComposeRequest, useView } from "../../store/index.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { ComposeForm } from "./ComposeForm.tsx";
import styles from "./ComposePopup.module.css";
import { type LetterStart, startLetter } from "./start-letter.ts";

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

/** The form, once what it begins with is there: a reply needs the letter that it answers. */
function ComposeContent({ request }: { request: ComposeRequest }) {
  const { t, i18n } = useTranslation();
  const { email } = useAccount();
  const [start, setStart] = useState<LetterStart>();
  const [begun] = useState(() => ({ request, own: email, language: i18n.language }));

  useEffect(() => {
    let isStale = false;
    startLetter(begun.request, begun.own, begun.language).then(
      (letter) => {
        if (!isStale) setStart(letter);
      },
      () => {
        if (isStale) return;
        notify({ key: "compose.notOpened", tone: "error" });
        close();
      },
    );
    return () => {
      isStale = true;
    };
  }, [begun]);

  if (start) return <ComposeForm start={start} onClose={close} />;
  return (
    <div className={styles.loading}>
      <Dialog.Title className="visually-hidden">{t("compose.newLetter")}</Dialog.Title>
      <Spinner label={t("compose.newLetter")} />
    </div>
  );
}
