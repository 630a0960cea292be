import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { formatNumber } from "../../i18n/numbers.ts";
import { useOutboxNotices } from "./use-outbox-notices.ts";
import { followOutbox, useOutbox } from "../../store/submissions/outbox.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import styles from "./FolderNav.module.css";
import { lateIcons } from "../../ui/icons/late-icons.ts";

addTexts(texts);

export interface OutboxLineProps {
  isRail: boolean;
  onChosen: (() => void) | undefined;
}

/** The way to Emails that have not arrived, while there are any. */
export function OutboxLine({ isRail, onChosen }: OutboxLineProps) {
  const { t } = useTranslation();
  const isPage = useLocation().pathname === "/outbox";
  const { entries = [] } = useOutbox();
  useEffect(followOutbox, []);
  useOutboxNotices();
  if (entries.length === 0 && !isPage) return null;
  const count = entries.length;
  return (
    <li>
      <Tooltip text={t("shell.outbox")} side="right" disabled={!isRail}>
        <Link
          to="/outbox"
          className={styles.link}
          aria-current={isPage ? "page" : undefined}
          data-unread={count > 0 ? "" : undefined}
          draggable={false}
          onClick={() => onChosen?.()}
        >
          <span className={styles.icon}>
            <Icon icon={lateIcons.upload} />
          </span>
          <span className={styles.label}>{t("shell.outbox")}</span>
          {count > 0 && (
            <span className={styles.count}>
              <span aria-hidden="true">{formatNumber(count)}</span>
              <span className="visually-hidden"> {t("outbox.count", { count })}</span>
            </span>
          )}
        </Link>
      </Tooltip>
    </li>
  );
}
