import { categories, type Category, type CategoryReason, type Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { categorize } from "../actions/index.ts";
import { type EmailRow, explainsCategories, loadCategoryReason, mayChange } from "../store/index.ts";
import { Icon } from "../ui/icons/Icon.tsx";
import { Menu, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../ui/Menu.tsx";
import { categoryIcons, categoryOf } from "./category.ts";
import { CategoryFace } from "./CategoryFace.tsx";
import styles from "./CategoryMenu.module.css";

type Labelled = Pick<EmailRow, "id" | "keywords" | "mailboxIds">;

interface ChoiceProps {
  email: Labelled;
  /** The Email has no category any more: the focus moves where the button goes with it. */
  onRemoved?: (() => void) | undefined;
}

export interface CategoryMenuProps extends ChoiceProps {
  /** The name of the button. */
  label: string;
  /** Beside the icon; without it the icon alone, as in a row. */
  name?: string | undefined;
  tabIndex?: number;
}

const none = "none";

/** The category's icon as a button: its menu says why, and corrects or removes it. */
export function CategoryMenu({ email, label, name, tabIndex, onRemoved }: CategoryMenuProps) {
  const category = categoryOf(email.keywords);
  return (
    <Menu
      align="end"
      width={264}
      trigger={<CategoryFace category={category} label={label} name={name} tabIndex={tabIndex} />}
    >
      <Choice email={email} onRemoved={onRemoved} />
    </Menu>
  );
}

/** With its name beside the icon, or a tag where the Email has no category. */
export function NamedCategoryMenu({ email }: { email: Labelled }) {
  const { t } = useTranslation();
  if (!mayChange(email, "maySetKeywords")) return null;
  const category = categoryOf(email.keywords);
  const name = category && t(`categories.names.${category}`);
  const label = name === undefined ? t("categories.choose") : t("categories.button", { name });
  return <CategoryMenu email={email} label={label} name={name ?? ""} />;
}

function Choice({ email, onRemoved }: ChoiceProps) {
  const { t } = useTranslation();
  const category = categoryOf(email.keywords);
  const choose = (value: string): void => {
    const chosen = value === none ? null : (value as Category);
    void categorize(email.id, chosen).then(() => chosen || onRemoved?.());
  };
  return (
    <MenuRadioGroup
      label={t("categories.group")}
      description={category && <Reason key={category} id={email.id} />}
      value={category ?? none}
      onValueChange={choose}
    >
      {categories.map((each) => (
        <MenuRadioItem key={each} value={each} icon={<Icon icon={categoryIcons[each]} />}>
          {t(`categories.names.${each}`)}
        </MenuRadioItem>
      ))}
      <MenuSeparator />
      <MenuRadioItem value={none} icon={<Icon icon="close" />}>
        {t("categories.none")}
      </MenuRadioItem>
    </MenuRadioGroup>
  );
}

/** Asks when the menu opens; a place is kept for the answer where there will be one. */
function Reason({ id }: { id: Id }) {
  const [reason, setReason] = useState<CategoryReason | null>();
  useEffect(() => {
    const stop = new AbortController();
    void loadCategoryReason(id, stop.signal).then((found) => stop.signal.aborted || setReason(found));
    return () => stop.abort();
  }, [id]);
  const text = useReasonText();
  if (reason === null || !explainsCategories()) return null;
  return <span className={styles.reason}>{reason && text(reason)}</span>;
}

function useReasonText(): (reason: CategoryReason) => string {
  const { t, i18n } = useTranslation();
  return (reason) => {
    switch (reason.kind) {
      case "schema": {
        const key = `categories.types.${reason.type}`;
        return t("categories.reason.schema", { type: i18n.exists(key) ? t(key) : reason.type });
      }
      case "words": {
        const words = reason.words.map((word) => t("categories.quoted", { word })).join(", ");
        return reason.sender === undefined
          ? t("categories.reason.words", { words })
          : t("categories.reason.wordsAndSender", { words, sender: reason.sender });
      }
      case "sender":
        return t("categories.reason.sender", { address: reason.address });
      case "person":
        return t("categories.reason.person");
      default:
        // A later server's.
        return "";
    }
  };
}
