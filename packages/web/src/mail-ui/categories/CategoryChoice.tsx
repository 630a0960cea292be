import { categories, type Category, type CategoryReason, type Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { categorize } from "../../actions/index.ts";
import { type EmailRow, explainsCategories, loadCategoryReason } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/Menu.tsx";
import { categoryIcons, categoryOf } from "./category.ts";
import styles from "./CategoryMenu.module.css";

export interface CategoryChoiceProps {
  email: Pick<EmailRow, "id" | "keywords" | "mailboxIds">;
  /** The Email has no category any more: the focus moves where the button goes with it. */
  onRemoved?: (() => void) | undefined;
}

const none = "none";

/** Why an Email has its category, and which one it is to have. */
export function CategoryChoice({ email, onRemoved }: CategoryChoiceProps) {
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
