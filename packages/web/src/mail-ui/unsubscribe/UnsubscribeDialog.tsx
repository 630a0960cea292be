import type { Id, UnsubscribeOutcome } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { openCompose } from "../../store/index.ts";
import { leaveList, loadOneClick } from "../../store/session/one-click.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import type { UnsubscribeMessage } from "./unsubscribe-ways.ts";
import styles from "./UnsubscribeDialog.module.css";

type Step = "ask" | "working" | "failed" | UnsubscribeOutcome;

const hostOf = (url: string): string => visibleText(URL.parse(url)?.host ?? url);

interface UnsubscribeDialogProps {
  emailId: Id;
  message: UnsubscribeMessage | undefined;
  page: string | undefined;
  onClose: () => void;
}

/** @returns undefined while it is not known yet; null where the server does not ask for people */
function useOneClick(emailId: Id, page: string | undefined): string | null | undefined {
  const [oneClick, setOneClick] = useState<string | null | undefined>(page === undefined ? null : undefined);
  useEffect(() => {
    if (page === undefined) return undefined;
    let isGone = false;
    void loadOneClick(emailId)
      .catch(() => null)
      .then((url) => void (isGone || setOneClick(url)));
    return () => {
      isGone = true;
    };
  }, [emailId, page]);
  return oneClick;
}

/** Asks before a list is left, and says what the list learns of it. */
export function UnsubscribeDialog({ emailId, message, page, onClose }: UnsubscribeDialogProps) {
  const { t } = useTranslation();
  const oneClick = useOneClick(emailId, page);
  const [step, setStep] = useState<Step>("ask");
  const leave = async (): Promise<void> => {
    setStep("working");
    setStep(await leaveList(emailId).catch((): Step => "failed"));
  };
  const write = (): void => {
    if (!message) return;
    const { to, subject, text } = message;
    onClose();
    openCompose({ kind: "new", to: [{ name: null, email: to }], subject, text });
  };
  const isWaiting = oneClick === undefined || step === "working";
  const isDone = step === "done";
  const hasOther = !isDone && (oneClick === null || step !== "ask");
  const host = oneClick ? hostOf(oneClick) : "";
  const words = [
    oneClick === undefined && t("reading.unsubscribe.looking"),
    oneClick && t(`reading.unsubscribe.${step === "ask" ? "oneClick" : step}`, { host }),
    hasOther && !isWaiting && message && t("reading.unsubscribe.letter", { address: visibleText(message.to) }),
    hasOther && !isWaiting && page !== undefined && t("reading.unsubscribe.page", { host: hostOf(page) }),
  ].filter(Boolean);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("reading.unsubscribe.title")}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onClose}>{t(isDone ? "shell.close" : "shell.cancel")}</Button>
          {hasOther && !isWaiting && page !== undefined && (
            <a className={styles.page} href={page} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {t("reading.unsubscribe.openPage")}
            </a>
          )}
          {hasOther && !isWaiting && message && (
            <Button variant="primary" onClick={write}>
              {t("reading.unsubscribe.write")}
            </Button>
          )}
          {oneClick && (step === "ask" || step === "working") && (
            <Button variant="primary" disabled={isWaiting} onClick={() => void leave()}>
              {t("reading.unsubscribe.unsubscribe")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.words} role="status">
        {words.map((text) => (
          <p key={String(text)}>{text}</p>
        ))}
      </div>
    </Dialog>
  );
}
