import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "../../../ui/Field.tsx";
import styles from "./AccountForm.module.css";
import type { FieldName, FormProblem } from "./form-problem.ts";

/** The fault, the server's reply, and a link to help: within a Problem. */
export function ProblemText({ problem }: { problem: FormProblem }) {
  const { t } = useTranslation();
  const { text, detail, help } = problem;
  return (
    <>
      <p className={styles.line}>{text}</p>
      {help && <HelpLink {...help} />}
      {detail && (
        <details className={styles.detail}>
          <summary>{t("servers.details")}</summary>
          <code>{detail}</code>
        </details>
      )}
    </>
  );
}

/** The way to a provider's own page. */
export function HelpLink({ url, name }: { url: string; name: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.line}>
      <a className={styles.link} href={url} target="_blank" rel="noreferrer noopener">
        {t("servers.provider.help", { name })}
      </a>
    </p>
  );
}

export interface AccountFieldProps extends Omit<FieldProps, "onChange" | "name" | "problem"> {
  field: FieldName | "name";
  /** Of the form: this field's own is shown under it. */
  problem?: FormProblem | undefined;
  onValue: (value: string) => void;
}

/** A line of the form, with what is wrong about it under it. */
export function AccountField({ field, problem, onValue, ...input }: AccountFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...input}
      data-field={field}
      problem={problem?.field === field && <ProblemText problem={problem} />}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
