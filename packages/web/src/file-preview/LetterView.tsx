import { type Email, MethodError, SetFailure } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fullDate } from "../i18n/dates.ts";
import { formatSize } from "../i18n/numbers.ts";
import { cleanWithin, MessageFrame, PlainMessage, textFormatOf } from "../message-html/index.ts";
import { FileIcon } from "../mail-ui/FileIcon.tsx";
import { useFileName } from "../mail-ui/file-names.ts";
import { shownParts, textOf } from "../mail-ui/text-parts.ts";
import { askingLink, mailLink } from "../store/index.ts";
import { type ParsedLetter, parseLetter } from "../store/files/parsed-letter.ts";
import { visibleText } from "../ui/visible-text.ts";
import { useMessageColours } from "../message-html/use-message-colours.ts";
import { useLoaded } from "./use-content.ts";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import type { PreviewFile } from "./viewer-of.ts";

const people = (all: Email["from"]): string =>
  visibleText((all ?? []).map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", "));

export interface LetterViewProps {
  file: PreviewFile;
  /** Undefined: it lies too deep for that. */
  onOpen: ((file: PreviewFile) => void) | undefined;
}

/** The server has answered, and cannot read it: not every one reads letters within letters. */
const isUnread = (error: unknown): boolean => error instanceof SetFailure || error instanceof MethodError;

/** A letter in a file, sanitized and isolated as any letter, and without remote images. */
export function LetterView({ file, onOpen }: LetterViewProps) {
  const { t } = useTranslation();
  const content = useLoaded(file.blobId, parseLetter);
  if (content.state !== "ready") {
    const isRefused = content.state === "failed" && isUnread(content.error);
    return <Waiting content={content} failed={isRefused ? t("preview.letterUnread") : undefined} />;
  }
  const letter = content.value;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div className={styles.paper} role="region" aria-label={file.name} tabIndex={0} data-scrolls="">
      <h3 className={styles.subject}>{visibleText(letter.subject ?? "") || t("preview.noSubject")}</h3>
      <p className={styles.people}>
        {people(letter.from)}
        {letter.to && letter.to.length > 0 && ` → ${people(letter.to)}`}
        {letter.sentAt && ` · ${fullDate(new Date(letter.sentAt))}`}
      </p>
      <InnerFiles letter={letter} onOpen={onOpen} />
      {shownParts(letter).map((part, index) =>
        part.type === "text/html" ? (
          <Html key={part.partId ?? index} html={textOf(letter, part)} />
        ) : part.type.startsWith("text/") ? (
          <PlainMessage
            key={part.partId ?? index}
            text={textOf(letter, part)}
            format={textFormatOf(part["header:Content-Type"] as string | null | undefined)}
            quoteLabel={t("letter.quote")}
          />
        ) : null,
      )}
    </div>
  );
}

/** The files of a letter that is a file itself. */
function InnerFiles({ letter, onOpen }: { letter: ParsedLetter; onOpen: LetterViewProps["onOpen"] }) {
  const { t } = useTranslation();
  const { attachments } = letter;
  const nameOf = useFileName(onOpen ? attachments : []);
  if (attachments.length === 0) return null;
  return (
    <>
      <ul className={styles.inner} aria-label={t("preview.files")}>
        {attachments.map((part, index) => {
          const { blobId, type, size } = part;
          const name = nameOf(part);
          return (
            <li key={part.partId ?? index}>
              <FileIcon type={type} name={name} size={20} />
              {blobId && onOpen ? (
                <button type="button" className={styles.open} onClick={() => onOpen({ blobId, name, type, size })}>
                  {name}
                </button>
              ) : (
                name
              )}
              <span className={styles.size}>{formatSize(size)}</span>
            </li>
          );
        })}
      </ul>
      {!onOpen && <p className={styles.people}>{t("preview.tooDeep")}</p>}
      {onOpen && attachments.some(({ blobId }) => !blobId) && <p className={styles.people}>{t("preview.notGiven")}</p>}
    </>
  );
}

function Html({ html }: { html: string }) {
  const { t } = useTranslation();
  const { colours, dark } = useMessageColours();
  const message = useMemo(
    () =>
      cleanWithin(html, {
        imageFor: () => undefined,
        remoteFor: () => undefined,
        isDarkDrawing: () => false,
        dark,
        keepColours: false,
        mailLink,
        askingLink,
      }),
    [html, dark],
  );
  if (!message) return <p className={styles.note}>{t("preview.tooHeavy")}</p>;
  return (
    <MessageFrame
      message={message}
      colours={colours}
      isQuoteShown
      title={t("letter.text")}
      isHeavy={false}
      printedNote=""
    />
  );
}
