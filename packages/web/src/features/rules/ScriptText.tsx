import { type Id, SetFailure } from "@pismo/jmap";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../store/index.ts";
import { ScriptChanged, type ShownScript, storeText, switchScript } from "../../store/rules/rules.ts";
import { addressesToAllow, mayRedirect } from "../../store/rules/redirects.ts";
import { Button } from "../../ui/Button.tsx";
import { Labelled, Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { AllowRedirects } from "./AllowRedirects.tsx";
import { mistakeOf } from "./mistake.ts";
import styles from "./Rules.module.css";

/** The line is selected, so that it is seen and read. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

export interface ScriptTextProps {
  accountId: Id;
  script: ShownScript;
  /** As it is elsewhere by now. */
  newer: ShownScript | undefined;
  /** What is typed takes the place of that when it is saved. */
  onKeep: () => void;
  /** Something would be lost, or nothing any more. */
  onTyped: (isTyped: boolean) => void;
  /** Does what takes away what is typed, once the person has agreed. */
  leave: (then: () => void) => void;
  onChanged: () => Promise<void>;
}

/** A script that rules cannot show: left whole, and edited as text. */
export function ScriptText({ accountId, script, newer, onKeep, onTyped, leave, onChanged }: ScriptTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(script.text);
  const [problem, setProblem] = useState<string>();
  const [isOld, setOld] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const [toAllow, setToAllow] = useState<readonly string[]>();
  const isTyped = text !== script.text && !isBusy;
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);

  const fail = (error: unknown): void => {
    const addresses = addressesToAllow(error);
    setToAllow(addresses && mayRedirect(accountId) ? addresses : undefined);
    if (error instanceof ScriptChanged) {
      setOld(true);
      return setProblem(t("rules.scriptChanged"));
    }
    if (!(error instanceof SetFailure)) return setProblem(t("rules.notSaved"));
    const { text: told, line } = mistakeOf(error.message, t);
    setProblem(told);
    if (line !== undefined && area.current) selectLine(area.current, line);
  };
  // What is typed here and stored just now comes back as a change, too.
  const hasChanged = newer !== undefined && newer.text !== script.known.text && newer.text !== text;
  const isUntouched = hasChanged && text === script.text;
  useEffect(() => {
    if (isUntouched) void onChanged();
  }, [isUntouched, onChanged]);
  const showNow = async (): Promise<void> => {
    await onChanged();
    setOld(false);
    setProblem(undefined);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await storeText(accountId, script, text);
      notify({ key: "rules.scriptSaved" });
      await onChanged();
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  const switchOff = async (): Promise<void> => {
    try {
      await switchScript(accountId, script, false);
      const undo = (): void =>
        void switchScript(accountId, script, true).then(onChanged, (error: unknown) => {
          notify({ key: error instanceof ScriptChanged ? "rules.changed" : "rules.notSaved", tone: "error" });
        });
      notify({ key: "rules.turnedOff", undo });
      await onChanged();
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div className={styles.script}>
      <Labelled id={id} label={t("rules.script", { name: visibleText(script.name) })}>
        <textarea
          ref={area}
          id={id}
          className={styles.text}
          spellCheck={false}
          rows={16}
          aria-describedby={`${id}-hint`}
          aria-invalid={problem ? true : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
            setToAllow(undefined);
          }}
        />
      </Labelled>
      {toAllow && (
        <AllowRedirects
          accountId={accountId}
          addresses={toAllow}
          onAllowed={() => {
            setToAllow(undefined);
            setProblem(undefined);
            void save();
          }}
        />
      )}
      {hasChanged && !isUntouched && (
        <p className={styles.line} role="status">
          {t("rules.changedElsewhere")}
        </p>
      )}
      {problem && <Problem>{problem}</Problem>}
      <p id={`${id}-hint`} className={styles.hint}>
        {t("rules.scriptHint")}
      </p>
      <div className={styles.buttons}>
        {/* What was typed stays until then. */}
        {(isOld || (hasChanged && !isUntouched)) && (
          <Button onClick={() => void showNow()}>{t("rules.showNow")}</Button>
        )}
        {hasChanged && !isUntouched && (
          <Button
            onClick={() => {
              setOld(false);
              setProblem(undefined);
              onKeep();
            }}
          >
            {t("rules.keepMine")}
          </Button>
        )}
        <Button variant="primary" disabled={isBusy || text === script.text} onClick={() => void save()}>
          {t("rules.save")}
        </Button>
        {script.isActive && (
          <Button title={t("rules.offHint")} onClick={() => leave(() => void switchOff())}>
            {t("rules.off")}
          </Button>
        )}
      </div>
    </div>
  );
}
