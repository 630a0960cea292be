import { type Id, SetFailure } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, notifyNotDone } from "../store/index.ts";
import { cancelWaiting, editWaiting, isTakenBack, sendWaiting, type Waiting } from "../store/submissions/waiting.ts";
import { Button } from "../ui/Button.tsx";

export interface WaitingButtonsProps {
  waiting: Waiting;
  emailId: Id;
  /** As it is shown. */
  subject: string;
  /** It waits no more, or it is too late for that. */
  onDone?: () => void;
}

/** @param waiting what could not be changed: it was sent, or taken back in another tab. @throws what the request throws */
async function sayWhyNot(waiting: Waiting, error: unknown): Promise<void> {
  if (!(error instanceof SetFailure)) throw error;
  notify({ key: (await isTakenBack(waiting)) ? "outbox.scheduled.canceled" : "outbox.tooLate", tone: "error" });
}

/** What can be done with a letter that waits to be sent. Its texts are those of the outbox. */
export function WaitingButtons({ waiting, emailId, subject, onDone }: WaitingButtonsProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const act = (work: (one: Waiting, emailId: Id) => Promise<void>): void => {
    setBusy(true);
    work(waiting, emailId)
      .catch((error: unknown) => sayWhyNot(waiting, error))
      .catch(notifyNotDone)
      .finally(() => {
        setBusy(false);
        onDone?.();
      });
  };
  return (
    <>
      <Button
        icon="pencil"
        disabled={isBusy}
        aria-label={t("outbox.editOf", { subject })}
        onClick={() => act(editWaiting)}
      >
        {t("outbox.edit")}
      </Button>
      <Button disabled={isBusy} aria-label={t("outbox.scheduled.nowOf", { subject })} onClick={() => act(sendWaiting)}>
        {t("outbox.scheduled.now")}
      </Button>
      <Button
        disabled={isBusy}
        aria-label={t("outbox.scheduled.cancelOf", { subject })}
        onClick={() => act(cancelWaiting)}
      >
        {t("outbox.scheduled.cancel")}
      </Button>
    </>
  );
}
