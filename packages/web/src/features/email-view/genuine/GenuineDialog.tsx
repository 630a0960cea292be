import { useTranslation } from "react-i18next";
import { reportPhishing } from "../../../actions/folders/report-phishing.ts";
import { type ActionContext, only } from "../../../actions/index.ts";
import { runAction } from "../../../actions/run-action.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/genuine.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { useCaution } from "../safety/use-caution.ts";
import { ContentSections } from "./ContentSections.tsx";
import { SenderSections } from "./SenderSections.tsx";
import { useFacts } from "./use-facts.ts";
import type { Verdict } from "./verdict.ts";
import styles from "./Genuine.module.css";

addTexts(texts);

export interface GenuineDialogProps {
  email: FullEmail;
  onClose: () => void;
  /** The letter was moved to Spam. */
  onReported?: (() => void) | undefined;
}

/** What is known of a letter, beginning with the sentence that it comes to. */
export function GenuineDialog({ email, onClose, onReported }: GenuineDialogProps) {
  const { t } = useTranslation();
  const facts = useFacts(email);
  const caution = useCaution(email);
  const context: ActionContext = { selection: only(email.id), folder: undefined };
  const mayReport = caution !== "spam" && reportPhishing.isAvailable(context);
  const report = (): void => {
    onClose();
    runAction(reportPhishing, context, onReported);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("genuine.title")}
      closeLabel={t("shell.close")}
      width={680}
      isText
      footer={
        <>
          {mayReport && (
            <Button icon="spam" className={styles.report ?? ""} onClick={report}>
              {t("genuine.report")}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t("shell.close")}
          </Button>
        </>
      }
    >
      <div role="status">{facts ? <VerdictLine verdict={facts.verdict} /> : <Looking />}</div>
      {facts && (
        <>
          <SenderSections email={email} facts={facts} />
          <ContentSections email={email} facts={facts} />
          <p className={styles.note}>{t("genuine.local")}</p>
        </>
      )}
    </Dialog>
  );
}

function Looking() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.note}>{t("genuine.looking")}</p>
      <Skeleton height={240} radius={12} />
    </>
  );
}

function VerdictLine({ verdict: { tone, reason, values } }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, visibleText(value.slice(0, 300))]),
  );
  return (
    <p className={styles.verdict} data-tone={tone}>
      <Icon icon={tone === "danger" ? lateIcons.warning : lateIcons.info} />
      <span>{t(`genuine.verdict.${reason}`, shown)}</span>
    </p>
  );
}
