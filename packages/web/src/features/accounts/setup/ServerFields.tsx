import { type ServerSecurity } from "@pismo/jmap";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Input, Labelled, Problem, Select } from "../../../ui/Field.tsx";
import { type AccountDraft, isLoopback, type PlaceDraft, withSecurity } from "./account-draft.ts";
import { AccountField, ProblemText } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import type { FormProblem } from "./server-problem.ts";

const securities = ["tls", "starttls", "plain"] as const satisfies readonly ServerSecurity[];

export interface ServerFieldsProps {
  draft: AccountDraft;
  problem: FormProblem | undefined;
  onChange: (change: Partial<AccountDraft>) => void;
}

/** The servers, typed in: user name, and host, port and security of each. */
export function ServerFields({ draft, problem, onChange }: ServerFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <AccountField
        field="username"
        label={t("servers.username")}
        value={draft.username}
        problem={problem}
        autoCapitalize="none"
        spellCheck={false}
        onValue={(username) => onChange({ username })}
      />
      <PlaceFields kind="imap" place={draft.imap} problem={problem} onChange={(imap) => onChange({ imap })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.hasSmtp}
          onChange={(event) => onChange({ hasSmtp: event.target.checked })}
        />
        {t("servers.hasSmtp")}
      </label>
      {draft.hasSmtp && (
        <PlaceFields kind="smtp" place={draft.smtp} problem={problem} onChange={(smtp) => onChange({ smtp })} />
      )}
    </>
  );
}

interface PlaceFieldsProps {
  kind: "imap" | "smtp";
  place: PlaceDraft;
  problem: FormProblem | undefined;
  onChange: (place: PlaceDraft) => void;
}

function PlaceFields({ kind, place, problem, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const own = problem?.field === kind ? problem : undefined;
  const wrong = own && { "aria-invalid": true, "aria-describedby": `${id}-problem` };
  const isRisky = place.security === "plain" && !isLoopback(place.host);
  const name = { kind: kind.toUpperCase() };
  return (
    <fieldset className={styles.servers}>
      <legend className={styles.legend}>{t(`servers.${kind}`)}</legend>
      <div className={styles.place}>
        <Labelled id={`${id}-host`} label={t("servers.host")}>
          <Input
            id={`${id}-host`}
            data-field={kind}
            aria-label={t("servers.hostOf", name)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            value={place.host}
            {...wrong}
            onChange={(event) => onChange({ ...place, host: event.target.value })}
          />
        </Labelled>
        <Labelled id={`${id}-port`} label={t("servers.port")}>
          <Input
            id={`${id}-port`}
            aria-label={t("servers.portOf", name)}
            autoComplete="off"
            inputMode="numeric"
            value={place.port}
            {...wrong}
            onChange={(event) => onChange({ ...place, port: event.target.value })}
          />
        </Labelled>
        <Labelled id={`${id}-security`} label={t("servers.security")}>
          <Select
            id={`${id}-security`}
            aria-label={t("servers.securityOf", name)}
            aria-describedby={isRisky ? `${id}-plain` : undefined}
            value={place.security}
            onChange={(event) => onChange(withSecurity(kind, place, event.target.value as ServerSecurity))}
          >
            {securities.map((security) => (
              <option key={security} value={security}>
                {t(`servers.${security}`)}
              </option>
            ))}
          </Select>
        </Labelled>
      </div>
      {isRisky && (
        <p className={styles.risk} id={`${id}-plain`}>
          {t("servers.plainWarning")}
        </p>
      )}
      {own && (
        <Problem id={`${id}-problem`}>
          <ProblemText problem={own} />
        </Problem>
      )}
    </fieldset>
  );
}
