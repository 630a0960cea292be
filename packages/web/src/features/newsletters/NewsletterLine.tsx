import type { Newsletter } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateText } from "../../i18n/clock.ts";
import { fullDate, shortDate } from "../../i18n/dates.ts";
import { formatNumber } from "../../i18n/numbers.ts";
import { AccountMark } from "../../mail-ui/AccountMark.tsx";
import { ownerOf } from "../../store/session/all-accounts.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { UnsubscribeDialog } from "../../mail-ui/unsubscribe/UnsubscribeDialog.tsx";
import type { UnsubscribeWays } from "../../mail-ui/unsubscribe/unsubscribe-ways.ts";
import { NewsletterMenu } from "./NewsletterMenu.tsx";
import { findWaysOut } from "./ways-out.ts";
import styles from "./NewslettersPage.module.css";

export interface NewsletterLineProps {
  newsletter: Newsletter;
  position: number;
  total: number;
  /** Tab reaches it. */
  isActive: boolean;
  onFocus: (position: number) => void;
}

/** Its letters as a search finds them. */
const lettersOf = ({ listId, address }: Newsletter): string =>
  `/all?q=${encodeURIComponent(listId === null ? `from:${address}` : `list:${listId}`)}`;

/** One newsletter: how often it comes, how much of it is read, and what can be done about it. */
export function NewsletterLine({ newsletter, position, total, isActive, onFocus }: NewsletterLineProps) {
  const { t } = useTranslation();
  const [ways, setWays] = useState<UnsubscribeWays>();
  const { address, listId, totalEmails, openedEmails, emailsPerMonth } = newsletter;
  const name = visibleText(newsletter.name);
  // Of several accounts, which one is subscribed.
  const owner = ownerOf(newsletter.id);
  const tabIndex = isActive ? 0 : -1;
  return (
    <li
      className={styles.line}
      data-position={position}
      aria-setsize={total}
      aria-posinset={position + 1}
      onFocus={() => onFocus(position)}
    >
      <Avatar name={name} address={address} size={40} />
      <div className={styles.who}>
        <Link
          className={styles.name}
          data-main=""
          tabIndex={tabIndex}
          to={lettersOf(newsletter)}
          title={name}
          aria-label={t("newsletters.allLetters", { name })}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.address}>
          {owner && (
            <>
              <AccountMark owner={owner} />{" "}
            </>
          )}
          <bdi>{visibleText(address || (listId ?? ""))}</bdi>
        </span>
      </div>
      <p className={styles.facts}>
        <span>
          {emailsPerMonth < 1
            ? t("newsletters.rarely")
            : t("newsletters.perMonth", {
                number: formatNumber(emailsPerMonth, undefined, emailsPerMonth < 10 ? 1 : 0),
              })}
        </span>
        <span>{t("newsletters.opened", { opened: formatNumber(openedEmails), total: formatNumber(totalEmails) })}</span>
        <LastDate at={newsletter.newestAt} />
      </p>
      <div className={styles.actions}>
        {newsletter.hasUnsubscribe && (
          <Button
            tabIndex={tabIndex}
            aria-haspopup="dialog"
            aria-label={t("newsletters.leaveOf", { name })}
            onClick={() => void findWaysOut({ ...newsletter, name }).then(setWays)}
          >
            {t("newsletters.leave")}
          </Button>
        )}
        <NewsletterMenu newsletter={{ ...newsletter, name }} tabIndex={tabIndex} />
      </div>
      {ways && (
        <UnsubscribeDialog
          emailId={newsletter.emailId}
          message={ways.message}
          page={ways.page}
          onClose={() => setWays(undefined)}
        />
      )}
    </li>
  );
}

function LastDate({ at }: { at: string }) {
  const { t } = useTranslation();
  const date = new Date(at);
  const text = useDateText(date, shortDate);
  return (
    <time dateTime={at} title={`${t("newsletters.last")}: ${fullDate(date)}`}>
      <span className="visually-hidden">{t("newsletters.last")}: </span>
      {text}
    </time>
  );
}
