import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { useFileName } from "../../../mail-ui/file-names.ts";
import { type LastFile, useLastFiles } from "../../../store/contacts/last-files.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import styles from "./PersonCard.module.css";

const SHOWN = 3;

/** The newest files of a person, each with the way to its letter; nothing where there are none. */
export function LastFiles({ address }: { address: string }) {
  const { t } = useTranslation();
  const id = useId();
  const files = useLastFiles(address, SHOWN);
  const nameOf = useFileName((files ?? []).map(({ file }) => file));
  if (!files || files.length === 0) return null;
  return (
    <>
      <h3 className={styles.label} id={id}>
        {t("personCard.files")}
      </h3>
      <ul className={styles.files} aria-labelledby={id}>
        {files.map((file) => (
          <li key={`${file.emailId} ${file.file.partId ?? file.file.blobId}`}>
            <FileLine {...file} name={nameOf(file.file)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FileLine({ emailId, subject, receivedAt, name }: LastFile & { name: string }) {
  const date = useDateText(new Date(receivedAt), shortDate);
  return (
    <Link className={styles.file} to={`/email/${emailId}?title=${encodeURIComponent(subject ?? "")}`}>
      <Icon icon="clip" size={16} />
      <span className={styles.fileName}>{name}</span>
      <time dateTime={receivedAt}>{date}</time>
    </Link>
  );
}
