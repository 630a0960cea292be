import type { EmailHeader } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatSize } from "../../../i18n/numbers.ts";
import { withNumber } from "../../../mail-ui/failure-text.ts";
import { failureNumber, type FullEmail } from "../../../store/index.ts";
import { shortened } from "../../../store/shortened.ts";
import { loadHeaderFields, loadSourceStart } from "../../../store/records/message-source.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { originalUrl } from "./original-url.ts";
import styles from "./SourceDialog.module.css";

/** Limits of the display: octets of the source, header fields, characters of one. */
const [mostSource, mostFields, longestField] = [200_000, 500, 4000];

const visibleLines = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => visibleText(line))
    .join("\n");

/** The lines of a field's value, each without the space that it was folded with. */
const fieldValue = (raw: string): string => visibleLines(shortened(raw.trim(), longestField)).replace(/\n[ ]+/g, "\n");

interface Failed {
  failed: true;
  number: string | undefined;
}

/** Everything that came with an Email, as text and nothing else. */
export function SourceDialog({ email, onClose }: { email: FullEmail; onClose: () => void }) {
  const { t } = useTranslation();
  const [found, setFound] = useState<{ fields: EmailHeader[]; source: string } | Failed>();
  useEffect(() => {
    const stop = new AbortController();
    Promise.all([loadHeaderFields(email.id, stop.signal), loadSourceStart(email.blobId, mostSource, stop.signal)]).then(
      ([fields, source]) => setFound({ fields, source: visibleLines(source) }),
      (error: unknown) => void (stop.signal.aborted || setFound({ failed: true, number: failureNumber(error) })),
    );
    return () => stop.abort();
  }, [email.id, email.blobId]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("reading.source.title")}
      closeLabel={t("shell.close")}
      width={960}
      isText
      footer={
        <>
          <a className={styles.download} href={originalUrl(email)} download>
            {t("letter.downloadOriginal")} ({formatSize(email.size)})
          </a>
          <Button variant="primary" onClick={onClose}>
            {t("shell.close")}
          </Button>
        </>
      }
    >
      {found === undefined && <Skeleton height={240} radius={12} />}
      {found && "failed" in found && <p role="alert">{withNumber(t("letter.failed"), found.number, t)}</p>}
      {found && "source" in found && (
        <>
          <h3 className={styles.heading}>{t("reading.source.headers", { count: found.fields.length })}</h3>
          <dl className={styles.fields}>
            {found.fields.slice(0, mostFields).map(({ name, value }, index) => (
              // The fields of an Email never change, and many have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={index} className={styles.field}>
                <dt>{visibleText(name)}</dt>
                <dd>{fieldValue(value)}</dd>
              </div>
            ))}
          </dl>
          {found.fields.length > mostFields && (
            <p className={styles.note}>{t("reading.source.moreFields", { count: found.fields.length - mostFields })}</p>
          )}
          <h3 className={styles.heading}>{t("reading.source.source")}</h3>
          {email.size > mostSource && (
            <p className={styles.note}>{t("reading.source.start", { size: formatSize(mostSource) })}</p>
          )}
          <pre className={styles.source} dir="ltr">
            {found.source}
          </pre>
        </>
      )}
    </Dialog>
  );
}
