import { type Id, MethodError } from "@pismo/jmap";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { reasonOf } from "../../mail-ui/failure-reason.ts";
import { FormDialog } from "../../mail-ui/unsaved/FormDialog.tsx";
import { failureNumber, isUnreachable, notify } from "../../store/index.ts";
import { hasRichSignature, loadIdentities, saveSignatures } from "../../store/drafts/writing.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./SignatureDialog.module.css";

/** A failure that passes by itself is told by its number too. */
const whyNot = (error: unknown, t: TFunction): string =>
  isUnreachable(error) && failureNumber(error) === undefined ? t("signature.noConnection") : reasonOf(error, t);

interface Line {
  id: Id;
  email: string;
  before: string;
  text: string;
  /** Written where there is more than lines of text. */
  isRich: boolean;
}

function useSignatures(onDone: () => void) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  useEffect(() => {
    loadIdentities().then(
      (identities) =>
        setLines(
          identities.map((identity) => {
            const { id, email, textSignature: text } = identity;
            return { id, email, before: text, text, isRich: hasRichSignature(identity) };
          }),
        ),
      (error: unknown) => setProblem(whyNot(error, t)),
    );
  }, [t]);

  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      const changed = lines.filter(({ before, text }) => before !== text);
      if (changed.length > 0) await saveSignatures(new Map(changed.map(({ id, text }) => [id, text.trimEnd()])));
      notify({ key: "signature.saved" });
      onDone();
    } catch (error) {
      setSaving(false);
      // Nothing in the session says beforehand whether a server keeps them (RFC 8621 §6.3).
      if (error instanceof MethodError && error.type === "unknownMethod") return setProblem(t("signature.notKept"));
      setProblem(t("signature.failed", { reason: whyNot(error, t) }));
    }
    return undefined;
  };
  const change = (changedId: Id, text: string): void => {
    setProblem(undefined);
    setLines(lines.map((line) => (line.id === changedId ? { ...line, text } : line)));
  };
  const isChanged = !isSaving && lines.some(({ before, text }) => before !== text);
  return { lines, change, problem, save, isChanged, canSave: !isSaving && lines.length > 0 };
}

/** The signatures of the shown account: one per identity. */
export function SignatureDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const { lines, change, problem, save, isChanged, canSave } = useSignatures(onDone);
  return (
    <FormDialog
      isChanged={isChanged}
      onDone={onDone}
      title={t("signature.title")}
      description={t("signature.description")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={canSave ? undefined : true}>
            {t("signature.save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
        }}
      >
        {lines.map(({ id, email, text, isRich }) => (
          <label key={id} className={styles.line}>
            <span>{t("signature.of", { address: email })}</span>
            <textarea
              className={styles.text}
              rows={4}
              value={text}
              readOnly={isRich}
              onChange={({ target }) => change(id, target.value)}
            />
          </label>
        ))}
      </form>
      {lines.some(({ isRich }) => isRich) && (
        <p>
          <Link to="/settings/addresses" onClick={isChanged ? undefined : onDone}>
            {t("signature.more")}
          </Link>
        </p>
      )}
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </FormDialog>
  );
}
