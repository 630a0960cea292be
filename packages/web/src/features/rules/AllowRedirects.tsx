import type { Id } from "@pismo/jmap";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../mail-ui/failure-reason.ts";
import { allowRedirects, type NotAllowed, needsPassword } from "../../store/rules/redirects.ts";
import { Button } from "../../ui/Button.tsx";
import { Input, Labelled, Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./Rules.module.css";

export interface AllowRedirectsProps {
  accountId: Id;
  addresses: readonly string[];
  onAllowed: () => void;
}

/** The person lets rules send their letters on: a grave step, for which the password is asked again. */
export function AllowRedirects({ accountId, addresses, onAllowed }: AllowRedirectsProps) {
  const { t } = useTranslation();
  const id = useId();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<NotAllowed>();
  const [isBusy, setBusy] = useState(false);
  const asksPassword = needsPassword();
  const fields = useRef<HTMLFieldSetElement>(null);
  // What was pressed may have them out of sight.
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>("input, button")?.focus();
    fields.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const allow = async (): Promise<void> => {
    if (isBusy || (asksPassword && password === "")) return;
    setBusy(true);
    const refused = await allowRedirects(accountId, addresses, password);
    setBusy(false);
    setProblem(refused);
    if (!refused) onAllowed();
  };
  return (
    <fieldset ref={fields} className={styles.allow}>
      <legend>{t("rules.allow.title")}</legend>
      <p className={styles.line} role="alert">
        {t("rules.allow.about", { addresses: addresses.map(visibleText).join(", ") })}
      </p>
      {asksPassword && (
        <Labelled id={id} label={t("rules.allow.password")}>
          <Input
            id={id}
            type="password"
            autoComplete="current-password"
            value={password}
            aria-invalid={problem ? true : undefined}
            onChange={({ target: { value } }) => {
              setPassword(value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Not the form that it stands in.
              event.preventDefault();
              void allow();
            }}
          />
        </Labelled>
      )}
      {problem && (
        <Problem>
          {t(`rules.allow.${problem.reason}`, {
            count: problem.reason === "wait" ? problem.seconds : 0,
            reason: problem.reason === "failed" ? reasonOf(problem.error, t) : "",
          })}
        </Problem>
      )}
      <div>
        <Button variant="primary" disabled={isBusy} onClick={() => void allow()}>
          {t("rules.allow.allow")}
        </Button>
      </div>
    </fieldset>
  );
}
