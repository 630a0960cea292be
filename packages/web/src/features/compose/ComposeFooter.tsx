import { useTranslation } from "react-i18next";
import { dateInText } from "../../i18n/dates.ts";
import { useAccount } from "../../store/index.ts";
import { acceptedTypes } from "../../store/drafts/accepted-types.ts";
import { Button } from "../../ui/Button.tsx";
import { shortcutLabel } from "../../ui/keyboard/shortcut-label.ts";
import { AttachmentTray } from "./attachments/AttachmentTray.tsx";
import styles from "./ComposePopup.module.css";
import { FilePicker } from "./attachments/FilePicker.tsx";
import { RefusedFiles } from "./attachments/names/RefusedFiles.tsx";
import { SmallerPictures } from "./attachments/smaller/SmallerPictures.tsx";
import { SendLater } from "./later/SendLater.tsx";
import type { ComposeFormState } from "./use-compose-form.ts";

/** What is wrong, what is attached, and the buttons. */
export function ComposeFooter(writing: ComposeFormState) {
  const { session, state, problem, remark, maxHoldSeconds, sendAt, send, addFiles, clearFiles, room, explainTooMuch } =
    writing;
  const { t } = useTranslation();
  const { accountId: shownId } = useAccount();
  const { attachments, isSending, isMoving } = state;
  const { remindAfterDays } = state.fields;
  const standing = [
    ...(sendAt ? [t("compose.notScheduled", { date: dateInText(sendAt) })] : []),
    ...(remindAfterDays === null ? [] : [t("compose.remind.will", { count: remindAfterDays })]),
  ];
  return (
    <footer className={styles.footer} inert={isMoving}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.remark} role="status">
        {remark ?? standing.join("\n")}
      </p>
      <AttachmentTray
        // What the quote shows is no file of its own.
        attachments={attachments.filter(({ cid }) => cid === undefined)}
        onRemove={(key) => session.files.remove(key)}
        onRetry={(key) => session.files.retry(key)}
        onRename={(key, name) => session.files.rename(key, name)}
        onShift={(key, by) => session.files.shift(key, by)}
        targets={writing.otherLetters}
        onMove={writing.moveFile}
        canPreview={state.account.accountId === shownId}
        onClear={clearFiles}
      />
      <RefusedFiles attachments={attachments} />
      <SmallerPictures
        attachments={attachments.filter(({ cid }) => cid === undefined)}
        room={room}
        onSizes={(key, sizes, size) => session.files.size(key, sizes, size)}
        onChoose={(size, tooMuch) => {
          explainTooMuch(tooMuch);
          if (tooMuch.length === 0) session.files.choose(size);
        }}
      />
      <div className={styles.buttons}>
        <Button
          variant="primary"
          type="submit"
          // Not `disabled`: the focus would be lost, and a refused Email is sent again from here.
          aria-disabled={isSending ? true : undefined}
          aria-keyshortcuts="Control+Enter"
          title={shortcutLabel("Control+Enter")}
        >
          {isSending ? t("compose.sending") : t("compose.send")}
        </Button>
        <SendLater
          maxSeconds={maxHoldSeconds}
          whileSignedIn={writing.whileSignedIn}
          before={sendAt}
          asksForReceipt={state.fields.asksForReceipt}
          onAskForReceipt={(asksForReceipt) => session.change({ asksForReceipt })}
          mayRemind={writing.mayRemind}
          remindAfterDays={remindAfterDays}
          onRemind={(days) => session.change({ remindAfterDays: days })}
          onSend={(time) => void send(time)}
        />
        <Button onClick={() => void session.cancel()}>{t("compose.cancel")}</Button>
        <span className={styles.spacer} />
        <FilePicker types={acceptedTypes(state.account)} onPick={(picked) => void addFiles(picked)} />
      </div>
    </footer>
  );
}
