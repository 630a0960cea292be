import { type ReactNode, type RefObject, type SubmitEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../mail-ui/unsaved/FormDialog.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { AccountField, ProblemText } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";
import type { AccountForm } from "./use-account-form.ts";

export interface AccountFormDialogProps {
  title: string;
  description?: string | undefined;
  account: AccountForm;
  /** The words of the main button; without them there is none, and the form cannot be sent. */
  submitLabel: string | undefined;
  /** Content at the opposite end of the button row. */
  aside?: ReactNode;
  initialFocus: RefObject<HTMLInputElement | null>;
  onDone: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** The frame of the dialogs of an account: one thing is done at a time, and under the fields stands what. */
export function AccountFormDialog(props: AccountFormDialogProps) {
  const { title, description, account, submitLabel, aside, initialFocus, onDone, onSubmit, children } = props;
  const { form, isChanged, problem, busy } = account;
  const { t } = useTranslation();
  const id = useId();
  const isBusy = busy !== undefined;
  return (
    <FormDialog
      isChanged={isChanged && !isBusy}
      onDone={onDone}
      title={title}
      description={description}
      initialFocus={initialFocus}
      width={480}
      footer={
        <>
          {aside}
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          {submitLabel !== undefined && (
            <Button variant="primary" type="submit" form={id} aria-disabled={isBusy || undefined}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={isBusy}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (!isBusy && submitLabel !== undefined) onSubmit();
        }}
      >
        {children}
        {problem?.field === "form" && (
          <Problem>
            <ProblemText problem={problem} />
          </Problem>
        )}
        <p className={styles.progress} role="status">
          {isBusy && (
            <>
              <Spinner size={20} />
              {busy}
            </>
          )}
        </p>
      </form>
    </FormDialog>
  );
}

export interface PersonFieldProps {
  account: AccountForm;
  ref?: RefObject<HTMLInputElement | null>;
}

/** The name that Emails go out under. */
export function PersonField({ account: { draft, change }, ref }: PersonFieldProps) {
  const { t } = useTranslation();
  return (
    <AccountField
      {...(ref && { ref })}
      field="name"
      label={t("servers.name")}
      hint={t("servers.nameHint")}
      value={draft.name}
      autoComplete="name"
      maxLength={255}
      onValue={(name) => change({ name })}
    />
  );
}
