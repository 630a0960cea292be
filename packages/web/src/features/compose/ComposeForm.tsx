import { Dialog } from "@base-ui/react/dialog";
import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../store/index.ts";
import { type LetterHold, prepareContacts, suggestContacts } from "../../store/writing.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { shortcutLabel } from "../../ui/shortcut-label.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { drawerQuery } from "../../ui/widths.ts";
import { pickerAccept } from "./accepted-files.ts";
import { AttachmentTray } from "./AttachmentTray.tsx";
import styles from "./ComposePopup.module.css";
import { Editor } from "./editor/Editor.tsx";
import { createLetterInHand, type SendProblem } from "./letter-in-hand.ts";
import { leftOutText } from "./left-out-text.ts";
import type { RecipientName } from "./letter-fields.ts";
import { QuotedLetter } from "./QuotedLetter.tsx";
import { RecipientField } from "./RecipientField.tsx";
import { sendProblem } from "./send-problem.ts";
import type { LetterStart } from "./start-letter.ts";

/** The letter being written. Closing keeps it as a draft, Cancel discards it, Send sends it. */
export function ComposeForm({ start, hold, onClose }: { start: LetterStart; hold: LetterHold; onClose(): void }) {
  const { t } = useTranslation();
  const account = useAccount();
  const id = useId();
  const isNarrow = useMediaQuery(drawerQuery);
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [letter] = useState(() => createLetterInHand(start, hold, account.accountId, onClose));
  const { fields, attachments, status, isSending } = useSyncExternalStore(letter.subscribe, letter.get);
  const { change, files } = letter;
  const [shown, setShown] = useState({ cc: start.cc.length > 0, bcc: start.bcc.length > 0 });
  const [problem, setProblem] = useState(() => (start.error === undefined ? undefined : sendProblem(start.error, t)));
  const [remark, setRemark] = useState<string>();
  const [recipientProblems, setRecipientProblems] = useState<Partial<Record<RecipientName, string | undefined>>>({});
  const [isDraggedOver, setDraggedOver] = useState(false);

  useEffect(prepareContacts, []);
  useEffect(() => letter.open(), [letter]);

  const addFiles = async (picked: File[]): Promise<void> => {
    if (picked.length === 0) return;
    const leftOut = await files.add(picked, { ...account, types: account.attachmentTypes });
    const { alert, note } = leftOutText(leftOut, account, t);
    setProblem(alert);
    setRemark(note);
  };

  /** The first chip that is to be corrected, else the input. */
  const focusRecipients = (name: RecipientName): void => {
    const input = form.current?.querySelector<HTMLElement>(`[data-recipients="${name}"]`);
    const wrong = input?.closest("ul")?.querySelector<HTMLElement>("[data-invalid] [data-chip]");
    (wrong ?? input)?.focus();
  };

  const explain = (found: SendProblem): void => {
    if (found.kind === "refused") return setProblem(sendProblem(found.error, t));
    if (found.kind === "uploads") return setProblem(t("compose.error.uploads"));
    const texts: Partial<Record<RecipientName, string>> =
      found.kind === "noRecipients"
        ? { to: t("compose.error.noRecipients") }
        : Object.fromEntries(
            Object.entries(found.fields).map(([name, addresses]) => [
              name,
              t("compose.error.invalidRecipients", { addresses: addresses.join(", "), count: addresses.length }),
            ]),
          );
    setRecipientProblems(texts);
    const [first] = Object.keys(texts) as RecipientName[];
    if (first) focusRecipients(first);
  };

  const send = async (): Promise<void> => {
    setProblem(undefined);
    setRemark(undefined);
    const found = await letter.send();
    if (found) explain(found);
  };

  const leaveQuoteOut = (): void => {
    change({ quote: null });
    files.removeShown();
  };

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const isMeant = event.ctrlKey || event.metaKey;
    // Return in the subject would submit the form: a letter that is half written is not sent by accident.
    const isInSubject = event.target instanceof HTMLInputElement && event.target.id === `${id}-subject`;
    if (!isMeant && !isInSubject) return;
    event.preventDefault();
    if (isMeant) void send();
    else form.current?.querySelector<HTMLElement>(".ProseMirror")?.focus();
  };

  const recipientField = (name: RecipientName, extra: { autoFocus?: boolean; children?: ReactNode } = {}) => (
    <RecipientField
      name={name}
      label={t(`compose.${name}`)}
      recipients={fields[name]}
      text={fields.typed[name]}
      error={recipientProblems[name]}
      onChange={(recipients, text) => {
        setRecipientProblems((before) => ({ ...before, [name]: undefined }));
        change({ [name]: recipients, typed: { ...fields.typed, [name]: text } });
      }}
      suggest={suggestContacts}
      {...extra}
    />
  );
  const unfold = (name: "cc" | "bcc") =>
    !shown[name] && (
      <Button variant="quiet" className={styles.unfold} onClick={() => setShown({ ...shown, [name]: true })}>
        {t(`compose.${name}`)}
      </Button>
    );
  const unfoldBoth = !(shown.cc && shown.bcc) && (
    <IconButton
      icon="chevron-down"
      label={t("compose.ccAndBcc")}
      className={styles.unfoldBoth}
      onClick={() => setShown({ cc: true, bcc: true })}
    />
  );
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-busy={isSending}
      onSubmit={submit}
      onKeyDown={keyDown}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false);
      }}
      onDrop={(event) => {
        setDraggedOver(false);
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        void addFiles([...event.dataTransfer.files]);
      }}
    >
      {isSending && <progress className={styles.sending} aria-label={t("compose.sending")} />}
      <header className={styles.header}>
        <Dialog.Title className={styles.title}>{t("compose.newLetter")}</Dialog.Title>
        <span className={styles.status} role="status" data-failed={status === "failed" ? "" : undefined}>
          {status !== "unsaved" && t(`compose.status.${status}`)}
        </span>
        <IconButton icon="close" label={t("compose.close")} shortcut={shortcutLabel("Escape")} onClick={onClose} />
      </header>
      <div className={styles.body} inert={isSending}>
        {recipientField("to", {
          autoFocus: start.to.length === 0,
          children: (
            <span className={styles.unfolders}>
              {isNarrow ? (
                unfoldBoth
              ) : (
                <>
                  {unfold("cc")}
                  {unfold("bcc")}
                </>
              )}
            </span>
          ),
        })}
        {shown.cc && recipientField("cc", { autoFocus: start.cc.length === 0 && !isNarrow })}
        {shown.bcc && recipientField("bcc", { autoFocus: start.bcc.length === 0 && !isNarrow })}
        <div className={styles.subjectLine}>
          <label className={styles.subjectLabel} htmlFor={`${id}-subject`}>
            {t("compose.subject")}
          </label>
          <input
            id={`${id}-subject`}
            className={styles.subject}
            type="text"
            autoComplete="off"
            enterKeyHint="next"
            value={fields.subject}
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
        {fields.quote && <QuotedLetter quote={fields.quote} onRemove={leaveQuoteOut} />}
      </div>
      <footer className={styles.footer}>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <p className={styles.remark} role="status">
          {remark}
        </p>
        <AttachmentTray
          // What the quote shows is no file of its own.
          attachments={attachments.filter(({ cid }) => cid === undefined)}
          onRemove={files.remove}
          onRetry={files.retry}
          onClear={() => {
            setProblem(undefined);
            setRemark(undefined);
            files.clear();
          }}
        />
        <div className={styles.buttons}>
          <Button
            variant="primary"
            type="submit"
            // Not `disabled`: the focus would be lost, and a refused letter is sent again from here.
            aria-disabled={isSending ? true : undefined}
            aria-keyshortcuts="Control+Enter"
            title={shortcutLabel("Control+Enter")}
          >
            {isSending ? t("compose.sending") : t("compose.send")}
          </Button>
          <Button onClick={() => void letter.cancel()}>{t("compose.cancel")}</Button>
          <span className={styles.spacer} />
          {isNarrow ? (
            <IconButton icon="clip" label={t("compose.addFiles")} onClick={() => picker.current?.click()} />
          ) : (
            <Button variant="quiet" icon="clip" className={styles.add} onClick={() => picker.current?.click()}>
              {t("compose.addFiles")}
            </Button>
          )}
          <input
            ref={picker}
            type="file"
            accept={pickerAccept(account.attachmentTypes)}
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
      {isDraggedOver && (
        <div className={styles.dropHere} aria-hidden="true">
          {t("compose.dropHere")}
        </div>
      )}
    </form>
  );
}
