import type { Card } from "@pismo/jmap";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../store/index.ts";
import { type Candidate, findKnown, importCards } from "../../store/contacts/import-cards.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ContactDialogs.module.css";
import fieldSet from "./FieldSet.module.css";
import { tellBroken, tellDone, tellProblem } from "./GroupNameDialog.tsx";
import { OwnerField, useOwner } from "./OwnerField.tsx";

/** What a file holds, and what is done with those that are there already. */
export function ImportDialog({ cards, onDone }: { cards: readonly Partial<Card>[]; onDone: () => void }) {
  const { t } = useTranslation();
  const [owner, chooseOwner] = useOwner();
  const candidates = useCandidates(cards, owner, onDone);
  const known = candidates?.filter(({ knownId }) => knownId !== undefined).length ?? 0;
  const [merges, setMerges] = useState(true);
  const [progress, setProgress] = useState<number>();
  const run = async (): Promise<void> => {
    if (!candidates) return;
    setProgress(0);
    const { added, merged, failed, problem, undo } = await importCards(owner, candidates, merges, setProgress);
    // The connection may be back much later.
    const stays = problem !== undefined && { timeout: 0 };
    tellDone({ key: "contacts.imported", values: { added, merged }, ...stays }, undo);
    if (failed > 0) notify({ key: "contacts.importRefused", values: { count: failed }, tone: "error" });
    if (problem !== undefined) tellBroken(problem);
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={() => progress === undefined && onDone()}
      title={t("contacts.import")}
      description={t("contacts.inFile", { count: cards.length })}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={onDone} disabled={progress !== undefined}>
            {t("shell.cancel")}
          </Button>
          <Button variant="primary" disabled={!candidates || progress !== undefined} onClick={() => void run()}>
            {t("contacts.importAll")}
          </Button>
        </>
      }
    >
      <OwnerField owner={owner} onChoose={chooseOwner} disabled={progress !== undefined} />
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

/** undefined until the account's cards are known. */
function useCandidates(
  cards: readonly Partial<Card>[],
  owner: string,
  onFailed: () => void,
): readonly Candidate[] | undefined {
  const [found, setFound] = useState<{ owner: string; candidates: readonly Candidate[] }>();
  const fail = useEffectEvent((error: unknown): void => {
    tellProblem(error);
    onFailed();
  });
  useEffect(() => {
    let isStale = false;
    findKnown(cards, owner).then(
      (candidates) => !isStale && setFound({ owner, candidates }),
      (error: unknown) => !isStale && fail(error),
    );
    return () => {
      isStale = true;
    };
  }, [cards, owner]);
  return found?.owner === owner ? found.candidates : undefined;
}
