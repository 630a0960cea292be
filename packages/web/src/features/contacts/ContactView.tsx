import { cardTexts, type ContactCard, shownName } from "@pismo/jmap";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { AccountName } from "../../mail-ui/AccountMark.tsx";
import { lettersWith } from "../../mail-ui/letters-with.ts";
import { openCompose } from "../../store/index.ts";
import { emailsOf, mainAddress, organizationOf, pictureOf } from "../../store/contacts/card-names.ts";
import { categoriesOf, dayOf, fieldsOf } from "../../store/contacts/card-fields.ts";
import { useInOtherAccounts } from "../../store/contacts/card-accounts.ts";
import { setMember } from "../../store/contacts/edit-cards.ts";
import { ownerOf, placeOf } from "../../store/session/all-accounts.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import buttons from "../../ui/Button.module.css";
import { IconButton } from "../../ui/IconButton.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { birthdayText } from "./birthday-text.ts";
import styles from "./ContactCard.module.css";
import fieldSet from "./FieldSet.module.css";
import { tellProblem } from "./GroupNameDialog.tsx";

export interface ContactViewProps {
  card: ContactCard;
  /** Those of the card's account are offered. */
  groups: readonly ContactCard[];
  addressOf: (id: string) => string;
  closeText: string;
  onClose: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** What a card says. */
export function ContactView({ card, groups, addressOf, closeText, onClose, onEdit, onRemove }: ContactViewProps) {
  const { t } = useTranslation();
  const name = shownName(card) || t("contacts.noName");
  const heading = useRef<HTMLHeadingElement>(null);
  const address = mainAddress(card);
  const work = organizationOf(card);
  const { accountId } = placeOf(card.id);
  const own = groups.filter(({ id }) => placeOf(id).accountId === accountId);
  // What is read next, also by a screen reader.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className={styles.contact}>
      <header className={styles.head}>
        <IconButton className={styles.back ?? ""} icon="back" label={closeText} onClick={onClose} />
        <Avatar name={name} address={address || name} image={pictureOf(card)} size={72} />
        <div className={styles.who}>
          <h2 ref={heading} tabIndex={-1}>
            {visibleText(name)}
          </h2>
          {work !== "" && <p>{visibleText(work)}</p>}
        </div>
      </header>
      <div className={styles.actions}>
        {address !== "" && (
          <>
            <Button
              variant="primary"
              icon="compose"
              onClick={() => openCompose({ kind: "new", to: [{ name: shownName(card), email: address }] })}
            >
              {t("contacts.write")}
            </Button>
            <Link className={buttons.button} to={lettersWith(emailsOf(card).map((each) => each.address))}>
              {t("contacts.letters")}
            </Link>
          </>
        )}
        <IconButton icon="pencil" label={t("contacts.edit")} onClick={onEdit} />
        <IconButton icon="trash" label={t("contacts.remove")} onClick={onRemove} />
      </div>
      <Facts card={card} addressOf={addressOf} />
      {own.length > 0 && <Memberships card={card} groups={own} />}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** RFC 9553 §2.8.1; others are named in the card. */
const dayNames = new Set(["birth", "wedding", "death"]);

function Facts({ card, addressOf }: Pick<ContactViewProps, "card" | "addressOf">) {
  const { t, i18n } = useTranslation();
  const { emails, phones, addresses } = fieldsOf(card);
  const nicknames = cardTexts(card.nicknames, "name").join(", ");
  // Other servers may have days that are none.
  const days = Object.entries(card.anniversaries ?? {}).flatMap(([key, { kind, date }]) => {
    const text = birthdayText(dayOf(date), i18n.language);
    return text === "" ? [] : [{ key, kind, text }];
  });
  const labelled = (label: string, place: string): string =>
    place === "" ? label : `${label}, ${t(`contacts.places.${place}`)}`;
  const categories = categoriesOf(card);
  const links = Object.values(card.links ?? {}).map(({ uri }) => uri);
  return (
    <dl className={styles.facts}>
      {nicknames !== "" && <Fact label={t("contacts.nickname")}>{visibleText(nicknames)}</Fact>}
      {emails.map(({ key, value, place }) => (
        <Fact key={key} label={labelled(t("contacts.email"), place)}>
          <button
            type="button"
            className={styles.address}
            onClick={() => openCompose({ kind: "new", to: [{ name: shownName(card), email: value }] })}
          >
            {visibleText(value)}
          </button>
        </Fact>
      ))}
      {phones.map(({ key, value, place }) => (
        <Fact key={key} label={labelled(t("contacts.phone"), place)}>
          <a href={`tel:${value.replaceAll(/[^\d+*#]/g, "")}`}>{visibleText(value)}</a>
        </Fact>
      ))}
      {addresses.map(({ key, value, place }) => (
        <Fact key={key} label={labelled(t("contacts.address"), place)}>
          {visibleText(value)}
        </Fact>
      ))}
      {Object.entries(card.onlineServices ?? {}).map(([key, { service, user, uri = "" }]) => (
        <Fact key={key} label={service ? visibleText(service) : t("contacts.profile")}>
          {visibleText(user ?? uri)}
        </Fact>
      ))}
      {days.map(({ key, kind, text }) => (
        <Fact key={key} label={dayNames.has(kind) ? t(`contacts.days.${kind}`) : visibleText(kind)}>
          {text}
        </Fact>
      ))}
      {links.map((uri, index) => (
        // An address may stand there twice.
        // oxlint-disable-next-line react/no-array-index-key
        <Fact key={`${uri} ${index}`} label={t("contacts.link")}>
          {visibleText(uri)}
        </Fact>
      ))}
      {categories.length > 0 && (
        <Fact label={t("contacts.categories")}>
          <ul className={styles.categories}>
            {categories.map((name) => (
              <li key={name}>{visibleText(name)}</li>
            ))}
          </ul>
        </Fact>
      )}
      {Object.entries(card.notes ?? {}).map(([key, { note }]) => (
        <Fact key={key} label={t("contacts.note")}>
          <span className={styles.note}>{note.split("\n").map(visibleText).join("\n")}</span>
        </Fact>
      ))}
      <Owners card={card} addressOf={addressOf} />
    </dl>
  );
}

/** Of several accounts together: whose the card is, and which others have the person too. */
function Owners({ card, addressOf }: Pick<ContactViewProps, "card" | "addressOf">) {
  const { t } = useTranslation();
  const others = useInOtherAccounts(card);
  const owner = ownerOf(card.id);
  if (!owner) return null;
  return (
    <>
      <Fact label={t("contacts.account")}>
        <AccountName owner={owner} />
      </Fact>
      {others.length > 0 && (
        <Fact label={t("contacts.alsoIn")}>
          {others.map(({ id }) => (
            <p key={id} className={styles.other}>
              <Link to={addressOf(id)}>{visibleText(ownerOf(id)?.name ?? "")}</Link>
            </p>
          ))}
        </Fact>
      )}
    </>
  );
}

/** The groups, each with whether the card is in it. */
function Memberships({ card, groups }: { card: ContactCard; groups: readonly ContactCard[] }) {
  const { t } = useTranslation();
  /** What was chosen, until the group is read again. */
  const [chosen, setChosen] = useState<ReadonlyMap<ContactCard, boolean>>(new Map());
  const choose = async (group: ContactCard, is: boolean): Promise<void> => {
    setChosen((before) => new Map(before).set(group, is));
    try {
      await setMember(group, card.uid, is);
    } catch (error) {
      setChosen((before) => new Map([...before].filter(([each]) => each !== group)));
      tellProblem(error);
    }
  };
  return (
    <fieldset className={`${fieldSet.set} ${fieldSet.choices}`}>
      <legend>{t("contacts.groups")}</legend>
      {groups.map((group) => (
        <label key={group.id}>
          <input
            type="checkbox"
            checked={chosen.get(group) ?? group.members?.[card.uid] === true}
            onChange={({ target }) => void choose(group, target.checked)}
          />
          {visibleText(shownName(group))}
        </label>
      ))}
    </fieldset>
  );
}
