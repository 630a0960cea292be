import type { ContactCard } from "@pismo/jmap";
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type CardFields,
  type CardLine,
  changesOf,
  fieldsOf,
  isBirthday,
  type Place,
} from "../../store/contacts/card-fields.ts";
import { useUnsaved } from "../../mail-ui/unsaved/use-unsaved.tsx";
import { type Conflict, conflictsOf, fieldsOnto } from "../../store/contacts/fields-onto.ts";
import { freshKey } from "../../store/contacts/fresh-key.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, Input, Labelled, Problem, Select, TextArea } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { BirthdayField } from "./BirthdayField.tsx";
import cardStyles from "./ContactCard.module.css";
import styles from "./ContactForm.module.css";
import fieldSet from "./FieldSet.module.css";
import { tellProblem } from "./GroupNameDialog.tsx";
import { PictureField } from "./PictureField.tsx";

export interface ContactFormProps {
  /** Empty: a new one. */
  card: Partial<ContactCard>;
  /** @param changes properties of the card */
  onSave: (changes: Record<string, unknown>) => Promise<void>;
  onCancel: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

const isEmpty = ({ given, surname, organization, emails, phones }: CardFields): boolean =>
  [given, surname, organization, ...[...emails, ...phones].map(({ value }) => value)].every((text) => !text.trim());

const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text.trim());

/** A card to be filled in. What the form does not show stays in it. */
export function ContactForm({ card, onSave, onCancel, children }: ContactFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // The card may change elsewhere while the form is open.
  const [begun] = useState(() => fieldsOf(card));
  const [fields, setFields] = useState(begun);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => first.current?.focus(), []);
  const put = (change: Partial<CardFields>): void => setFields((before) => ({ ...before, ...change }));
  // A new card has nothing that could be removed.
  const changes = Object.entries(changesOf(card, fieldsOnto(begun, fields, fieldsOf(card)))).filter(
    ([, value]) => card.id !== undefined || value !== null,
  );
  const { giveUp, question } = useUnsaved(!isBusy && changes.length > 0);
  const wrongEmail = fields.emails.some(({ value }) => value.trim() !== "" && !isAddress(value));
  const problem = isEmpty(fields)
    ? t("contacts.missingName")
    : wrongEmail
      ? t("contacts.wrongEmail")
      : isBirthday(fields.birthday)
        ? undefined
        : t("contacts.wrongBirthday");
  const save = async (): Promise<void> => {
    setChecked(true);
    if (problem !== undefined || isBusy) return;
    setBusy(true);
    try {
      await onSave(Object.fromEntries(changes));
    } catch (error) {
      setBusy(false);
      tellProblem(error);
    }
  };
  const text = (name: "given" | "surname" | "organization" | "title" | "categories") => ({
    label: t(name === "title" ? "contacts.jobTitle" : `contacts.${name}`),
    value: fields[name],
    autoComplete: "off",
    maxLength: 500,
    onChange: ({ target }: { target: HTMLInputElement }) => put({ [name]: target.value }),
  });
  return (
    <form
      className={cardStyles.contact}
      noValidate
      aria-label={t(card.id === undefined ? "contacts.new" : "contacts.edit")}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      {children}
      <PictureField fields={fields} onChange={(picture) => put({ picture })} />
      <div className={styles.pair}>
        <Field {...text("given")} ref={first} />
        <Field {...text("surname")} />
      </div>
      <div className={styles.pair}>
        <Field {...text("organization")} />
        <Field {...text("title")} />
      </div>
      <Lines name="email" type="email" lines={fields.emails} onChange={(emails) => put({ emails })} />
      <Lines name="phone" type="tel" lines={fields.phones} onChange={(phones) => put({ phones })} />
      <Lines name="address" type="text" lines={fields.addresses} onChange={(addresses) => put({ addresses })} />
      <BirthdayField birthday={fields.birthday} onChange={(birthday) => put({ birthday })} />
      <Field {...text("categories")} maxLength={2000} placeholder={t("contacts.categoriesHint")} />
      <Labelled id={`${id}-note`} label={t("contacts.note")}>
        <TextArea
          id={`${id}-note`}
          rows={4}
          value={fields.note}
          onChange={({ target }) => put({ note: target.value })}
        />
      </Labelled>
      {/* Where Save is pressed: the field may be out of sight. */}
      <ChangedElsewhere conflicts={conflictsOf(begun, fields, fieldsOf(card))} />
      {isChecked && problem !== undefined && <Problem>{problem}</Problem>}
      <div className={cardStyles.actions}>
        <Button variant="primary" type="submit" disabled={isBusy}>
          {t("contacts.save")}
        </Button>
        <Button
          onClick={() => {
            giveUp();
            onCancel();
          }}
        >
          {t("shell.cancel")}
        </Button>
      </div>
      {question}
    </form>
  );
}

/** The fields have what was typed here, this what it would replace. */
function ChangedElsewhere({ conflicts }: { conflicts: readonly Conflict[] }): ReactNode {
  const { t } = useTranslation();
  if (conflicts.length === 0) return null;
  return (
    <Problem>
      {conflicts.map(({ field, theirs }, index) => {
        const name = t(field === "title" ? "contacts.jobTitle" : `contacts.${field}`);
        const key = theirs === "" ? "contacts.fieldRemoved" : "contacts.fieldChanged";
        // oxlint-disable-next-line react/no-array-index-key -- two addresses may have been removed
        return <div key={index}>{t(key, { name, value: visibleText(theirs) })}</div>;
      })}
      <div>{t("contacts.yoursStay")}</div>
    </Problem>
  );
}

interface LinesProps {
  name: "email" | "phone" | "address";
  type: string;
  lines: readonly CardLine[];
  onChange: (lines: CardLine[]) => void;
}

/** Several of one kind, each with where it belongs. */
function Lines({ name, type, lines, onChange }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const [first = ""] = name;
  const change = (key: string, values: Partial<CardLine>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
  const add = (): void => {
    const key = freshKey(
      lines.map((line) => line.key),
      first,
    );
    onChange([...lines, { key, value: "", place: "" }]);
  };
  return (
    <fieldset className={fieldSet.set}>
      <legend>{t(`contacts.${name}`)}</legend>
      {lines.map((line, index) => (
        <div key={line.key} className={styles.line}>
          <Input
            type={type}
            aria-label={`${t(`contacts.${name}`)} ${index + 1}`}
            value={line.value}
            autoComplete="off"
            // The button that made the line has been pressed to fill it in.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={line.value === ""}
            onChange={({ target }) => change(line.key, { value: target.value })}
          />
          <Select
            className={styles.place ?? ""}
            aria-label={t("contacts.placeOf", { number: index + 1, what: t(`contacts.${name}`) })}
            value={line.place}
            onChange={({ target }) => change(line.key, { place: target.value as Place })}
          >
            <option value="">{t("contacts.noPlace")}</option>
            <option value="private">{t("contacts.places.private")}</option>
            <option value="work">{t("contacts.places.work")}</option>
          </Select>
          <IconButton
            icon="close"
            label={t("contacts.removeLine", { number: index + 1, what: t(`contacts.${name}`) })}
            onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
          />
        </div>
      ))}
      <Button variant="quiet" icon={lateIcons.plus} onClick={add}>
        {t(`contacts.add.${name}`)}
      </Button>
    </fieldset>
  );
}
