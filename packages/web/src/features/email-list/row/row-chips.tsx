/**
 * What a row shows beside its subject: that it is muted, snoozed or came back, its labels, and of several accounts the one
 * that has the Email. Over the initials the picture of a contact.
 */
import { type EmailRow, type LabelFace, MUTED, PHISHING, RETURNED, UNANSWERED } from "@pismo/jmap";
import type { ReactNode } from "react";
import { offerLateActions } from "../../../actions/late-actions.ts";
import { isSnoozed } from "../../../actions/snooze.ts";
import { i18n } from "../../../i18n/index.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/row-signs.ts";
import { AccountMark, accountText } from "../../../mail-ui/AccountMark.tsx";
import { LabelChips, LabelDot } from "../../../mail-ui/LabelChips.tsx";
import { findMailbox } from "../../../store/index.ts";
import { ownerOf } from "../../../store/session/all-accounts.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { peopleOf } from "./people.ts";
import { RowPicture } from "./RowPicture.tsx";
import { SnoozedUntil } from "./SnoozedUntil.tsx";
import styles from "./row-chips.module.css";

addTexts(texts);
offerLateActions();

/** Chips beyond these are a number: the preview keeps some room. */
const MOST = 3;

export interface RowChips {
  /** Before the subject: of several accounts together the one that has the Email; and the picture of whom the row names. */
  mark: ReactNode;
  /** After it. */
  chips: ReactNode;
  /** For screen readers. */
  names: string;
}

/** Of a letter that may be false the name says nothing. */
const mayBeFalse = ({ keywords, mailboxIds }: EmailRow): boolean =>
  PHISHING in keywords || (findMailbox("junk")?.id ?? "") in mailboxIds;

/** @param all labels that there are @param word that introduces their names */
export function rowChips(row: EmailRow, all: readonly LabelFace[], word: string, folder: string): RowChips {
  const { id, keywords, mailboxIds } = row;
  const labels = all.filter(({ keyword }) => keyword in keywords);
  const { first } = peopleOf(row, folder);
  const owner = ownerOf(id);
  const isMuted = MUTED in keywords;
  const isAway = isSnoozed(mailboxIds);
  const isUnanswered = UNANSWERED in keywords;
  const isBack = RETURNED in keywords;
  const hasChips = labels.length > 0 || isMuted || isAway || isBack || isUnanswered;
  const names = [
    ...(isMuted ? [i18n.t("rowSigns.muted")] : []),
    ...(isAway ? [i18n.t("snooze.away")] : []),
    ...(isBack ? [i18n.t("snooze.returned")] : []),
    ...(isUnanswered ? [i18n.t("snooze.reminder.unanswered")] : []),
    ...(labels.length > 0 ? [`${word} ${labels.map(({ name }) => name).join(", ")}`] : []),
    ...(owner ? [accountText(owner)] : []),
  ];
  const mark = (
    <>
      {first && !mayBeFalse(row) && <RowPicture key={first.email} emailId={id} person={first} />}
      {owner && (
        <span className={styles.account}>
          <AccountMark owner={owner} />
        </span>
      )}
      {labels.length > 0 && (
        <span className={styles.dots}>
          {labels.slice(0, MOST).map((label) => (
            <LabelDot key={label.id} label={label} />
          ))}
        </span>
      )}
    </>
  );
  const chips = hasChips && (
    <span className={styles.chips}>
      {isMuted && (
        <span className={styles.muted} data-muted="">
          <Icon icon={lateIcons["bell-off"]} size={16} />
        </span>
      )}
      {isBack && (
        <span className={styles.returned}>
          <Icon icon={lateIcons.clock} size={14} />
          {i18n.t("snooze.returned")}
        </span>
      )}
      {isUnanswered && (
        <span className={styles.returned}>
          <Icon icon={lateIcons.bell} size={14} />
          {i18n.t("snooze.reminder.unanswered")}
        </span>
      )}
      {isAway && <SnoozedUntil id={id} className={styles.returned} />}
      {labels.length > 0 && <LabelChips labels={labels} most={MOST} />}
    </span>
  );
  return { mark, chips, names: names.join(", ") };
}
