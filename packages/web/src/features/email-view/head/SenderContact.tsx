import { type EmailAddress, type Id, shownName } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/contact-signs.ts";
import { notify, notifyNotDone } from "../../../store/index.ts";
import type { SomeCard } from "../../../store/contacts/card-names.ts";
import { shownIdOf } from "../../../store/contacts/card-accounts.ts";
import { createCard, destroyCard } from "../../../store/contacts/edit-cards.ts";
import { placeOf } from "../../../store/session/all-accounts.ts";
import { getAccount } from "../../../store/session/session.ts";
import { cardOfPerson } from "../../../store/contacts/new-person.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./EmailHead.module.css";

addTexts(texts);

export interface SenderContactProps {
  /** In whose account the contact is, or is made. */
  emailId: Id;
  sender: EmailAddress;
  /** undefined: it is not known whether there is one. */
  contact: SomeCard | null | undefined;
}

/** The way to a sender's contact, or one click that makes it. */
export function SenderContact({ emailId, sender, contact }: SenderContactProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  // Its place, so that what comes moves nothing.
  if (contact === undefined) return <span className={styles.contact} />;
  const { accountId } = placeOf(emailId);
  const shown = getAccount().accountId;
  if (contact !== null) {
    const label = t("contactSigns.show", { name: visibleText(shownName(contact)) });
    return (
      <Tooltip text={label}>
        <Link
          className={styles.contact}
          to={`/contacts/${shownIdOf(accountId, contact.id)}?account=${encodeURIComponent(shown)}`}
          aria-label={label}
        >
          <Icon icon={lateIcons.user} size={18} />
        </Link>
      </Tooltip>
    );
  }
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const id = await createCard(cardOfPerson(sender), accountId);
      const undo = (): void => void destroyCard(id, accountId).catch(notifyNotDone);
      notify({ key: "contactSigns.added", values: { name: sender.name?.trim() || sender.email }, undo });
    } catch (error) {
      notifyNotDone(error);
    }
    setBusy(false);
  };
  return (
    <IconButton
      className={styles.contact ?? ""}
      icon={lateIcons.userPlus}
      iconSize={18}
      label={t("contactSigns.add")}
      disabled={isBusy}
      onClick={() => void add()}
    />
  );
}
