import type { OutboxEntry } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { followOutbox, useOutbox } from "../../../store/submissions/outbox.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./RefusedBar.module.css";

addTexts(texts);

/** More stand on the page of the outbox. */
const MAX_LINES = 3;

const isRefused = ({ recipients }: OutboxEntry): boolean => recipients.every(({ state }) => state === "failed");

/** Letters that none took: the person may have sent them days ago, and was not there when they were refused. */
export function RefusedBar() {
  const { t } = useTranslation();
  const { entries = [] } = useOutbox();
  useEffect(followOutbox, []);
  const refused = entries.filter(isRefused).slice(-MAX_LINES);
  if (refused.length === 0) return null;
  return (
    <ul className={styles.bar} aria-label={t("outbox.letters")}>
      {refused.map(({ id, subject, recipients }) => (
        <li key={id}>
          <Icon icon={lateIcons.warning} />
          <span>
            {t("outbox.notice", {
              subject: visibleText(subject?.trim() ?? "") || t("outbox.noSubject"),
              problem: t(`outbox.problem.${recipients[0]?.problem ?? "other"}`),
            })}{" "}
            <Link to="/outbox">{t("outbox.show")}</Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
