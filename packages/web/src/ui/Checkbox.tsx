import { Checkbox as Base } from "@base-ui/react/checkbox";
import type { MouseEvent } from "react";
import styles from "./Checkbox.module.css";
import { Icon } from "./Icon.tsx";

export interface CheckboxProps {
  checked: boolean;
  indeterminate?: boolean;
  label: string;
  onCheckedChange: (checked: boolean, event: Event) => void;
  onClick?: (event: MouseEvent) => void;
  tabIndex?: number;
  className?: string;
}

/** A 20 px checkbox in a 32 px target. Its name is read, not shown. */
export function Checkbox(props: CheckboxProps) {
  const { checked, indeterminate = false, label, onCheckedChange, onClick, tabIndex, className } = props;
  return (
    <Base.Root
      className={className ? `${styles.checkbox} ${className}` : styles.checkbox}
      checked={checked}
      indeterminate={indeterminate}
      aria-label={label}
      {...(tabIndex !== undefined && { tabIndex })}
      {...(onClick && { onClick })}
      onCheckedChange={(next, { event }) => onCheckedChange(next, event)}
    >
      <span className={styles.box}>
        <Base.Indicator className={styles.mark} keepMounted>
          <Icon name={indeterminate ? "minus" : "check"} size={16} />
        </Base.Indicator>
      </span>
    </Base.Root>
  );
}
