import type { Email } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { fullDate } from "../i18n/dates.ts";
import { cleanWithin, MessageFrame, PlainMessage, textFormatOf } from "../message-html/index.ts";
import { shownParts, textOf } from "../mail-ui/text-parts.ts";
import { askingLink, mailLink } from "../store/index.ts";
import { parseLetter } from "../store/files/parsed-letter.ts";
import { visibleText } from "../ui/visible-text.ts";
import { useMessageColours } from "../message-html/use-message-colours.ts";
import { useLoaded } from "./use-content.ts";
import styles from "./FilePreview.module.css";
import { Waiting } from "./Waiting.tsx";
import type { PreviewFile } from "./viewer-of.ts";

const people = (all: Email["from"]): string =>
  visibleText((all ?? []).map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", "));

/** A letter in a file, sanitized and isolated as any letter, and without remote images. */
export function LetterView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation();
  const content = useLoaded(file.blobId, parseLetter);
  if (content.state !== "ready") return <Waiting content={content} />;
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
      {letter.attachments.length > 0 && (
        <p className={styles.people}>
          {t("preview.files", { names: letter.attachments.map(({ name }) => visibleText(name ?? "—")).join(", ") })}
        </p>
      )}
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
