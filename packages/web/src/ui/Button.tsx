import type { ComponentProps } from "react";
import styles from "./Button.module.css";
import { Icon, type AnyIcon } from "./icons/Icon.tsx";

export interface ButtonProps extends ComponentProps<"button"> {
  /** primary: the one thing to do here; secondary (default): beside it; quiet: in running text or bars; danger: cannot be undone. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  icon?: AnyIcon;
}

/** A button with words. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export function Button({ variant = "secondary", icon, className, children, type = "button", ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      data-variant={variant}
      className={className ? `${styles.button} ${className}` : styles.button}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}
