import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { contentIdsIn } from "../../message-html/index.ts";
import type { AccountInfo } from "../../store/index.ts";
import type { DraftLock } from "../../store/drafts/writing.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { visibleText } from "../../ui/visible-text.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { drawerQuery } from "../../ui/widths.ts";
import { shortcutLabel } from "../../ui/keyboard/shortcut-label.ts";
import { AskingDialog } from "./asking/AskingDialog.tsx";
import { ComposeFooter } from "./ComposeFooter.tsx";
import styles from "./ComposePopup.module.css";
import { ComposeText } from "./ComposeText.tsx";
import { toHtml } from "./editor/html.ts";
import { FieldLine } from "./FieldLine.tsx";
import { noteDraft } from "./letters/open-drafts.ts";
import { noteLetter } from "./letters/open-letters.ts";
import type { PopupSize } from "./letters/popup-size.ts";
import { QuotedEmail } from "./quote/QuotedEmail.tsx";
import { RecipientFields } from "./recipients/RecipientFields.tsx";
import { SenderLine } from "./sender/SenderLine.tsx";
import { SignatureBelow } from "./sender/SignatureBelow.tsx";
import type { ComposeState } from "./session/compose-session.ts";
import { mayLeave } from "./session/draft-fields.ts";
import type { InitialFields } from "./session/initial-fields.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { type ComposeFormState, useComposeForm } from "./use-compose-form.ts";

export interface ComposeFormProps {
  /** Of the letter. */
  id: number;
  start: InitialFields;
  lock: DraftLock;
  /** That writes it. */
  account: AccountInfo;
  /** Undefined: it is shown. */
  minimisedAt: number | undefined;
  size: PopupSize;
  onClose(): void;
}

/** The Email being written. Closing keeps it as a draft, Cancel discards it, Send sends it. */
export function ComposeForm({ id, start, lock, account, minimisedAt, size, onClose }: ComposeFormProps) {
  const { t } = useTranslation();
  const subjectId = useId();
  const writing = useComposeForm(start, lock, account, onClose);
  const { form, session, send, addFiles } = writing;
  const { isSending, isMoving } = writing.state;
  const messageId = useSyncExternalStore(session.subscribe, () => session.messageId);
  const { isDraggedOver, handlers } = useFileDrop((files) => void addFiles(files));

  useEffect(() => noteDraft(messageId, id), [messageId, id]);
  useEffect(() => noteLetter({ id, session }), [session, id]);
  useEffect(() => session.minimise(minimisedAt), [session, minimisedAt]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void send();
  };

  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const isMeant = event.ctrlKey || event.metaKey;
    // Return in the subject would submit the form: an Email that is half written is not sent by accident.
    const isInSubject = event.target instanceof HTMLInputElement && event.target.id === subjectId;
    if (!isMeant && !isInSubject) return;
    event.preventDefault();
    if (isMeant) void send();
    else form.current?.querySelector<HTMLElement>(".ProseMirror")?.focus();
  };

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={isSending || isMoving}
        onSubmit={submit}
        onKeyDown={keyDown}
        {...handlers}
      >
        {(isSending || isMoving) && (
          <progress className={styles.sending} aria-label={t(isMoving ? "compose.moving" : "compose.sending")} />
        )}
        <ComposeHeader start={start} state={writing.state} size={size} onClose={onClose} />
        <ComposeBody start={start} writing={writing} subjectId={subjectId} />
        <ComposeFooter {...writing} />
        {isDraggedOver && (
          <div className={styles.dropHere} aria-hidden="true">
            {t("compose.dropHere")}
          </div>
        )}
      </form>
      {/* Not in the form, whose keys are not for it. */}
      {writing.asking && (
        <AskingDialog
          questions={writing.asking.questions}
          onBack={writing.asking.back}
          onSend={writing.asking.send}
          onHide={writing.asking.hide}
        />
      )}
    </>
  );
}

interface ComposeHeaderProps {
  start: InitialFields;
  state: ComposeState;
  size: PopupSize;
  onClose(): void;
}

function ComposeHeader({ start, state, size, onClose }: ComposeHeaderProps) {
  const { t } = useTranslation();
  const { status, isMoving } = state;
  // On a phone there is one letter at a time, and it fills the screen.
  const isNarrow = useMediaQuery(drawerQuery);
  // What is answered or forwarded is told from a letter of one's own, and from one another where there are several.
  const isOfAnother = start.original !== undefined || start.inReplyTo !== null;
  const subject = isOfAnother ? visibleText(state.fields.subject.trim()) : "";
  return (
    <header className={styles.header}>
      <Dialog.Title className={styles.title}>
        {subject ? (
          <>
            <span className="visually-hidden">{t("compose.newLetter")}: </span>
            {subject}
          </>
        ) : (
          t("compose.newLetter")
        )}
      </Dialog.Title>
      <span
        className={styles.status}
        role="status"
        data-failed={status === "failed" || status === "full" ? "" : undefined}
      >
        {isMoving ? t("compose.moving") : status !== "unsaved" && t(`compose.status.${status}`)}
      </span>
      {!isNarrow && (
        <>
          <IconButton
            icon={lateIcons.minimise}
            label={t("compose.minimise")}
            onClick={() => size.onMinimise(state.fields.subject)}
          />
          <IconButton
            icon={size.isLarge ? lateIcons.smaller : lateIcons.larger}
            label={t(size.isLarge ? "compose.usualSize" : "compose.fullSize")}
            onClick={() => size.onChange(!size.isLarge)}
          />
        </>
      )}
      <IconButton icon="close" label={t("compose.close")} shortcut={shortcutLabel("Escape")} onClick={onClose} />
    </header>
  );
}

interface ComposeBodyProps {
  start: InitialFields;
  writing: ComposeFormState;
  subjectId: string;
}

/** The fields of the Email. */
function ComposeBody({ start, writing, subjectId }: ComposeBodyProps) {
  const { t } = useTranslation();
  const { session, state, recipientProblems, forgetRecipientProblem } = writing;
  const { fields, isSending, isMoving } = state;
  return (
    <div className={styles.body} data-scroller="" inert={isSending || isMoving}>
      <SenderLine
        account={state.account}
        identities={writing.identities}
        identity={fields.identity}
        isMoving={isMoving}
        earlier={writing.earlier}
        onChoose={writing.chooseIdentity}
        onChooseAccount={(chosen) => void writing.chooseAccount(chosen)}
      />
      <RecipientFields
        start={start}
        fields={fields}
        problems={recipientProblems}
        onChange={(name, changed) => {
          forgetRecipientProblem(name);
          session.change(changed);
        }}
      />
      <FieldLine label={t("compose.subject")} htmlFor={subjectId}>
        <input
          id={subjectId}
          className={styles.subject}
          type="text"
          autoComplete="off"
          enterKeyHint="next"
          value={fields.subject}
          onChange={(event) => session.change({ subject: event.target.value })}
        />
        {mayLeave(fields, start) && (
          <label className={styles.leaves}>
            <input
              type="checkbox"
              checked={fields.leavesConversation}
              onChange={({ target }) => session.change({ leavesConversation: target.checked })}
            />
            {t("compose.newConversation")}
          </label>
        )}
      </FieldLine>
      <ComposeText start={start} writing={writing} />
      {fields.quote && (
        <QuotedEmail
          quote={fields.quote}
          onRemove={() => {
            session.change({ quote: null });
            session.files.removeShown(contentIdsIn(toHtml(fields.doc)));
          }}
        />
      )}
      {fields.signatureBelow && (
        <SignatureBelow
          signature={fields.signatureBelow}
          attachments={state.attachments}
          onRemove={() => session.change({ signatureBelow: null })}
        />
      )}
    </div>
  );
}
