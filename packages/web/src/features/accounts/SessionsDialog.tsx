import { useTranslation } from "react-i18next";
import { endOtherBrowserSessions } from "../../store/session/browser-sessions.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { SessionLines } from "./SessionLines.tsx";
import { useSessions } from "./use-sessions.ts";

/** The person's browser sessions, and a button that ends each. */
export function SessionsDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const all = useSessions();
  const hasOthers = all.sessions?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("sessions.title")}
      description={t("sessions.description")}
      closeLabel={t("shell.close")}
      width={520}
      footer={
        <>
          {hasOthers && (
            <Button variant="danger" onClick={() => all.end(endOtherBrowserSessions(), "sessions.othersEnded")}>
              {t("sessions.endOthers")}
            </Button>
          )}
          <Button onClick={onDone}>{t("shell.close")}</Button>
        </>
      }
    >
      <SessionLines {...all} />
    </Dialog>
  );
}
