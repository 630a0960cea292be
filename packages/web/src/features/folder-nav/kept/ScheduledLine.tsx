import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import { followScheduled, useScheduled } from "../../../store/submissions/scheduled.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import styles from "../FolderNav.module.css";
import type { KeptLinesProps } from "./KeptLine.tsx";

addTexts(texts);

/** The way to the letters that are sent later, while there are any. */
export function ScheduledLine({ isRail, onChosen }: KeptLinesProps) {
  const { t } = useTranslation();
  const isPage = useLocation().pathname === "/scheduled";
  const { emails = [] } = useScheduled();
  useEffect(followScheduled, []);
  const count = emails.length;
  if (count === 0 && !isPage) return null;
  return (
    <Tooltip text={t("shell.scheduled")} side="right" disabled={!isRail}>
      <Link
        to="/scheduled"
        className={styles.link}
        aria-current={isPage ? "page" : undefined}
        draggable={false}
        onClick={() => onChosen?.()}
      >
        <span className={styles.icon}>
          <Icon icon="calendar" />
        </span>
        <span className={styles.label}>{t("shell.scheduled")}</span>
        {count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{formatNumber(count)}</span>
            <span className="visually-hidden"> {t("outbox.scheduled.count", { count })}</span>
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
