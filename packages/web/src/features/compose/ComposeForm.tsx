import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../i18n/numbers.ts";
import {
  discardDraft,
  notify,
  saveDraft,
  sendDraft,
  suggestContacts,
  uploadBlob,
  useAccount,
} from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { drawerQuery } from "../../ui/widths.ts";
import { AttachmentTray } from "./AttachmentTray.tsx";
import { useAttachments } from "./attachments.ts";
import { useAutosave } from "./autosave.ts";
import styles from "./ComposePopup.module.css";
import { Editor } from "./editor/Editor.tsx";
import { acceptedImages } from "./image-files.ts";
import { contentOf, isUntouched, type LetterFields, recipientsOf } from "./letter-fields.ts";
import { QuotedLetter } from "./QuotedLetter.tsx";
import { RecipientField } from "./RecipientField.tsx";
import { isValidAddress } from "./recipients.ts";
import { sendProblem } from "./send-problem.ts";
import type { LetterStart } from "./start-letter.ts";

type RecipientName = "to" | "cc" | "bcc";

/** The letter being written. Closing keeps it as a draft, Cancel discards it, Send sends it. */
export function ComposeForm({ start, onClose }: { start: LetterStart; onClose(): void }) {
  const { t } = useTranslation();
  const { maxSizeUpload } = useAccount();
  const id = useId();
  const isNarrow = useMediaQuery(drawerQuery);
  const picker = useRef<HTMLInputElement>(null);
  const [letter, setLetter] = useState<LetterFields>(start);
  const [shown, setShown] = useState({ cc: start.cc.length > 0, bcc: start.bcc.length > 0 });
  const [problem, setProblem] = useState<string>();
  const [recipientProblem, setRecipientProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const draftId = useRef(start.draftId);
  const isThere = useRef(true);
  const autosave = useAutosave();
  const files = useAttachments(start.attachments, uploadBlob, maxSizeUpload, autosave.changed);

  const change = (fields: Partial<LetterFields>): void => {
    setLetter((before) => ({ ...before, ...fields }));
    autosave.changed();
  };

  useEffect(() => {
    autosave.saveWith(async () => {
      if (draftId.current === undefined && isUntouched(letter, start) && files.count() === 0) return;
      try {
        draftId.current = await saveDraft(contentOf(letter, start, files.uploaded()), draftId.current);
      } catch (error) {
        // The popup is gone, and with it the line that would have said so.
        if (!isThere.current) notify({ key: "compose.notSaved", tone: "error" });
        throw error;
      }
    });
  });
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const cancel = async (): Promise<void> => {
    onClose();
    await autosave.stop();
    files.clear();
    if (draftId.current) discardDraft(draftId.current);
  };

  const addFiles = async (picked: File[]): Promise<void> => {
    const { nothingLeft, tooLarge } = await files.add(picked);
    const [large] = tooLarge;
    const limit = formatSize(maxSizeUpload);
    if (nothingLeft) setProblem(t("compose.invalidImages"));
    else if (large) setProblem(t("compose.fileTooLarge", { name: large.name, size: formatSize(large.size), limit }));
    else setProblem(undefined);
  };

  const send = async (): Promise<void> => {
    const recipients = recipientsOf(letter);
    const invalid = recipients.filter(({ email }) => !isValidAddress(email)).map(({ email }) => email);
    if (recipients.length === 0) return setRecipientProblem(t("compose.error.noRecipients"));
    if (invalid.length > 0) {
      return setRecipientProblem(t("compose.error.invalidRecipients", { addresses: invalid.join(", ") }));
    }
    setProblem(undefined);
    setSending(true);
    try {
      if (!(await files.settle())) return setProblem(t("compose.error.uploads"));
      await autosave.stop();
      await sendDraft(contentOf(letter, start, files.uploaded()), {
        ...(draftId.current && { draftId: draftId.current }),
        ...(start.original && { original: start.original }),
        onDraft: (saved) => {
          draftId.current = saved;
        },
      });
      notify({ key: "compose.sent" });
      onClose();
    } catch (error) {
      autosave.resume();
      setProblem(sendProblem(error, t));
    } finally {
      setSending(false);
    }
  };

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isSending) void send();
  };

  const recipientField = (
    name: RecipientName,
    extra: { autoFocus?: boolean; error?: string | undefined; children?: ReactNode } = {},
  ) => (
    <RecipientField
      label={t(`compose.${name}`)}
      recipients={letter[name]}
      onChange={(recipients) => {
        setRecipientProblem(undefined);
        change({ [name]: recipients });
      }}
      suggest={suggestContacts}
      {...extra}
    />
  );
  const unfold = (name: "cc" | "bcc") =>
    !shown[name] && (
      <Button variant="quiet" onClick={() => setShown({ ...shown, [name]: true })}>
        {t(`compose.${name}`)}
      </Button>
    );
  const status = { unsaved: "", saving: t("compose.saving"), saved: t("compose.saved"), failed: t("compose.notSaved") };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <header className={styles.header}>
        <Dialog.Title className={styles.title}>{t("compose.newLetter")}</Dialog.Title>
        <span className={styles.status} role="status" data-failed={autosave.status === "failed" ? "" : undefined}>
          {status[autosave.status]}
        </span>
        <IconButton icon="close" label={t("compose.close")} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {recipientField("to", {
          autoFocus: start.to.length === 0,
          error: recipientProblem,
          children: (
            <span className={styles.unfold}>
              {unfold("cc")}
              {unfold("bcc")}
            </span>
          ),
        })}
        {shown.cc && recipientField("cc", { autoFocus: start.cc.length === 0 })}
        {shown.bcc && recipientField("bcc", { autoFocus: start.bcc.length === 0 })}
        <div className={styles.subjectLine}>
          <label className={styles.subjectLabel} htmlFor={`${id}-subject`}>
            {t("compose.subject")}
          </label>
          <input
            id={`${id}-subject`}
            className={styles.subject}
            type="text"
            value={letter.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        </div>
        <Editor
          initialDoc={start.doc}
          placeholder={t("compose.placeholder")}
          label={t("compose.placeholder")}
          autoFocus={start.to.length > 0}
          onChange={(doc) => change({ doc })}
          onFiles={(picked) => void addFiles(picked)}
        />
        {letter.quote && <QuotedLetter quote={letter.quote} onRemove={() => change({ quote: null })} />}
      </div>
      <footer className={styles.footer}>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <AttachmentTray
          attachments={files.attachments}
          onRemove={files.remove}
          onRetry={files.retry}
          onClear={files.clear}
        />
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" disabled={isSending} aria-keyshortcuts="Control+Enter">
            {isSending ? t("compose.sending") : t("compose.send")}
          </Button>
          <Button onClick={() => void cancel()}>{t("compose.cancel")}</Button>
          <span className={styles.spacer} />
          {isNarrow ? (
            <IconButton icon="clip" label={t("compose.addFiles")} onClick={() => picker.current?.click()} />
          ) : (
            <Button variant="quiet" icon="clip" onClick={() => picker.current?.click()}>
              {t("compose.addFiles")}
            </Button>
          )}
          <input
            ref={picker}
            type="file"
            accept={acceptedImages}
            multiple
            hidden
            onChange={(event) => {
              const picked = [...(event.target.files ?? [])];
              // So that the same file can be picked again after it was removed.
              event.target.value = "";
              void addFiles(picked);
            }}
          />
        </div>
      </footer>
    </form>
  );
}
