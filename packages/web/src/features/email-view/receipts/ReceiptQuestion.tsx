import { addressKey, type Identity } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/receipts.ts";
import { type FullEmail, notify, notifyNotDone } from "../../../store/index.ts";
import { answererOf, askersOf, declineReceipt, sendReceipt } from "../../../store/submissions/receipts.ts";
import { Button } from "../../../ui/Button.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Receipts.module.css";

addTexts(texts);

/** The question goes with its buttons: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above a letter whose sender asks for a receipt: it is sent only if the person says so. */
export function ReceiptQuestion({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const [answerer, setAnswerer] = useState<Identity>();
  const [isBusy, setBusy] = useState(false);
  const askers = askersOf(email);
  const isAsked = askers.length > 0;
  useEffect(() => {
    let isOver = false;
    if (isAsked)
      answererOf(email.id).then(
        (found) => !isOver && setAnswerer(found),
        // Where it cannot be known nothing is asked.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a letter
  }, [email.id, isAsked]);
  if (!isAsked || !answerer) return null;

  const sender = email.from?.[0];
  const name = visibleText(sender?.name?.trim() || sender?.email || askers[0]!.email);
  const others = askers.filter((each) => addressKey(each.email) !== addressKey(sender?.email ?? ""));
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const subject = t("receipts.subject", { subject: email.subject ?? "" });
      const textBody = t("receipts.body", { subject: email.subject ?? "" });
      await sendReceipt(email.id, answerer.id, { subject, textBody });
      notify({ key: "receipts.sent" });
      focusLetter();
    } catch (error) {
      notifyNotDone(error);
    } finally {
      setBusy(false);
    }
  };
  const decline = (): void => {
    declineReceipt(email.id);
    focusLetter();
  };
  return (
    <section className={styles.receipt} aria-label={t("receipts.label")}>
      <p>{t("receipts.question", { name })}</p>
      <p className={styles.more}>{t("receipts.from", { address: visibleText(answerer.email) })}</p>
      {others.length > 0 && (
        <p className={styles.more}>
          {t("receipts.elsewhere", { addresses: others.map((each) => visibleText(each.email)).join(", ") })}
        </p>
      )}
      <div className={styles.buttons}>
        <Button disabled={isBusy} onClick={() => void send()}>
          {t("receipts.send")}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={decline}>
          {t("receipts.decline")}
        </Button>
      </div>
    </section>
  );
}
