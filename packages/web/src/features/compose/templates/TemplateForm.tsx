import type { EditorView } from "prosemirror-view";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { notify } from "../../../store/index.ts";
import { saveTemplate } from "../../../store/drafts/writing.ts";
import { Button } from "../../../ui/Button.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "../editor/Editor.module.css";
import { EditorQuestion } from "../editor/EditorQuestion.tsx";
import { toHtml, toText } from "../editor/html.ts";
import { unsignedDocument } from "../sender/signature.ts";
import type { ComposeSession } from "../session/compose-session.ts";
import { templateFiles } from "./template-files.ts";

interface TemplateFormProps {
  view: EditorView;
  session: ComposeSession;
  onDone(): void;
}

/** Asks for the name under which the text is kept. */
export function TemplateForm({ view, session, onDone }: TemplateFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(() => session.get().fields.subject.trim());
  const [isSaving, setSaving] = useState(false);
  const finish = (): void => {
    onDone();
    view.focus();
  };
  const save = async (): Promise<void> => {
    if (name.trim() === "" || isSaving) return;
    setSaving(true);
    try {
      // The signature comes with the letter.
      const { identity, isPlain } = session.get().fields;
      const doc = unsignedDocument(view.state, identity, isPlain);
      const html = toHtml(doc);
      const attachments = await templateFiles(session, html);
      if (!attachments) {
        setSaving(false);
        return void notify({ key: "compose.error.uploads", tone: "error" });
      }
      await saveTemplate(name.trim(), { html, text: toText(doc), attachments }, session.get().account.accountId);
      notify({ key: "compose.template.saved", values: { name: visibleText(name.trim()) } });
      finish();
    } catch (error) {
      setSaving(false);
      notify({ key: "compose.template.notSaved", values: { reason: reasonOf(error, t) }, tone: "error" });
    }
  };
  return (
    <EditorQuestion
      title={t("compose.template.save")}
      aria-label={t("compose.template.name")}
      placeholder={t("compose.template.name")}
      value={name}
      // The person has just asked for it.
      autoFocus
      onChange={({ target }) => setName(target.value)}
      onEnter={() => void save()}
      onEscape={finish}
    >
      <Button aria-disabled={isSaving || name.trim() === "" ? true : undefined} onClick={() => void save()}>
        {t("compose.template.keep")}
      </Button>
      <p className={styles.hint}>{t("compose.template.hint")}</p>
    </EditorQuestion>
  );
}
