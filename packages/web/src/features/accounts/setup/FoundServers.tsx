import type { MailServerDiscoverResult, ServerEndpoint } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { domainOf } from "./account-draft.ts";
import styles from "./AccountForm.module.css";

/** Where the password will go, before it goes there: what was found may be another's word (RFC 6186 §4). */
export function FoundServers({
  answer,
}: {
  answer: MailServerDiscoverResult & { found: NonNullable<MailServerDiscoverResult["found"]> };
}) {
  const { t } = useTranslation();
  const { email, found, provider } = answer;
  const text = ({ host, port, security }: ServerEndpoint): string => `${host}:${port}, ${t(`servers.${security}`)}`;
  const host = "imap" in found ? found.imap.host : (URL.parse(found.jmapUrl)?.host ?? "");
  const values = { domain: domainOf(email), name: provider?.name ?? host };
  return (
    <section className={styles.found} aria-label={t("servers.found")}>
      <h3 className={styles.foundTitle}>
        <Icon icon="check" />
        {t("servers.found")}
      </h3>
      <p className={styles.foundBy}>{t(`servers.foundBy.${found.source}`, values)}</p>
      <dl className={styles.list}>
        {"imap" in found ? (
          <>
            <dt>IMAP</dt>
            <dd>{text(found.imap)}</dd>
            <dt>SMTP</dt>
            <dd>{found.smtp ? text(found.smtp) : t("servers.noSmtp")}</dd>
          </>
        ) : (
          <>
            <dt>JMAP</dt>
            <dd>{host}</dd>
          </>
        )}
        <dt>{t("servers.username")}</dt>
        <dd>{found.username}</dd>
      </dl>
    </section>
  );
}
