import { type SubmitEvent, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "../../../i18n/index.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/search.ts";
import { fieldsOfSearch } from "../../../search-language/fields-of-search.ts";
import { type SearchFields, writtenSearch } from "../../../search-language/written-search.ts";
import { folderName, fullNames, isSpecialFolder, useMailboxes } from "../../../store/index.ts";
import { pathOf } from "../../../store/mailboxes/path-of.ts";
import { settingsOf, understand } from "../../../store/search/search-settings.ts";
import { nameWriter } from "../../../store/search/written-names.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, Labelled, Select } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./SearchForm.module.css";

addTexts(texts);

export interface SearchFormProps {
  /** What stands in the box: the fields begin with it. */
  words: string;
  onSearch(text: string): void;
  onClose(): void;
}

const textFields = ["from", "to", "subject", "words", "without", "fileName"] as const;
const dateFields = ["since", "until"] as const;

/** The search as fields, for those who do not want to type operators: it writes them. */
export function SearchForm({ words, onSearch, onClose }: SearchFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const mailboxes = useMailboxes();
  const [fields, setFields] = useState<SearchFields>(() =>
    fieldsOfSearch(words, understand(words, settingsOf(mailboxes)), (folder) =>
      mailboxes.some((mailbox) => folderName(mailbox) === folder) ? folder : undefined,
    ),
  );
  const set = (change: Partial<SearchFields>): void => setFields((before) => ({ ...before, ...change }));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // React tells it to the form of the box too, in which the dialog's button stands.
    event.stopPropagation();
    const folder = writtenFolder(fields.folder, mailboxes);
    onSearch(writtenSearch({ ...fields, folder }, currentLanguage() === "ru"));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("search.form.title")}
      closeLabel={t("shell.close")}
      width={520}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={id}>
            {t("shell.search.submit")}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        {textFields.map((name) => (
          <Field
            key={name}
            ref={name === "from" ? first : undefined}
            label={t(`search.form.${name}`)}
            value={fields[name]}
            autoComplete="off"
            onChange={({ target }) => set({ [name]: target.value })}
          />
        ))}
        <FolderField id={`${id}-folder`} value={fields.folder} onChange={(folder) => set({ folder })} />
        <div className={styles.dates}>
          {dateFields.map((name) => (
            <Field
              key={name}
              type="date"
              label={t(`search.form.${name}`)}
              value={fields[name]}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          ))}
        </div>
        <label className={styles.check}>
          <input type="checkbox" checked={fields.hasFile} onChange={({ target }) => set({ hasFile: target.checked })} />
          {t("search.operators.hasFile")}
        </label>
      </form>
    </Dialog>
  );
}

/** A folder of an address as `in:` names it: one that people made by its path, since several may have one name. */
function writtenFolder(folder: string, mailboxes: ReturnType<typeof useMailboxes>): string {
  const found = mailboxes.find((mailbox) => folderName(mailbox) === folder);
  if (!found || isSpecialFolder(folder)) return folder;
  return nameWriter("in", settingsOf(mailboxes))(folder, [pathOf(found, mailboxes)]);
}

interface FolderFieldProps {
  id: string;
  /** As in addresses, or "anywhere"; empty: all mail. */
  value: string;
  onChange: (folder: string) => void;
}

function FolderField({ id, value, onChange }: FolderFieldProps) {
  const { t } = useTranslation();
  const mailboxes = useMailboxes();
  const nameOf = useMemo(() => fullNames(mailboxes), [mailboxes]);
  return (
    <Labelled id={id} label={t("search.form.folder")}>
      <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t("shell.allMail")}</option>
        {mailboxes.map((mailbox) => {
          const name = folderName(mailbox);
          return (
            <option key={mailbox.id} value={name}>
              {isSpecialFolder(name) ? t(`shell.${name}`) : visibleText(nameOf(mailbox))}
            </option>
          );
        })}
        <option value="anywhere">{t("search.operators.anywhere")}</option>
      </Select>
    </Labelled>
  );
}
