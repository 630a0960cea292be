/** The bar over a long list: a search, choices, and how much there is. */
import { type ReactNode, useId } from "react";
import { Input, Select } from "../../ui/Field.tsx";
import styles from "./PageToolbar.module.css";

export function PageToolbar({ className = "", children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles.toolbar} ${className}`}>{children}</div>;
}

export interface SearchInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

export function SearchInput({ label, value, onChange, className = styles.search }: SearchInputProps) {
  return (
    <Input
      className={className ?? ""}
      type="search"
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export interface ToolbarSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

export function ToolbarSelect({ label, value, onChange, children }: ToolbarSelectProps) {
  const id = useId();
  return (
    <Select
      id={id}
      className={styles.select ?? ""}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {children}
    </Select>
  );
}

/** Empty while it is not known. */
export function ToolbarCount({ children }: { children: ReactNode }) {
  return (
    <p className={styles.count} role="status">
      {children}
    </p>
  );
}
