import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../store/index.ts";
import { type Candidate, importCards } from "../../store/contacts/import-cards.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ContactDialogs.module.css";
import fieldSet from "./FieldSet.module.css";
import { tellProblem } from "./GroupNameDialog.tsx";

/** What a file holds, and what is done with those that are there already. */
export function ImportDialog({ candidates, onDone }: { candidates: readonly Candidate[]; onDone: () => void }) {
  const { t } = useTranslation();
  const known = candidates.filter(({ knownId }) => knownId !== undefined).length;
  const [merges, setMerges] = useState(true);
  const [progress, setProgress] = useState<number>();
  const run = async (): Promise<void> => {
    setProgress(0);
    try {
      const { added, merged, failed, undo } = await importCards(candidates, merges, setProgress);
      notify({ key: "contacts.imported", values: { added, merged }, undo: () => void undo().catch(tellProblem) });
      if (failed > 0) notify({ key: "contacts.importRefused", values: { count: failed }, tone: "error" });
    } catch (error) {
      tellProblem(error);
    }
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={() => progress === undefined && onDone()}
      title={t("contacts.import")}
      description={t("contacts.inFile", { count: candidates.length })}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone} disabled={progress !== undefined}>
            {t("shell.cancel")}
          </Button>
          <Button variant="primary" disabled={progress !== undefined} onClick={() => void run()}>
            {t("contacts.importAll")}
          </Button>
        </>
      }
    >
      {known > 0 && (
        <fieldset className={`${fieldSet.set} ${fieldSet.choices}`}>
          <legend>{t("contacts.known", { count: known })}</legend>
          {([true, false] as const).map((choice) => (
            <label key={String(choice)}>
              <input type="radio" name="merges" checked={merges === choice} onChange={() => setMerges(choice)} />
              {t(choice ? "contacts.mergeKnown" : "contacts.leaveKnown")}
            </label>
          ))}
        </fieldset>
      )}
      {progress !== undefined && (
        <progress className={styles.progress} value={progress} aria-label={t("contacts.importing")} />
      )}
    </Dialog>
  );
}
