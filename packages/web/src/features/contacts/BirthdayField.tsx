import { useTranslation } from "react-i18next";
import type { Birthday } from "../../store/contacts/card-fields.ts";
import { Input, Select } from "../../ui/Field.tsx";
import { monthNames } from "./birthday-text.ts";
import styles from "./ContactForm.module.css";
import fieldSet from "./FieldSet.module.css";

export interface BirthdayFieldProps {
  birthday: Birthday;
  onChange: (birthday: Birthday) => void;
}

/** A day of which the year may be unknown: no date input of a browser has that. */
export function BirthdayField({ birthday, onChange }: BirthdayFieldProps) {
  const { t, i18n } = useTranslation();
  const number = (name: "day" | "year", max: number) => (
    <Input
      inputMode="numeric"
      className={styles.number ?? ""}
      aria-label={t(`contacts.${name}`)}
      placeholder={t(`contacts.${name}`)}
      maxLength={max}
      autoComplete="off"
      value={birthday[name]}
      onChange={({ target }) => onChange({ ...birthday, [name]: target.value.replaceAll(/\D/g, "") })}
    />
  );
  return (
    <fieldset className={fieldSet.set}>
      <legend>{t("contacts.birthday")}</legend>
      <div className={styles.line}>
        {number("day", 2)}
        <Select
          aria-label={t("contacts.month")}
          value={birthday.month}
          onChange={({ target }) => onChange({ ...birthday, month: target.value })}
        >
          <option value="">{t("contacts.month")}</option>
          {monthNames(i18n.language).map((name, index) => (
            <option key={name} value={String(index + 1)}>
              {name}
            </option>
          ))}
        </Select>
        {number("year", 4)}
      </div>
    </fieldset>
  );
}
