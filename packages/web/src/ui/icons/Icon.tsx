import { type Drawing, icons, type IconName } from "./icons.ts";
import styles from "./Icon.module.css";

export type { IconName } from "./icons.ts";
/** One of the set, or one of `late-icons.ts`. */
export type AnyIcon = IconName | Drawing;

export interface IconProps {
  icon: AnyIcon;
  /** Edge in px; drawn for 20. */
  size?: number;
  className?: string | undefined;
}

/** An icon in the colour of the text around it. It says nothing to a screen reader: the control that holds it has the name. */
export function Icon({ icon, size = 20, className }: IconProps) {
  const drawing: string | Drawing = typeof icon === "string" ? icons[icon] : icon;
  const { stroke, strokeWidth = 1.5, fill }: Drawing = typeof drawing === "string" ? { stroke: drawing } : drawing;
  return (
    <svg
      className={className ? `${styles.icon} ${className}` : styles.icon}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      {fill && <path d={fill} fill="currentColor" />}
      {stroke && (
        <path
          d={stroke}
          fill="none"
          stroke="currentColor"
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
