import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts as accountTexts } from "../../i18n/lazy/accounts.ts";
import { texts } from "../../i18n/lazy/mail-settings.ts";
import { ReadingSettings } from "../../features/settings/ReadingSettings.tsx";
import { WritingSettings } from "../../features/settings/WritingSettings.tsx";
import { VacationSettings } from "../../features/vacation/VacationSettings.tsx";
import { LabelsSettings } from "../../features/labels/LabelsSettings.tsx";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import { NotFoundError } from "../../ui/NotFoundError.ts";
import { AccountsSettings } from "../../features/accounts/settings/AccountsSettings.tsx";
import { SessionsSettings } from "../../features/accounts/settings/SessionsSettings.tsx";
import styles from "./SettingsPage.module.css";

addTexts(texts);
addTexts(accountTexts);

/** With the editor, which no other page needs. */
const identitiesParts = partsOnDemand(() => import("../../features/compose/identities/IdentitiesSettings.tsx"));

/** Few people open it. */
const rulesParts = partsOnDemand(() => import("../../features/rules/RulesSettings.tsx"));

const notificationsParts = partsOnDemand(() => import("../../features/notifications/NotificationsSettings.tsx"));

function NotificationsPage() {
  const parts = notificationsParts.use(true);
  return parts && <parts.NotificationsSettings />;
}

function RulesPage() {
  const parts = rulesParts.use(true);
  return parts && <parts.RulesSettings />;
}

function AddressesPage() {
  const parts = identitiesParts.use(true);
  return parts && <parts.IdentitiesSettings />;
}

/** By their path segments, in the order of the list. */
const pages: Readonly<Record<string, ComponentType>> = {
  reading: ReadingSettings,
  writing: WritingSettings,
  addresses: AddressesPage,
  vacation: VacationSettings,
  accounts: AccountsSettings,
  labels: LabelsSettings,
  rules: RulesPage,
  notifications: NotificationsPage,
  sessions: SessionsSettings,
};

/** Mail settings: a list of pages, and the one that the address names. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { page = "" } = useParams();
  const Content = Object.hasOwn(pages, page) ? pages[page] : undefined;
  if (!Content) throw new NotFoundError(`/settings/${page}`);
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <nav className={styles.pages} aria-label={t("shell.accounts.mailSettings")}>
          <ul>
            {Object.keys(pages).map((name) => (
              <li key={name}>
                <Link
                  className={styles.link}
                  to={`/settings/${name}`}
                  aria-current={name === page ? "page" : undefined}
                >
                  {t(`mailSettings.${name}.title`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className={styles.content} aria-labelledby="settings-page">
          <h2 id="settings-page" className={styles.title}>
            {t(`mailSettings.${page}.title`)}
          </h2>
          <Content key={page} />
        </section>
      </div>
    </div>
  );
}
