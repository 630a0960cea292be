import type { ComponentProps } from "react";
import { Icon } from "../../../ui/icons/Icon.tsx";
import styles from "./ClipButton.module.css";

export interface ClipFaceProps extends ComponentProps<"button"> {
  /** The name of the button. */
  label: string;
}

/** The clip of a row. Without hooks: a row is drawn before React is there, too. */
export function ClipFace({ label, ...rest }: ClipFaceProps) {
  return (
    <button type="button" className={styles.clip} aria-label={label} {...rest}>
      <Icon icon="clip" />
    </button>
  );
}
