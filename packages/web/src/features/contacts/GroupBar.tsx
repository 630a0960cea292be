import { type ContactCard, type EmailAddress, shownName } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openCompose } from "../../store/index.ts";
import { mainAddress } from "../../store/contacts/card-names.ts";
import { removeCard } from "../../store/contacts/edit-cards.ts";
import { cardsOfUids } from "../../store/contacts/live-cards.ts";
import { placeOf } from "../../store/session/all-accounts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import styles from "./ContactsPage.module.css";
import { GroupNameDialog, tellDone, tellProblem } from "./GroupNameDialog.tsx";

/** What can be done with a group: written to, renamed, removed. */
export function GroupBar({ group, onRemoved }: { group: ContactCard; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { accountId } = placeOf(group.id);
  const [isNaming, setNaming] = useState(false);
  const name = shownName(group);
  const write = async (): Promise<void> => {
    const cards = await cardsOfUids(accountId, Object.keys(group.members ?? {}));
    const people = cards.flatMap((card): EmailAddress[] => {
      const email = mainAddress(card);
      return email ? [{ name: shownName(card), email }] : [];
    });
    openCompose({ kind: "new", to: people });
  };
  const remove = async (): Promise<void> => {
    const undo = await removeCard(group);
    onRemoved();
    tellDone({ key: "contacts.groupRemoved", values: { name } }, undo);
  };
  return (
    <div className={styles.groupBar} role="group" aria-label={name}>
      <IconButton icon="compose" label={t("contacts.writeToGroup")} onClick={() => void write().catch(tellProblem)} />
      <IconButton icon="pencil" label={t("contacts.renameGroup")} onClick={() => setNaming(true)} />
      <IconButton icon="trash" label={t("contacts.removeGroup")} onClick={() => void remove().catch(tellProblem)} />
      {isNaming && <GroupNameDialog group={group} onDone={() => setNaming(false)} />}
    </div>
  );
}
