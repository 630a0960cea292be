import type { TFunction } from "i18next";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Attendee, CalendarEvent, Person, PersonCard } from "../../ical-vcard/index.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/cards.ts";
import { currentLanguage } from "../../i18n/index.ts";
import { PlainMessage } from "../../message-html/index.ts";
import { visibleText } from "../../ui/visible-text.ts";
import type { CardPart } from "./card-parts.ts";
import styles from "./PartCards.module.css";
import { type Card, useCards } from "./use-cards.ts";
import { dayText, whenText } from "./when-text.ts";

addTexts(texts);

/** Participants that are named; the others are counted. */
const named = 5;
const plain = { isFlowed: false, dropsSpace: false };

export interface PartCardsProps {
  parts: readonly CardPart[];
  /** Nothing in it can be followed. */
  isInert: boolean;
  /** What can be done about an event, below it. */
  renderActions?: (event: CalendarEvent) => ReactNode;
  /** What a participant has answered, where more is known than the calendar says. */
  renderAnswer?: (event: CalendarEvent, attendee: Attendee) => ReactNode;
}

/** Invitations and address cards of an Email, in words. */
export function PartCards({ parts, ...props }: PartCardsProps) {
  return <Cards cards={useCards(parts) ?? []} {...props} />;
}

type CardsProps = Omit<PartCardsProps, "parts"> & { cards: readonly Card[] };

export function Cards({ cards, isInert, renderActions, renderAnswer }: CardsProps) {
  return cards.map((card, index) => {
    // The cards of an Email never change.
    const key = String(index);
    return card.kind === "event" ? (
      <EventCard
        key={key}
        event={card.event}
        isInert={isInert}
        actions={renderActions?.(card.event)}
        answerOf={(attendee) => renderAnswer?.(card.event, attendee)}
      />
    ) : (
      <ContactCard key={key} person={card.person} isInert={isInert} />
    );
  });
}

interface FrameProps {
  kind: string;
  title: string;
  children: ReactNode;
  state?: string;
  actions?: ReactNode;
}

function Frame({ kind, title, children, state, actions }: FrameProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-state={state}>
      <p className={styles.kind}>{kind}</p>
      <h2 id={id} className={styles.title} dir="auto">
        {title}
      </h2>
      <dl className={styles.facts}>{children}</dl>
      {actions}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Words of a stranger, with their links by the rules of Emails. */
function Words({ text, isInert }: { text: string; isInert: boolean }) {
  const { t } = useTranslation();
  const lines = text.split("\n").map(visibleText).join("\n");
  return (
    <PlainMessage
      text={lines}
      format={plain}
      quoteLabel={t("letter.quote")}
      {...(isInert && { visibleLine: visibleText })}
    />
  );
}

const personText = ({ name, email }: Person): string =>
  visibleText(name && email && name !== email ? `${name} <${email}>` : name || email);

/** Characters, and lines: what is longer mostly says again what the letter says, and is unfolded. */
const LONG_TEXT = 300;
const LONG_LINES = 5;

function Description(props: { text: string; isInert: boolean }) {
  const { t } = useTranslation();
  if (props.text.length <= LONG_TEXT && props.text.split("\n").length <= LONG_LINES) return <Words {...props} />;
  return (
    <details>
      <summary className={styles.more}>{t("cards.showDescription")}</summary>
      <Words {...props} />
    </details>
  );
}

interface EventCardProps {
  event: CalendarEvent;
  isInert: boolean;
  actions: ReactNode;
  answerOf: (attendee: Attendee) => ReactNode;
}

function EventCard({ event, isInert, actions, answerOf }: EventCardProps) {
  const { t } = useTranslation();
  const { kind, summary, description, location, organizer, attendees, attendeeCount, invitation } = event;
  const rest = attendeeCount - Math.min(attendees.length, named);
  return (
    <Frame
      kind={t(invitation && invitation.sequence > 0 ? "cards.kind.update" : `cards.kind.${kind}`)}
      title={visibleText(summary) || t("cards.noSummary")}
      state={kind}
      actions={actions}
    >
      <When event={event} />
      {location && (
        <Fact name={t("cards.where")}>
          <Words text={location} isInert={isInert} />
        </Fact>
      )}
      {organizer && personText(organizer) && (
        <Fact name={t("cards.organizer")}>
          <bdi>{personText(organizer)}</bdi>
        </Fact>
      )}
      {attendees.length > 0 && (
        <Fact name={t(kind === "answer" ? "cards.answerOf" : "cards.attendees")}>
          <ul className={styles.people}>
            {attendees.slice(0, named).map((attendee, index) => (
              // The participants of an event never change.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <bdi>{personText(attendee)}</bdi>
                {kind !== "cancelled" && (
                  <span className={styles.quiet}> · {answerOf(attendee) || t(`cards.answer.${attendee.answer}`)}</span>
                )}
              </li>
            ))}
            {rest > 0 && <li className={styles.quiet}>{t("cards.more", { count: rest })}</li>}
          </ul>
        </Fact>
      )}
      {description && (
        <Fact name={t("cards.description")}>
          <Description text={description} isInert={isInert} />
        </Fact>
      )}
    </Frame>
  );
}

function repetitionText({ repetition, repeatsUntil, repeatsTimes }: CalendarEvent, t: TFunction): string | undefined {
  if (!repetition) return undefined;
  const repeated = t(`cards.repeated.${repetition}`);
  if (repeatsUntil) return t("cards.until", { repeated, date: dayText(repeatsUntil, currentLanguage()) });
  return repeatsTimes === null ? repeated : t("cards.times", { repeated, count: repeatsTimes });
}

function When({ event }: { event: CalendarEvent }) {
  const { start, end, kind } = event;
  const { t } = useTranslation();
  if (!start) return kind === "answer" ? null : <Fact name={t("cards.when")}>{t("cards.noTime")}</Fact>;
  const repetition = repetitionText(event, t);
  const { text, there, unknownZone } = whenText({ start, end }, currentLanguage());
  return (
    <Fact name={t("cards.when")}>
      {text}
      {repetition !== undefined && <p>{repetition}</p>}
      {there && (
        <p className={styles.quiet}>{t("cards.inItsZone", { time: there.text, zone: visibleText(there.zone) })}</p>
      )}
      {unknownZone !== undefined && (
        <p className={styles.quiet}>{t("cards.unknownZone", { zone: visibleText(unknownZone) })}</p>
      )}
    </Fact>
  );
}

function ContactCard({ person, isInert }: { person: PersonCard; isInert: boolean }) {
  const { t } = useTranslation();
  const lists = (["emails", "phones", "addresses"] as const).filter((list) => person[list].length > 0);
  const words = (["organization", "title"] as const).filter((word) => person[word] !== "");
  return (
    <Frame kind={t("cards.person")} title={visibleText(person.name) || t("cards.noSummary")}>
      {words.map((word) => (
        <Fact key={word} name={t(`cards.${word}`)}>
          <bdi>{visibleText(person[word])}</bdi>
        </Fact>
      ))}
      {lists.map((list) => (
        <Fact key={list} name={t(`cards.${list}`)}>
          <Words text={person[list].join("\n")} isInert={isInert} />
        </Fact>
      ))}
    </Frame>
  );
}
