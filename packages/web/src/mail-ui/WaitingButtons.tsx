import { type Id, SetFailure } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, notifyNotDone } from "../store/index.ts";
import { cancelWaiting, editWaiting, sendWaiting, type Waiting } from "../store/submissions/waiting.ts";
import { Button } from "../ui/Button.tsx";

export interface WaitingButtonsProps {
  waiting: Waiting;
  emailId: Id;
  /** As it is shown. */
  subject: string;
  /** It waits no more, or it is too late for that. */
  onDone?: () => void;
}

function sayWhyNot(error: unknown): void {
  if (error instanceof SetFailure) notify({ key: "outbox.tooLate", tone: "error" });
  else notifyNotDone(error);
}

/** What can be done with a letter that waits to be sent. Its texts are those of the outbox. */
export function WaitingButtons({ waiting, emailId, subject, onDone }: WaitingButtonsProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const act = (work: (one: Waiting, emailId: Id) => Promise<void>): void => {
    setBusy(true);
    work(waiting, emailId)
      .catch(sayWhyNot)
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
