import type { Identity } from "@pismo/jmap";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../mail-ui/unsaved/FormDialog.tsx";
import type { AccountInfo } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field, Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { Editor } from "../editor/Editor.tsx";
import styles from "./Identities.module.css";
import { PictureTool } from "./PictureTool.tsx";
import { useIdentityForm } from "./use-identity-form.ts";

interface IdentityDialogProps {
  account: AccountInfo;
  /** Undefined: one is made. */
  identity: Identity | undefined;
  onDone(): void;
}

/** One address that a person writes from, with what belongs to it. */
export function IdentityDialog({ account, identity, onDone }: IdentityDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const { doc, fields, isChanged, change, setDoc, signature, problem, problems, isSaving, save } = useIdentityForm(
    account,
    identity,
    onDone,
  );
  return (
    <FormDialog
      isChanged={isChanged && !isSaving}
      onDone={onDone}
      width={560}
      title={identity ? t("identities.editTitle", { address: visibleText(identity.email) }) : t("identities.newTitle")}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isSaving ? true : undefined}>
            {t("identities.save")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) void save();
        }}
      >
        <Field
          label={t("identities.name")}
          hint={t("identities.nameHint")}
          autoComplete="name"
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        {!identity && (
          <Field
            label={t("identities.email")}
            problem={problems.email}
            type="email"
            autoComplete="email"
            value={fields.email}
            onChange={({ target }) => change({ email: target.value })}
          />
        )}
        {(["replyTo", "bcc"] as const).map((name) => (
          <Field
            key={name}
            label={t(`identities.${name}`)}
            hint={t(`identities.${name}Hint`)}
            problem={problems[name]}
            type="text"
            inputMode="email"
            autoComplete="off"
            value={fields[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
        <div className={styles.signature}>
          <span className={styles.label} aria-hidden="true">
            {t("identities.signature")}
          </span>
          <div className={styles.editor}>
            <Editor
              initialDoc={doc}
              placeholder=""
              label={t("identities.signature")}
              onChange={setDoc}
              onView={signature.setView}
              onFiles={(files) => void signature.add(files)}
              pictures={signature.source}
              tool={<PictureTool onPick={(files) => void signature.add(files)} />}
            />
          </div>
        </div>
        {problem && <Problem>{problem}</Problem>}
      </form>
    </FormDialog>
  );
}
