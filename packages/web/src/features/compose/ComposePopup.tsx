import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ComposeRequest, setView, useAccount, useComposeRequest, useView } from "../../store/index.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { ComposeForm } from "./ComposeForm.tsx";
import styles from "./ComposePopup.module.css";
import { type LetterStart, startLetter } from "./start-letter.ts";

/** The new-letter popup: open while the view's `newLetterPopup` is true. */
export function ComposePopup() {
  const isOpen = useView((view) => view.newLetterPopup);
  const request = useComposeRequest();
  const closing = useRef<() => void>(undefined);
  const close = (): void => setView({ newLetterPopup: false });
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && (closing.current ?? close)()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup}>
          <ComposeContent key={request.serial} request={request} closing={closing} onClosed={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ContentProps {
  request: ComposeRequest;
  /** Set by the form: what Escape and the close icon do while it is there. */
  closing: { current: (() => void) | undefined };
  onClosed(): void;
}

/** The form, once what it begins with is there: a reply needs the letter that it answers. */
function ComposeContent({ request, closing, onClosed }: ContentProps) {
  const { t, i18n } = useTranslation();
  const { email } = useAccount();
  const [start, setStart] = useState<LetterStart>();
  const [begun] = useState(() => ({ request, own: email, language: i18n.language }));

  useEffect(() => {
    let stale = false;
    startLetter(begun.request, begun.own, begun.language).then(
      (letter) => stale || setStart(letter),
      () => stale || onClosedRef.current(),
    );
    return () => {
      stale = true;
    };
  }, [begun]);
  const onClosedRef = useRef(onClosed);
  useEffect(() => {
    onClosedRef.current = onClosed;
  });

  if (start) return <ComposeForm start={start} closing={closing} onClosed={onClosed} />;
  return (
    <div className={styles.loading}>
      <Dialog.Title className="visually-hidden">{t("compose.newLetter")}</Dialog.Title>
      <Spinner label={t("compose.newLetter")} />
    </div>
  );
}
