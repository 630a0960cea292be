import { type ComponentProps, useId } from "react";
import { useTranslation } from "react-i18next";
import styles from "./AccountForm.module.css";
import type { FieldName, FormProblem } from "./server-problem.ts";

/** What is wrong, what the server said, and where help is. */
export function ProblemText({ id, problem }: { id?: string | undefined; problem: FormProblem }) {
  const { t } = useTranslation();
  const { text, detail, help } = problem;
  return (
    <div className={styles.problem} id={id} role="alert">
      <p>{text}</p>
      {help && <HelpLink {...help} />}
      {detail && (
        <details>
          <summary>{t("servers.details")}</summary>
          <code>{detail}</code>
        </details>
      )}
    </div>
  );
}

export function HelpLink({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  return (
    <p>
      <a className={styles.link} href={url} target="_blank" rel="noreferrer noopener">
        {t("servers.provider.help", { name })}
      </a>
    </p>
  );
}

export interface AccountFieldProps extends Omit<ComponentProps<"input">, "onChange" | "name"> {
  field: FieldName | "name";
  label: string;
  hint?: string | undefined;
  problem?: FormProblem | undefined;
  onValue: (value: string) => void;
}

/** A line of the form, with what is wrong about it under it. */
export function AccountField({ field, label, hint, problem, onValue, ...input }: AccountFieldProps) {
  const id = useId();
  const own = problem?.field === field ? problem : undefined;
  const described = [hint && `${id}-hint`, own && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={styles.input}
        data-field={field}
        aria-invalid={own ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onValue(event.target.value)}
      />
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {own && <ProblemText id={`${id}-problem`} problem={own} />}
    </div>
  );
}
