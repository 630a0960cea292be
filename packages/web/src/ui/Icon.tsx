import { icons, type IconName } from "./icons.ts";
import styles from "./Icon.module.css";

export type { IconName } from "./icons.ts";

export interface IconProps {
  name: IconName;
  /** Edge in px; drawn for 20. */
  size?: number;
  className?: string | undefined;
}

/** An icon in the colour of the text around it. It says nothing to a screen reader: the control that holds it has the name. */
export function Icon({ name, size = 20, className }: IconProps) {
  const drawing: string | { stroke?: string; fill?: string } = icons[name];
  const { stroke, fill } = typeof drawing === "string" ? { stroke: drawing, fill: undefined } : drawing;
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
          strokeWidth={name === "bold" ? 2 : 1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
