import { type ServerSecurity } from "@pismo/jmap";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Input, Labelled, Problem, Select } from "../../../ui/Field.tsx";
import { type AccountDraft, isLoopback, type EndpointDraft, withSecurity } from "./account-draft.ts";
import { AccountField, ProblemText } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import type { FormProblem } from "./form-problem.ts";

const securities = ["tls", "starttls", "plain"] as const satisfies readonly ServerSecurity[];

export interface ServerFieldsProps {
  draft: AccountDraft;
  problem: FormProblem | undefined;
  /** The account exists, and stays of its kind. */
  isFixed?: boolean;
  onChange: (change: Partial<AccountDraft>) => void;
}

/** The servers, typed in: IMAP and SMTP, or JMAP. */
export function ServerFields({ draft, problem, isFixed = false, onChange }: ServerFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      {!isFixed && (
        <Labelled id={id} label={t("servers.protocol")}>
          <Select
            id={id}
            value={draft.protocol}
            onChange={(event) => onChange({ protocol: event.target.value as AccountDraft["protocol"] })}
          >
            <option value="imap">{t("servers.imapAndSmtp")}</option>
            <option value="jmap">JMAP</option>
          </Select>
        </Labelled>
      )}
      <AccountField
        field="username"
        label={t("servers.username")}
        value={draft.username}
        problem={problem}
        autoCapitalize="none"
        spellCheck={false}
        onValue={(username) => onChange({ username })}
      />
      {draft.protocol === "jmap" ? (
        <AccountField
          field="jmap"
          label={t("servers.jmapUrl")}
          hint={t("servers.jmapHint")}
          value={draft.jmapUrl}
          problem={problem}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onValue={(jmapUrl) => onChange({ jmapUrl })}
        />
      ) : (
        <ImapFields draft={draft} problem={problem} onChange={onChange} />
      )}
    </>
  );
}

/** User name, and host, port and security of each. */
function ImapFields({ draft, problem, onChange }: ServerFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <EndpointFields kind="imap" endpoint={draft.imap} problem={problem} onChange={(imap) => onChange({ imap })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={draft.hasSmtp}
          onChange={(event) => onChange({ hasSmtp: event.target.checked })}
        />
        {t("servers.hasSmtp")}
      </label>
      {draft.hasSmtp && (
        <EndpointFields kind="smtp" endpoint={draft.smtp} problem={problem} onChange={(smtp) => onChange({ smtp })} />
      )}
    </>
  );
}

interface EndpointFieldsProps {
  kind: "imap" | "smtp";
  endpoint: EndpointDraft;
  problem: FormProblem | undefined;
  onChange: (endpoint: EndpointDraft) => void;
}

function EndpointFields({ kind, endpoint, problem, onChange }: EndpointFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  const own = problem?.field === kind ? problem : undefined;
  const wrong = own && { "aria-invalid": true, "aria-describedby": `${id}-problem` };
  const isRisky = endpoint.security === "plain" && !isLoopback(endpoint.host);
  const name = { kind: kind.toUpperCase() };
  return (
    <fieldset className={styles.servers}>
      <legend className={styles.legend}>{t(`servers.${kind}`)}</legend>
      <div className={styles.endpoint}>
        <Labelled id={`${id}-host`} label={t("servers.host")}>
          <Input
            id={`${id}-host`}
            data-field={kind}
            aria-label={t("servers.hostOf", name)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            value={endpoint.host}
            {...wrong}
            onChange={(event) => onChange({ ...endpoint, host: event.target.value })}
          />
        </Labelled>
        <Labelled id={`${id}-port`} label={t("servers.port")}>
          <Input
            id={`${id}-port`}
            aria-label={t("servers.portOf", name)}
            autoComplete="off"
            inputMode="numeric"
            value={endpoint.port}
            {...wrong}
            onChange={(event) => onChange({ ...endpoint, port: event.target.value })}
          />
        </Labelled>
        <Labelled id={`${id}-security`} label={t("servers.security")}>
          <Select
            id={`${id}-security`}
            aria-label={t("servers.securityOf", name)}
            aria-describedby={isRisky ? `${id}-plain` : undefined}
            value={endpoint.security}
            onChange={(event) => onChange(withSecurity(kind, endpoint, event.target.value as ServerSecurity))}
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
