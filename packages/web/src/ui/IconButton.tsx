import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon.tsx";
import styles from "./IconButton.module.css";
import { Tooltip } from "./Tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "aria-label" | "aria-pressed"> {
  icon: IconName;
  /** The button's name, also shown as its tooltip. */
  label: string;
  /** For a toggle: whether it is on. */
  pressed?: boolean;
  /** Shown in the tooltip beside the name, e.g. "Shift+R". */
  shortcut?: string | undefined;
  /** Edge of the icon in px; the button around it stays a 36 px target, 32 px when the icon is smaller than 20. */
  iconSize?: number;
  /** false where the name stands beside it anyway. */
  tooltip?: boolean;
}

/** A square button with an icon and a name. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, pressed, shortcut, iconSize = 20, tooltip = true, className, type = "button", ...rest } = props;
  const button = (
    <button
      {...rest}
      type={type}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-small={iconSize < 20 ? "" : undefined}
      aria-label={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
  return tooltip ? (
    <Tooltip text={label} shortcut={shortcut}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
