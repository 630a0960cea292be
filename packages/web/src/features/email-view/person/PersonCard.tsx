import { type EmailAddress, type Id, shownName } from "@pismo/jmap";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/person-card.ts";
import { lettersWith } from "../../../mail-ui/letters-with.ts";
import { notify, openCompose } from "../../../store/index.ts";
import { emailsOf, organizationOf, pictureOf, type SomeCard } from "../../../store/contacts/card-names.ts";
import { useContactOf } from "../../../store/contacts/contact-of.ts";
import { askAboutRule } from "../../../store/rules/rule-question.ts";
import { useHasRules } from "../../../store/rules/rules.ts";
import { placeOf } from "../../../store/session/all-accounts.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import buttons from "../../../ui/Button.module.css";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { SenderContact } from "../head/SenderContact.tsx";
import { LastFiles } from "./LastFiles.tsx";
import styles from "./PersonCard.module.css";

addTexts(texts);

/** Of a contact, beside the letter's: more would not fit. */
const MOST_ADDRESSES = 4;
/** Characters. */
const LONGEST = 500;

export interface PersonCardProps {
  emailId: Id;
  person: EmailAddress;
  isBelieved: boolean;
  /** It was pressed: the focus goes into it. */
  isEntered: boolean;
  /** The focus has come into it. */
  onEnter: () => void;
  /** Something else opens in its place. */
  onLeave: () => void;
}

/** Who a person of a letter is, and what can be done with the address. Everything in it comes from the person's own server. */
export function PersonCard({ emailId, person, isBelieved, isEntered, onEnter, onLeave }: PersonCardProps) {
  const { t } = useTranslation();
  const contact = useContactOf(emailId, isBelieved ? person.email : undefined);
  const { accountId } = placeOf(emailId);
  const hasRules = useHasRules(accountId);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isEntered) heading.current?.focus({ preventScroll: true });
  }, [isEntered]);
  const name = (contact && shownName(contact)) || person.name?.trim() || person.email;
  const addresses = addressesOf(person, contact);
  return (
    <div className={styles.card} onFocus={onEnter}>
      <div className={styles.head}>
        <Avatar name={name} address={person.email} image={contact ? pictureOf(contact) : undefined} size={48} />
        <div className={styles.who}>
          <h2 ref={heading} tabIndex={-1}>
            {visibleText(name.slice(0, LONGEST))}
          </h2>
          {contact && <Work card={contact} />}
        </div>
        {isBelieved && <SenderContact emailId={emailId} sender={person} contact={contact} />}
      </div>
      <ul className={styles.addresses}>
        {addresses.map((address) => (
          <li key={address}>
            <bdi>{visibleText(address.slice(0, LONGEST))}</bdi>
            <CopyAddress address={address} />
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          icon="compose"
          onClick={() =>
            openCompose({ kind: "new", to: [{ name: name === person.email ? null : name, email: person.email }] })
          }
        >
          {t("personCard.write")}
        </Button>
        <Link className={buttons.button} to={lettersWith(addresses)}>
          {t("personCard.letters")}
        </Link>
        {hasRules && (
          <Button
            onClick={() => {
              onLeave();
              askAboutRule({ kind: "block", accountId, address: person.email });
            }}
          >
            {t("personCard.block")}
          </Button>
        )}
      </div>
      {isBelieved && <LastFiles address={person.email} />}
    </div>
  );
}

/** The letter's first, as it stands there. */
function addressesOf({ email }: EmailAddress, contact: SomeCard | null | undefined): string[] {
  const others = contact ? emailsOf(contact).map(({ address }) => address) : [];
  const isOther = (address: string): boolean => address.toLowerCase() !== email.toLowerCase();
  return [email, ...new Set(others.filter(isOther))].slice(0, MOST_ADDRESSES);
}

function Work({ card }: { card: SomeCard }) {
  const work = organizationOf(card);
  return work === "" ? null : <p>{visibleText(work)}</p>;
}

function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const copy = (): void => {
    navigator.clipboard.writeText(address).then(
      () => notify({ key: "personCard.copied", values: { address } }),
      () => notify({ key: "personCard.notCopied", tone: "error" }),
    );
  };
  const label = t("personCard.copy", { address: visibleText(address) });
  return <IconButton icon={lateIcons.copy} iconSize={18} label={label} onClick={copy} />;
}
