import { useTranslation } from "react-i18next";
import type { ShownFiles } from "../../store/files/files.ts";
import { accountWith } from "../../store/session/all-accounts.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./FilesPage.module.css";

const namesOf = (ids: readonly string[]): string => ids.map((id) => visibleText(accountWith(id).name)).join(", ");

/** Of several accounts together, whose files are not there or not all: those that lie at other servers. */
export function FileMembers({ files: { missing, reading, failing } }: { files: ShownFiles }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {missing.length > 0 && (
        <p className={styles.members}>
          {t(missing.length === 1 ? "files.missing" : "files.missingSeveral", { names: namesOf(missing) })}
        </p>
      )}
      {failing.length > 0 && (
        <p className={styles.members}>
          {t(failing.length === 1 ? "files.failing" : "files.failingSeveral", { names: namesOf(failing) })}
        </p>
      )}
      {reading.length > 0 && (
        <p className={styles.members}>
          {t(reading.length === 1 ? "files.reading" : "files.readingSeveral", { names: namesOf(reading) })}
        </p>
      )}
    </div>
  );
}
