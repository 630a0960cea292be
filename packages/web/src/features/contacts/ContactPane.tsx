import { type ContactCard, shownName } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { notify } from "../../store/index.ts";
import frame from "../../mail-ui/windowed/WindowedPage.module.css";
import { createCard, removeCard, updateCard } from "../../store/contacts/edit-cards.ts";
import { useCard } from "../../store/contacts/one-card.ts";
import { shownIdOf } from "../../store/contacts/card-accounts.ts";
import { placeOf } from "../../store/session/all-accounts.ts";
import { Problem } from "../../ui/Field.tsx";
import { ContactForm } from "./ContactForm.tsx";
import { ContactView } from "./ContactView.tsx";
import { tellDone, tellProblem } from "./GroupNameDialog.tsx";
import { OwnerField, useOwner } from "./OwnerField.tsx";

export interface ContactPaneProps {
  /** "new" for one that is being made. */
  cardId: string;
  groups: readonly ContactCard[];
  addressOf: (id: string) => string;
}

/** One card: shown, or in a form. */
export function ContactPane({ cardId, groups, addressOf }: ContactPaneProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [owner, chooseOwner] = useOwner();
  const toList = (): void => void navigate(`/contacts${params.size > 0 ? `?${params}` : ""}`);
  if (cardId === "new")
    return (
      <ContactForm
        card={{}}
        onCancel={toList}
        onSave={async (changes) => {
          const id = await createCard(changes, owner);
          await navigate(addressOf(shownIdOf(owner, id)), { replace: true });
          notify({ key: "contacts.saved" });
        }}
      >
        <OwnerField owner={owner} onChoose={chooseOwner} />
      </ContactForm>
    );
  return (
    <KnownCard cardId={cardId} groups={groups} addressOf={addressOf} onClose={toList} closeText={t("contacts.back")} />
  );
}

interface KnownCardProps {
  cardId: string;
  groups: readonly ContactCard[];
  addressOf: (id: string) => string;
  onClose: () => void;
  closeText: string;
}

function KnownCard({ cardId, groups, addressOf, onClose, closeText }: KnownCardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const known = useCard(cardId);
  const [last, setLast] = useState(known);
  if (known && known !== last) setLast(known);
  const [isEdited, setEdited] = useState(false);
  // What is being written stays, though the card is removed elsewhere.
  const card = isEdited ? (known ?? last) : known;
  if (card === undefined) return null;
  if (card === null) return <p className={frame.message}>{t("contacts.gone")}</p>;
  const remove = async (): Promise<void> => {
    const undo = await removeCard(card);
    onClose();
    tellDone({ key: "contacts.removed", values: { name: shownName(card) || t("contacts.noName") } }, undo);
  };
  const makeAgain = async (
    { id: shownId, ...before }: ContactCard,
    changes: Record<string, unknown>,
  ): Promise<void> => {
    const { accountId } = placeOf(shownId);
    const whole = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
    const id = await createCard(Object.fromEntries(whole), accountId);
    await navigate(addressOf(shownIdOf(accountId, id)), { replace: true });
    notify({ key: "contacts.saved" });
  };
  if (isEdited)
    return (
      <ContactForm
        card={card}
        onCancel={() => setEdited(false)}
        onSave={async (changes) => {
          if (!known) return makeAgain(card, changes);
          if (Object.keys(changes).length > 0) await updateCard(card.id, changes);
          setEdited(false);
        }}
      >
        {!known && <Problem>{t("contacts.goneWhileEdited")}</Problem>}
      </ContactForm>
    );
  return (
    <ContactView
      card={card}
      groups={groups}
      addressOf={addressOf}
      closeText={closeText}
      onClose={onClose}
      onEdit={() => setEdited(true)}
      onRemove={() => void remove().catch(tellProblem)}
    />
  );
}
