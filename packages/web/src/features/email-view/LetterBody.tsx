import type { EmailBodyPart } from "@pismo/jmap";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/add-texts.ts";
import { texts } from "../../i18n/reading-texts.ts";
import { cleanLetter, LetterFrame, PlainLetter, textFormatOf } from "../../letter-html/index.ts";
import { blobUrl, type Letter, mailLink, openCompose } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { CautiousBody } from "./CautiousBody.tsx";
import { inlineIds, textOf, troubleOf } from "./body-parts.ts";
import { originalUrl } from "./original-url.ts";
import { RemoteImages } from "./RemoteImages.tsx";
import { useCaution } from "./use-caution.ts";
import { useInlineImages } from "./use-inline-images.ts";
import { useRemoteImages } from "./use-remote-images.ts";
import { paper, useLetterColours } from "./use-letter-colours.ts";
import styles from "./LetterBody.module.css";

addTexts(texts);

const mail = { link: mailLink, open: (href: string) => openCompose({ kind: "link", href }) };

/** The text of a letter, part by part (RFC 8621 §4.1.4: htmlBody holds plain text and pictures too). */
export function LetterBody({ email }: { email: Letter }) {
  const { t } = useTranslation();
  const trouble = troubleOf(email);
  const caution = useCaution(email);
  const inline = inlineIds(email);
  const parts = (email.htmlBody.length > 0 ? email.htmlBody : email.textBody).filter(
    // A picture that the HTML puts in its place is not shown once more.
    ({ type, cid }) => !(type.startsWith("image/") && cid && inline.has(cid)),
  );
  return (
    <div className={styles.body}>
      {trouble && (
        <p className={styles.note}>
          <Icon name="info" />
          <span>{t(`letter.trouble.${trouble}`)}</span>
          <a href={originalUrl(email)} download>
            {t("letter.downloadOriginal")}
          </a>
        </p>
      )}
      {caution ? (
        <CautiousBody email={email} caution={caution} />
      ) : (
        parts.map((part, index) => <Part key={part.partId ?? index} email={email} part={part} />)
      )}
    </div>
  );
}

function Part({ email, part }: { email: Letter; part: EmailBodyPart }) {
  const { t } = useTranslation();
  if (part.type === "text/html") return <HtmlPart email={email} html={textOf(email, part)} />;
  if (part.type.startsWith("image/")) {
    const name = part.name ?? "";
    return part.blobId && <img className={styles.picture} src={blobUrl(part.blobId, name, part.type)} alt={name} />;
  }
  if (!part.type.startsWith("text/")) return null;
  const format = textFormatOf(part["header:Content-Type"] as string | null | undefined);
  return <PlainLetter text={textOf(email, part)} format={format} quoteLabel={t("letter.quote")} mail={mail} />;
}

function HtmlPart({ email, html }: { email: Letter; html: string }) {
  const { t } = useTranslation();
  const images = useInlineImages(email);
  const { colours, dark } = useLetterColours();
  const [isOriginal, setOriginal] = useState(false);
  const [isQuoteShown, setQuoteShown] = useState(false);
  const remote = useRemoteImages();
  const { images: remoteImages } = remote;
  const letter = useMemo(
    () =>
      cleanLetter(html, {
        imageFor: (id) => images.get(id),
        remoteFor: (url) => remoteImages.get(url),
        dark,
        keepColours: isOriginal,
        mailLink,
      }),
    [html, images, remoteImages, dark, isOriginal],
  );
  const isOnPaper = isOriginal && dark !== undefined;
  return (
    <>
      <RemoteImages emailId={email.id} letter={letter} remote={remote} />
      {dark && (letter.isRecoloured || isOriginal) && (
        <p className={styles.original}>
          <Button variant="quiet" onClick={() => setOriginal(!isOriginal)}>
            {t(isOriginal ? "letter.showAdapted" : "letter.showOriginal")}
          </Button>
        </p>
      )}
      <div className={isOnPaper ? styles.paper : undefined}>
        <LetterFrame
          letter={letter}
          colours={isOnPaper ? paper : colours}
          isQuoteShown={isQuoteShown}
          title={t("letter.text")}
        />
      </div>
      {letter.hasQuote && (
        <Button
          variant="quiet"
          icon={isQuoteShown ? "chevron-up" : "more"}
          className={styles.quote ?? ""}
          aria-expanded={isQuoteShown}
          onClick={() => setQuoteShown(!isQuoteShown)}
        >
          {t(isQuoteShown ? "letter.hideQuote" : "letter.showQuote")}
        </Button>
      )}
    </>
  );
}
