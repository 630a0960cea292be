import { Dialog } from "@base-ui/react/dialog";
import type { EmailAddress } from "@pismo/jmap";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { discardDraft, notify, saveDraft, sendDraft, suggestContacts, uploadBlob, useAccount } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { AttachmentTray } from "./AttachmentTray.tsx";
import { type Refusal, useAttachments } from "./attachments.ts";
import { useAutosave } from "./autosave.ts";
import styles from "./ComposePopup.module.css";
import { Editor } from "./editor/Editor.tsx";
import { toHtml, toText } from "./editor/html.ts";
import { isEmptyDocument } from "./editor/schema.ts";
import { acceptedImages } from "./image-files.ts";
import { withQuote } from "./quote.ts";
import { QuotedLetter } from "./QuotedLetter.tsx";
import { RecipientField } from "./RecipientField.tsx";
import { isValidAddress } from "./recipients.ts";
import { sendProblem } from "./send-problem.ts";
import type { LetterStart } from "./start-letter.ts";

export interface ComposeFormProps {
  start: LetterStart;
  closing: { current: (() => void) | undefined };
  onClosed(): void;
}

type Field = "to" | "cc" | "bcc";

/** The letter being written. Closing keeps it as a draft, Cancel discards it, Send sends it. */
export function ComposeForm({ start, closing, onClosed }: ComposeFormProps) {
  const { t, i18n } = useTranslation();
  const { maxSizeUpload } = useAccount();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [recipients, setRecipients] = useState({ to: start.to, cc: start.cc, bcc: start.bcc });
  const [isCcShown, setCcShown] = useState(start.cc.length > 0);
  const [isBccShown, setBccShown] = useState(start.bcc.length > 0);
  const [subject, setSubject] = useState(start.subject);
  const [quote, setQuote] = useState(start.quote);
  const [doc, setDoc] = useState(start.doc);
  const [problem, setProblem] = useState<string>();
  const [recipientProblem, setRecipientProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const draftId = useRef(start.draftId);

  const files = useAttachments(start.attachments, uploadBlob, maxSizeUpload, () => autosave.changed());
  const content = () => ({
    ...recipients,
    subject,
    ...withQuote({ html: toHtml(doc), text: toText(doc) }, quote),
    attachments: files.uploaded(),
    inReplyTo: start.inReplyTo,
    references: start.references,
  });
  const isEmpty = (): boolean =>
    draftId.current === undefined &&
    isEmptyDocument(doc) &&
    subject === start.subject &&
    files.attachments.length === 0 &&
    [recipients.to, recipients.cc, recipients.bcc].flat().length === [start.to, start.cc, start.bcc].flat().length;
  const autosave = useAutosave(async () => {
    if (!isEmpty()) draftId.current = await saveDraft(content(), draftId.current);
  });

  // Every change of the letter is followed by a save; the first render is no change.
  const isFirst = useRef(true);
  const { changed } = autosave;
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else changed();
  }, [recipients, subject, doc, quote, changed]);

  const closeAndKeep = (): void => {
    void files.settle().then(() => autosave.flush()).catch(() => notify({ key: "compose.notSaved", tone: "error" }));
    onClosed();
  };
  useEffect(() => {
    closing.current = closeAndKeep;
    return () => {
      closing.current = undefined;
    };
  });

  const cancel = async (): Promise<void> => {
    await autosave.stop();
    files.clear();
    onClosed();
    if (draftId.current) discardDraft(draftId.current);
  };

  const setField = (field: Field) => (value: EmailAddress[]) => {
    setRecipientProblem(undefined);
    setRecipients((before) => ({ ...before, [field]: value }));
  };

  const addFiles = async (picked: File[]): Promise<void> => {
    const refusal: Refusal = await files.add(picked);
    const megabytes = (size: number): string => t("units.megabytes", { value: (size / 1e6).toFixed(1) });
    const [large] = refusal.tooLarge;
    if (refusal.nothingLeft) setProblem(t("compose.invalidImages"));
    else if (large)
      setProblem(t("compose.fileTooLarge", { name: large.name, size: megabytes(large.size), limit: megabytes(maxSizeUpload) }));
    else setProblem(undefined);
    autosave.changed();
  };

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const all = [recipients.to, recipients.cc, recipients.bcc].flat();
    const invalid = all.filter(({ email }) => !isValidAddress(email)).map(({ email }) => email);
    if (all.length === 0) return setRecipientProblem(t("compose.error.noRecipients"));
    if (invalid.length > 0) {
      return setRecipientProblem(t("compose.error.invalidRecipients", { addresses: invalid.join(", ") }));
    }
    setProblem(undefined);
    setSending(true);
    try {
      if (!(await files.settle())) return;
      await autosave.stop();
      await sendDraft(content(), {
        ...(draftId.current && { draftId: draftId.current }),
        ...(start.original && { original: start.original }),
        onDraft: (saved) => (draftId.current = saved),
      });
      notify({ key: "compose.sent" });
      onClosed();
    } catch (error) {
      setProblem(sendProblem(error, t));
    } finally {
      autosave.resume();
      setSending(false);
    }
  };

  const status = { unsaved: "", saving: t("compose.saving"), saved: t("compose.saved"), failed: t("compose.notSaved") };
  const field = (name: Field, extra?: { autoFocus?: boolean; error?: string | undefined; children?: React.ReactNode }) => (
    <RecipientField
      label={t(`compose.${name}`)}
      recipients={recipients[name]}
      onChange={setField(name)}
      suggest={suggestContacts}
      {...extra}
    />
  );
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <header className={styles.header}>
        <Dialog.Title className={styles.title}>{t("compose.newLetter")}</Dialog.Title>
        <span className={styles.status} role="status" data-failed={autosave.status === "failed" ? "" : undefined}>
          {status[autosave.status]}
        </span>
        <IconButton icon="close" label={t("compose.close")} onClick={closeAndKeep} />
      </header>
      <div className={styles.body}>
        {field("to", {
          autoFocus: start.to.length === 0,
          error: recipientProblem,
          children: (
            <span className={styles.unfold}>
              {!isCcShown && <Button variant="quiet" onClick={() => setCcShown(true)}>{t("compose.cc")}</Button>}
              {!isBccShown && <Button variant="quiet" onClick={() => setBccShown(true)}>{t("compose.bcc")}</Button>}
            </span>
          ),
        })}
        {isCcShown && field("cc", { autoFocus: start.cc.length === 0 })}
        {isBccShown && field("bcc", { autoFocus: start.bcc.length === 0 })}
        <div className={styles.subjectLine}>
          <label className={styles.subjectLabel} htmlFor={`${id}-subject`}>
            {t("compose.subject")}
          </label>
          <input
            id={`${id}-subject`}
            className={styles.subject}
            type="text"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        </div>
        <Editor
          initialDoc={start.doc}
          placeholder={t("compose.placeholder")}
          label={t("compose.placeholder")}
          autoFocus={start.to.length > 0}
          onChange={setDoc}
          onFiles={(picked) => void addFiles(picked)}
        />
        {quote && <QuotedLetter quote={quote} onRemove={() => setQuote(null)} />}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <footer className={styles.footer}>
        <AttachmentTray attachments={files.attachments} language={i18n.language} onRemove={files.remove} onRetry={files.retry} onClear={files.clear} />
        <Button variant="primary" type="submit" disabled={isSending} aria-keyshortcuts="Control+Enter">
          {isSending ? t("compose.sending") : t("compose.send")}
        </Button>
        <Button onClick={() => void cancel()}>{t("compose.cancel")}</Button>
        <span className={styles.spacer} />
        <Button variant="quiet" icon="clip" onClick={() => picker.current?.click()}>
          {t("compose.addFiles")}
        </Button>
        <input
          ref={picker}
          type="file"
          accept={acceptedImages}
          multiple
          hidden
          aria-label={t("compose.addFiles")}
          onChange={(event) => {
            const picked = [...(event.target.files ?? [])];
            // The same file can be picked again after it was removed.
            event.target.value = "";
            void addFiles(picked);
          }}
        />
      </footer>
    </form>
  );
}
