import type { EmailAddress } from "@pismo/jmap";
import { Fragment, type ReactNode, Suspense, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Action, atSign, flag, markRead, markUnread, unflag } from "../../../actions/index.ts";
import { runAction } from "../../../actions/run-action.ts";
import { useDateText } from "../../../i18n/clock.ts";
import { fullDate, emailDate } from "../../../i18n/dates.ts";
import { formatNumber } from "../../../i18n/numbers.ts";
import { isFlagged, isImportant, isUnread, type FullEmail, mayChange } from "../../../store/index.ts";
import { writingAccount } from "../../../store/session/all-accounts.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { lazyPart } from "../../../ui/lazy/fetch-code.ts";
import { MatchedText } from "../cards/matched-text.tsx";
import { pictureOf } from "../../../store/contacts/card-names.ts";
import { useContactOf } from "../../../store/contacts/contact-of.ts";
import { isOwnLetter } from "../genuine/own-letter.ts";
import { datesInWords } from "./letter-dates.ts";
import { EmailLabels } from "./EmailLabels.tsx";
import { PersonName, type PersonNameProps } from "../person/PersonName.tsx";
import { NewsletterLink } from "./NewsletterLink.tsx";
import { printedHead } from "./printed-head.ts";
import { useCaution } from "../safety/use-caution.ts";
import { SenderContact } from "./SenderContact.tsx";
import { recipientsLine } from "./recipients-line.ts";
import { Unsubscribe } from "./Unsubscribe.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./EmailHead.module.css";

const GenuineDialog = lazyPart(() => import("../genuine/GenuineDialog.tsx"), "GenuineDialog");

/** Sender, recipients and date, with the badges of the Email. */
export function EmailHead({ email, fold }: { email: FullEmail; fold: ReactNode }) {
  const { t } = useTranslation();
  const sender = email.from?.[0] ?? email.sender?.[0];
  const others = (email.from?.length ?? 1) - 1;
  // Of a letter that may be false the name says nothing.
  const caution = useCaution(email);
  const contact = useContactOf(email.id, caution ? undefined : sender?.email);
  const name = sender ? visibleText((sender.name?.trim() || sender.email).slice(0, longestName)) : t("letter.noSender");
  const date = new Date(email.sentAt ?? email.receivedAt);
  const dateText = useDateText(date, emailDate);
  const unread = isUnread(email);
  const run = (action: Action): void => runAction(action, atSign(email.id));
  const flagged = isFlagged(email);
  const shown = flagged ? "flag" : isImportant(email) ? "important" : undefined;
  const flagLabel = t(flagged ? "letter.unflag" : shown ? "letter.flagImportant" : "letter.flag");
  return (
    <div className={styles.head}>
      <Avatar
        name={sender?.name ?? ""}
        address={sender?.email ?? "?"}
        image={contact ? pictureOf(contact) : undefined}
        size={40}
      />
      <div className={styles.lines}>
        <div className={styles.first}>
          <bdi className={styles.name}>
            {sender ? (
              <PersonName emailId={email.id} person={sender} isBelieved={!caution} name={name}>
                <MatchedText>{name}</MatchedText>
              </PersonName>
            ) : (
              name
            )}
          </bdi>
          {/* The name is whatever the sender likes; the address is what an answer goes to. */}
          {sender?.name?.trim() && (
            <bdi className={styles.address}>
              <MatchedText>{visibleText(sender.email.slice(0, longestName))}</MatchedText>
            </bdi>
          )}
          {others > 0 && (
            <span className={styles.address}>
              {t("letter.moreSenders", { count: others, number: formatNumber(others) })}
            </span>
          )}
          {sender && <SenderContact emailId={email.id} sender={sender} contact={contact} />}
          <span className={styles.when}>
            <time className={styles.date} dateTime={email.sentAt ?? email.receivedAt} title={fullDate(date)}>
              {dateText}
            </time>
            <button
              type="button"
              className={styles.dot}
              disabled={!mayChange(email, "maySetSeen")}
              data-unread={unread ? "" : undefined}
              aria-label={t(unread ? "actions.markRead" : "actions.markUnread")}
              title={t(unread ? "actions.markRead" : "actions.markUnread")}
              onClick={() => run(unread ? markRead : markUnread)}
            />
            <button
              type="button"
              className={styles.sign}
              disabled={!mayChange(email, "maySetKeywords")}
              data-shown={shown}
              aria-label={flagLabel}
              title={flagLabel}
              onClick={() => run(flagged ? unflag : flag)}
            >
              <Icon icon={flagged ? "flag-filled" : shown ? "important-filled" : "flag"} />
            </button>
          </span>
          <Unsubscribe email={email} />
          <NewsletterLink email={email} />
          {fold && <span className={styles.fold}>{fold}</span>}
        </div>
        <Recipients email={email} isBelieved={!caution} />
        <EmailLabels email={email} />
      </div>
    </div>
  );
}

/** "To: you, Anna, 3 more recipients"; expands to all of them with their addresses. */
function Recipients({ email, isBelieved }: { email: FullEmail; isBelieved: boolean }) {
  const { t } = useTranslation();
  const { email: own } = writingAccount(email.id);
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const id = useId();
  const { to, cc, bcc } = email;
  const everybody = useMemo(() => [to, cc, bcc].flatMap((people) => people ?? []), [to, cc, bcc]);
  const { names, more } = recipientsLine(everybody, own, t("letter.you"));
  return (
    <div className={styles.recipients} data-printed={printedHead(email, t)}>
      <button
        type="button"
        className={styles.to}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.toText}>
          {everybody.length === 0
            ? t("letter.noRecipients")
            : [
                `${t("letter.to")}: ${names.join(", ")}`,
                more > 0 && t("letter.moreRecipients", { count: more, number: formatNumber(more) }),
              ]
                .filter(Boolean)
                .join(", ")}
        </span>
        <Icon icon={isOpen ? lateIcons.chevronUp : "chevron-down"} size={16} />
      </button>
      {isOpen && (
        <dl className={styles.all} id={id}>
          <People emailId={email.id} label={t("letter.from")} people={email.from} isBelieved={isBelieved} />
          <People emailId={email.id} label={t("letter.replyTo")} people={email.replyTo} isBelieved={isBelieved} />
          <People emailId={email.id} label={t("letter.to")} people={email.to} isBelieved={isBelieved} />
          <People emailId={email.id} label={t("letter.cc")} people={email.cc} isBelieved={isBelieved} />
          <People emailId={email.id} label={t("letter.bcc")} people={email.bcc} isBelieved={isBelieved} />
          {datesInWords(email).map(([key, text]) => (
            <Fragment key={key}>
              <dt>{t(`letter.${key}`)}</dt>
              <dd>{text}</dd>
            </Fragment>
          ))}
          {!isOwnLetter(email) && (
            <dd className={styles.genuine}>
              <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => setAsked(true)}>
                {t("letter.genuine")}
              </button>
            </dd>
          )}
        </dl>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <GenuineDialog email={email} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Shown at first, and with each further press: two hundred thousand would stop the page. */
const fewPeople = 100;
const manyPeople = 1000;
/** Characters. */
const longestName = 500;

interface PeopleProps extends Pick<PersonNameProps, "emailId"> {
  label: string;
  people: EmailAddress[] | null;
  isBelieved: boolean;
}

function People({ emailId, label, people, isBelieved }: PeopleProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState(fewPeople);
  if (!people || people.length === 0) return null;
  const more = people.length - count;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {people.slice(0, count).map(({ name, email }, index) => (
          // An address may stand there twice.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`${email} ${index}`} className={styles.person}>
            <bdi>
              <ShownPerson emailId={emailId} person={{ name, email }} isBelieved={isBelieved} />
            </bdi>
            {name?.trim() && <span className={styles.address}>{visibleText(email.slice(0, longestName))}</span>}
          </span>
        ))}
        {more > 0 && (
          <button type="button" className={styles.more} onClick={() => setCount(count + manyPeople)}>
            {t("letter.moreRecipients", { count: more, number: formatNumber(more) })}
          </button>
        )}
      </dd>
    </>
  );
}

function ShownPerson({ emailId, person, isBelieved }: Omit<PersonNameProps, "name" | "children">) {
  const name = visibleText((person.name?.trim() || person.email).slice(0, longestName));
  return (
    <PersonName emailId={emailId} person={person} isBelieved={isBelieved} name={name}>
      {name}
    </PersonName>
  );
}
