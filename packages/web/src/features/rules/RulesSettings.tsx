import type { Id, ScriptFailure } from "@pismo/jmap";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fullDate } from "../../i18n/dates.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/rules.ts";
import { useUnsaved } from "../../mail-ui/unsaved/use-unsaved.tsx";
import { useAccount } from "../../store/index.ts";
import { followScripts } from "../../store/rules/follow-scripts.ts";
import { loadScript, type ShownScript, useHasRules } from "../../store/rules/rules.ts";
import { useShowsAllAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { mistakeOf } from "./mistake.ts";
import { OtherScript } from "./OtherScript.tsx";
import { RuleList } from "./RuleList.tsx";
import styles from "./Rules.module.css";
import { ScriptText } from "./ScriptText.tsx";

addTexts(texts);

/** What sorts the letters that arrive in the shown account. */
export function RulesSettings() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const hasRules = useHasRules(accountId);
  const isTogether = useShowsAllAccounts();
  if (!hasRules) return <p className={styles.note}>{t(isTogether ? "rules.inOne" : "rules.unsupported")}</p>;
  return <OfAccount key={accountId} accountId={accountId} />;
}

function OfAccount({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const [script, setScript] = useState<ShownScript | "failed">();
  // Shown as they will be, or being typed: what the server has would take their place.
  const isHeld = useRef(false);
  // What is being typed is of a script that has changed elsewhere.
  const [newer, setNewer] = useState<ShownScript>();
  const [shown, setShown] = useState<Id | null>();
  const [isTyped, setTyped] = useState(false);
  const { leave, question } = useUnsaved(isTyped);
  const load = useCallback(async (): Promise<void> => {
    try {
      const loaded = await loadScript(accountId, shown);
      setNewer(undefined);
      isHeld.current = !loaded.rules;
      setScript(loaded);
    } catch {
      setScript("failed");
    }
  }, [accountId, shown]);
  const follow = useCallback(async (): Promise<void> => {
    const loaded = await loadScript(accountId, shown).catch(() => undefined);
    if (isHeld.current) return setNewer(loaded);
    isHeld.current = loaded !== undefined && !loaded.rules;
    // What is shown stays where the server is away.
    setScript((before) => loaded ?? before ?? "failed");
  }, [accountId, shown]);
  useEffect(() => followScripts(() => void follow()), [follow]);
  const show = (which: Id | null | undefined): void => {
    isHeld.current = false;
    setScript(undefined);
    setShown(which);
  };
  if (script === "failed") {
    return (
      <div className={styles.foot}>
        <Problem>{t("rules.failed")}</Problem>
        <Button onClick={() => void load()}>{t("rules.again")}</Button>
      </div>
    );
  }
  if (!script) {
    return (
      <p className={styles.note} role="status">
        {t("rules.loading")}
      </p>
    );
  }
  const { rules } = script;
  return (
    <>
      {script.lastFailure && <Failure failure={script.lastFailure} isInWords={script.rules !== undefined} />}
      <OtherScript accountId={accountId} script={script} shown={shown} onShow={(which) => leave(() => show(which))} />
      {rules ? (
        <RuleList
          accountId={accountId}
          script={script}
          rules={rules}
          // At once: the next change begins with this one.
          onRules={(changed) => setScript({ ...script, rules: changed })}
          onChanged={load}
          onChanging={() => {
            isHeld.current = true;
          }}
        />
      ) : (
        <ScriptText
          key={`${script.id} ${script.isActive} ${script.text}`}
          accountId={accountId}
          script={script}
          newer={newer}
          onKeep={() => {
            Object.assign(script.known, newer?.known);
            setNewer(undefined);
          }}
          onTyped={setTyped}
          leave={leave}
          onChanged={load}
        />
      )}
      {question}
    </>
  );
}

/** Why the last letter stayed in the inbox that should have gone elsewhere. */
function Failure({ failure: { at, description }, isInWords }: { failure: ScriptFailure; isInWords: boolean }) {
  const { t } = useTranslation();
  const { text, sentence } = mistakeOf(description, t);
  const date = fullDate(new Date(at));
  return (
    <p className={styles.failure} role="status">
      {t("rules.failure", { date, problem: visibleText(isInWords ? sentence : text) })}
    </p>
  );
}
