import type { Id } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { joinConversations } from "../../../actions/arrange.ts";
import { useDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { findConversations } from "../../../store/conversations/find.ts";
import type { EmailRow } from "../../../store/index.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Input } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./JoinDialog.module.css";

type Found = readonly EmailRow[] | "failed" | undefined;

/** The answer to what is typed; the one before stays until it is there. */
function useConversations(text: string, id: Id): Found {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const end = new AbortController();
    findConversations(text, id, end.signal).then(
      (rows) => !end.signal.aborted && setFound(rows),
      () => !end.signal.aborted && setFound("failed"),
    );
    return () => end.abort();
  }, [text, id]);
  return found;
}

/** Which conversation a letter's becomes one with. */
export function JoinDialog({ id, onClose }: { id: Id; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = useConversations(text, id);
  const buttons = (): HTMLElement[] => [...(list.current?.querySelectorAll("button") ?? [])];
  const join = (other: Id): void => {
    onClose();
    void joinConversations([id, other]);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("arrange.joinWith")}
      description={t("arrange.joinText")}
      closeLabel={t("shell.close")}
      initialFocus={input}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls in it */}
      <div
        className={styles.choice}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const all = [input.current!, ...buttons()];
          const at = all.indexOf(document.activeElement as HTMLInputElement);
          all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
        }}
      >
        <Input
          ref={input}
          type="search"
          aria-label={t("arrange.find")}
          placeholder={t("arrange.find")}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className={styles.status} role="status">
          {found === "failed" ? t("arrange.notFound") : found?.length === 0 && t("arrange.nothing")}
        </p>
        <ul ref={list} className={styles.list} aria-label={t("arrange.conversations")}>
          {Array.isArray(found) && found.map((row) => <Line key={row.id} row={row} onChoose={() => join(row.id)} />)}
        </ul>
      </div>
    </Dialog>
  );
}

function Line({ row: { subject, from, receivedAt }, onChoose }: { row: EmailRow; onChoose: () => void }) {
  const { t } = useTranslation();
  const [sender] = from ?? [];
  return (
    <li>
      <button type="button" className={styles.line} onClick={onChoose}>
        <span className={styles.subject}>{visibleText(subject?.trim() ?? "") || t("list.noSubject")}</span>
        <span className={styles.more}>
          <bdi>{sender ? visibleText(sender.name?.trim() || sender.email) : t("list.noSender")}</bdi>{" "}
          <time dateTime={receivedAt}>{useDateText(new Date(receivedAt), shortDate)}</time>
        </span>
      </button>
    </li>
  );
}
