import type { EmailBodyPart } from "@pismo/jmap";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/reading.ts";
import {
  cleanHeavy,
  cleanWithin,
  MessageFrame,
  noteSeen,
  paper,
  PlainMessage,
  textFormatOf,
} from "../../message-html/index.ts";
import { shownParts, textOf } from "../../mail-ui/text-parts.ts";
import { askingLink, type FullEmail, mailLink } from "../../store/index.ts";
import { blobUrl } from "../../store/records/blobs.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/icons/Icon.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { CautiousBody } from "./safety/CautiousBody.tsx";
import { HeavyPart, mail, misleading } from "./safety/HeavyPart.tsx";
import { inlineIds, troubleOf } from "./attachments/body-parts.ts";
import { MisleadingLinks } from "./safety/MisleadingLinks.tsx";
import { originalUrl } from "./original/original-url.ts";
import { RemoteImages } from "./safety/RemoteImages.tsx";
import { useCaution } from "./safety/use-caution.ts";
import { useInlineImages } from "./attachments/use-inline-images.ts";
import { useRemoteImages } from "./safety/use-remote-images.ts";
import { useMatching } from "./cards/matched-text.tsx";
import { useMessageColours } from "../../message-html/use-message-colours.ts";
import styles from "./MessageBody.module.css";

addTexts(texts);

/** The text of a message, part by part. */
export function MessageBody({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const trouble = troubleOf(email);
  const caution = useCaution(email);
  const inline = inlineIds(email);
  const parts = shownParts(email).filter(
    // An image that the HTML shows is not shown again.
    ({ type, cid }) => !(type.startsWith("image/") && cid && inline.has(cid)),
  );
  return (
    <div className={styles.body}>
      {trouble && (
        <p className={styles.note}>
          <Icon icon={lateIcons.info} />
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

function Part({ email, part }: { email: FullEmail; part: EmailBodyPart }) {
  if (part.type === "text/html") return <HtmlPart email={email} html={textOf(email, part)} />;
  if (part.type.startsWith("image/")) {
    const name = part.name ?? "";
    return part.blobId && <img className={styles.image} src={blobUrl(part.blobId, name, part.type)} alt={name} />;
  }
  if (!part.type.startsWith("text/")) return null;
  return <TextPart email={email} part={part} />;
}

function TextPart({ email, part }: { email: FullEmail; part: EmailBodyPart }) {
  const { t } = useTranslation();
  const matching = useMatching();
  const format = textFormatOf(part["header:Content-Type"] as string | null | undefined);
  return (
    <PlainMessage
      text={textOf(email, part)}
      format={format}
      quoteLabel={t("letter.quote")}
      inText={matching?.inText}
      mail={mail}
      misleading={misleading}
    />
  );
}

interface CleanUse {
  isOriginal: boolean;
  isShownAnyway: boolean;
  dark: ReturnType<typeof useMessageColours>["dark"];
  remoteImages: ReturnType<typeof useRemoteImages>["images"];
}

/** The clean message, again whenever images have come or the colours change. */
function useCleanMessage(email: FullEmail, html: string, { isOriginal, isShownAnyway, dark, remoteImages }: CleanUse) {
  const images = useInlineImages(email);
  const { partsOf, quote } = useMatching() ?? {};
  return useMemo(() => {
    const options = {
      imageFor: (id: string) => images.get(id)?.url,
      remoteFor: (url: string) => remoteImages.get(url)?.url,
      isDarkDrawing: (address: string) => (images.get(address) ?? remoteImages.get(address))?.isDarkDrawing ?? false,
      dark,
      keepColours: isOriginal,
      mailLink,
      askingLink,
      partsOf,
      quote,
    };
    return isShownAnyway ? cleanHeavy(html, options) : { message: cleanWithin(html, options), isCut: false };
  }, [html, images, remoteImages, dark, isOriginal, isShownAnyway, partsOf, quote]);
}

function HtmlPart({ email, html }: { email: FullEmail; html: string }) {
  const { t } = useTranslation();
  const { colours, dark } = useMessageColours();
  const [isOriginal, setOriginal] = useState(false);
  const [isQuoteShown, setQuoteShown] = useState(false);
  const remote = useRemoteImages();
  const { images: remoteImages } = remote;
  const [isShownAnyway, setShownAnyway] = useState(false);
  const { message, isCut } = useCleanMessage(email, html, { isOriginal, isShownAnyway, dark, remoteImages });
  const isOnPaper = isOriginal && dark !== undefined;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A reply quotes what was displayed here, at the time of the reply.
    const theme = dark && !isOriginal ? { colours, dark } : undefined;
    const width = (): number | undefined => box.current?.querySelector("iframe")?.clientWidth;
    const tiny = [...remoteImages].flatMap(([url, { isTiny }]) => (isTiny ? [url] : []));
    return noteSeen(email.id, { theme, images: new Set(remoteImages.keys()), tiny: new Set(tiny), width });
  }, [email.id, colours, dark, isOriginal, remoteImages]);
  if (!message) return <HeavyPart html={html} onShow={() => setShownAnyway(true)} />;
  return (
    <>
      <MisleadingLinks links={message.misleading} count={message.misleadingCount} />
      {isCut && (
        <p className={styles.note} role="status">
          <Icon icon={lateIcons.info} />
          <span>{t("reading.heavy.cut")}</span>
        </p>
      )}
      <RemoteImages emailId={email.id} message={message} remote={remote} />
      {dark && (message.isRecoloured || isOriginal) && (
        <p className={styles.original}>
          <Button variant="quiet" onClick={() => setOriginal(!isOriginal)}>
            {t(isOriginal ? "letter.showAdapted" : "letter.showOriginal")}
          </Button>
        </p>
      )}
      <div ref={box} className={isOnPaper ? styles.paper : undefined}>
        <MessageFrame
          message={message}
          colours={isOnPaper ? paper : colours}
          isQuoteShown={isQuoteShown}
          title={t("letter.text")}
          isHeavy={isShownAnyway}
          printedNote={t("reading.heavy.printed")}
        />
      </div>
      {message.hasQuote && (
        <Button
          variant="quiet"
          icon={isQuoteShown ? lateIcons.chevronUp : "more"}
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
