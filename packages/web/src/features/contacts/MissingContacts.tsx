import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { accountWith } from "../../store/session/all-accounts.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./ContactsPage.module.css";

/** Of several accounts together, whose contacts are not in the list. */
export function MissingContacts({ missing }: { missing: readonly Id[] }) {
  const { t } = useTranslation();
  const names = missing.map((id) => visibleText(accountWith(id).name)).join(", ");
  return (
    <div role="status">
      {missing.length > 0 && (
        <p className={styles.missing}>
          {t(missing.length === 1 ? "contacts.missing" : "contacts.missingSeveral", { names })}
        </p>
      )}
    </div>
  );
}
