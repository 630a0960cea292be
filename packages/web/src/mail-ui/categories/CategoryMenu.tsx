import { useTranslation } from "react-i18next";
import { mayChange } from "../../store/index.ts";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import { usePopupParts } from "../../ui/lazy/popups.ts";
import { Menu } from "../../ui/Menu.tsx";
import { categoryOf } from "./category.ts";
import type { CategoryChoiceProps } from "./CategoryChoice.tsx";
import { CategoryFace } from "./CategoryFace.tsx";

/** What the menu holds. It comes with the first popup, so that it is there before the menu opens. */
const choiceParts = partsOnDemand(() => import("./CategoryChoice.tsx"));

export interface CategoryMenuProps extends CategoryChoiceProps {
  /** The name of the button. */
  label: string;
  /** Beside the icon; without it the icon alone, as in a row. */
  name?: string | undefined;
  tabIndex?: number;
}

/** The category's icon as a button: its menu says why, and corrects or removes it. */
export function CategoryMenu({ email, label, name, tabIndex, onRemoved }: CategoryMenuProps) {
  const category = categoryOf(email.keywords);
  const choice = choiceParts.use(usePopupParts(false) !== undefined);
  return (
    <Menu
      align="end"
      width={264}
      trigger={<CategoryFace category={category} label={label} name={name} tabIndex={tabIndex} />}
    >
      {choice && <choice.CategoryChoice email={email} onRemoved={onRemoved} />}
    </Menu>
  );
}

/** With its name beside the icon, or shapes where the Email has no category. */
export function NamedCategoryMenu({ email }: { email: CategoryChoiceProps["email"] }) {
  const { t } = useTranslation();
  if (!mayChange(email, "maySetKeywords")) return null;
  const category = categoryOf(email.keywords);
  const name = category && t(`categories.names.${category}`);
  const label = name === undefined ? t("categories.choose") : t("categories.button", { name });
  return <CategoryMenu email={email} label={label} name={name ?? ""} />;
}
