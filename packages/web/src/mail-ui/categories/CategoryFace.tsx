import type { Category } from "@pismo/jmap";
import type { ComponentProps } from "react";
import { Icon } from "../../ui/icons/Icon.tsx";
import { categoryIcons } from "./category.ts";
import styles from "./CategoryMenu.module.css";

export interface CategoryFaceProps extends ComponentProps<"button"> {
  category: Category | undefined;
  /** The name of the button. */
  label: string;
  /** Beside the icon; without it the icon alone, as in a row. */
  name?: string | undefined;
}

/** The button of the category's menu. Without hooks, because the initial render has it before React is there. */
export function CategoryFace({ category, label, name, ...rest }: CategoryFaceProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-named={name === undefined ? undefined : ""}
      data-empty={category ? undefined : ""}
      aria-label={label}
      title={category && name !== undefined ? undefined : label}
      {...rest}
    >
      <Icon icon={category ? categoryIcons[category] : "shapes"} />
      {name}
    </button>
  );
}
