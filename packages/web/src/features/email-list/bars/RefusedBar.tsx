import { MAX_REFUSED_LINES, type OutboxEntry } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { useAccount } from "../../../store/index.ts";
import { followOutbox, useOutbox } from "../../../store/submissions/outbox.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { BarRoom } from "./BarRoom.tsx";
import styles from "./RefusedBar.module.css";

addTexts(texts);

const isRefused = ({ recipients }: OutboxEntry): boolean => recipients.every(({ state }) => state === "failed");

/** Letters that none took: the person may have sent them days ago, and was not there when they were refused. */
export function RefusedBar() {
  const { t } = useTranslation();
  const { accountId, entries, hasFailed } = useOutbox();
  useEffect(followOutbox, []);
  const shown = useAccount().accountId;
  if (!entries || accountId !== shown) return !hasFailed && <BarRoom bar="refused" />;
  // More stand on the page of the outbox.
  const refused = entries.filter(isRefused).slice(-MAX_REFUSED_LINES);
  if (refused.length === 0) return null;
  return (
    <ul className={styles.bar} data-bar={`refused${refused.length}`} aria-label={t("outbox.letters")}>
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
