import type { ComponentProps } from "react";
import { Icon, type AnyIcon } from "./icons/Icon.tsx";
import styles from "./IconButton.module.css";

export interface IconButtonFaceProps extends Omit<ComponentProps<"button">, "children"> {
  icon: AnyIcon;
  /** Edge of the icon in px; the button around it stays a 36 px target, 32 px when the icon is smaller than 20. */
  iconSize?: number;
}

/** A square button with an icon. Without hooks: the initial render of a page has it before React is there. */
export function IconButtonFace({ icon, iconSize = 20, className, type = "button", ...rest }: IconButtonFaceProps) {
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-small={iconSize < 20 ? "" : undefined}
    >
      <Icon icon={icon} size={iconSize} />
    </button>
  );
}
