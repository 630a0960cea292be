import { type ComponentProps, type ReactElement, type ReactNode, useId, useRef } from "react";
import { DeferredTrigger } from "./lazy/DeferredTrigger.tsx";
import { Icon, type AnyIcon } from "./icons/Icon.tsx";
import styles from "./Menu.module.css";
import { popupParts } from "./lazy/popups.ts";
import { useDeferredPopup } from "./lazy/use-deferred-popup.ts";

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  /** In px; by default as wide as its entries, at least 200. */
  width?: number;
  children: ReactNode;
}

/** A menu under a button: arrow keys, typing ahead, Escape, a click outside. The page behind stays usable. */
export function Menu({ trigger, open, onOpenChange, side = "bottom", align = "start", width, children }: MenuProps) {
  const { parts, interaction, note } = useDeferredPopup(open, onOpenChange);
  const button = useRef<HTMLButtonElement>(null);
  if (!parts) return <DeferredTrigger trigger={trigger} popup="menu" onChange={note} />;
  const Base = parts.Menu;
  return (
    <Base.Root
      modal={false}
      {...(open === undefined ? { defaultOpen: interaction.wasAsked } : { open })}
      onOpenChange={(next, { reason }) => {
        // At once: until the menu is gone its entries would take the keys that follow.
        if (reason === "escape-key") button.current?.focus();
        onOpenChange?.(next);
      }}
    >
      <Base.Trigger ref={button} autoFocus={interaction.hasFocus} render={trigger} />
      <MenuPopup side={side} align={align} width={width}>
        {children}
      </MenuPopup>
    </Base.Root>
  );
}

interface PopupProps {
  side: "top" | "bottom" | "left" | "right" | "inline-end";
  align: "start" | "center" | "end";
  width?: number | undefined;
  children: ReactNode;
}

function MenuPopup({ side, align, width, children }: PopupProps) {
  const Base = popupParts().Menu;
  return (
    <Base.Portal>
      <Base.Positioner
        className={styles.positioner}
        side={side}
        align={align}
        sideOffset={side === "inline-end" ? 2 : 6}
        collisionPadding={8}
      >
        <Base.Popup className={styles.popup} style={{ width }}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

export interface MenuItemProps {
  icon?: AnyIcon | undefined;
  /** Colours the icon, e.g. "var(--flag)". */
  iconColor?: string | undefined;
  shortcut?: string | undefined;
  danger?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, iconColor, shortcut, danger, disabled = false, onClick, children }: MenuItemProps) {
  const Base = popupParts().Menu;
  return (
    <Base.Item
      className={styles.item}
      data-danger={danger ? "" : undefined}
      disabled={disabled}
      {...(onClick && { onClick: () => onClick() })}
    >
      {icon && <ItemIcon icon={icon} color={iconColor} />}
      <span className={styles.text}>{children}</span>
      {shortcut && <kbd className={styles.shortcut}>{shortcut}</kbd>}
    </Base.Item>
  );
}

export interface MenuCheckboxItemProps {
  icon?: AnyIcon | undefined;
  iconColor?: string | undefined;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** The menu stays open by default, so that several can be toggled. */
  closeOnClick?: boolean;
  children: ReactNode;
}

export function MenuCheckboxItem(props: MenuCheckboxItemProps) {
  const Base = popupParts().Menu;
  const { icon, iconColor, checked, onCheckedChange, disabled = false, closeOnClick = false, children } = props;
  return (
    <Base.CheckboxItem
      className={styles.item}
      checked={checked}
      disabled={disabled}
      closeOnClick={closeOnClick}
      onCheckedChange={(next) => onCheckedChange(next)}
    >
      {icon && <ItemIcon icon={icon} color={iconColor} />}
      <span className={styles.text}>{children}</span>
      <span className={styles.check}>{checked && <Icon icon="check" />}</span>
    </Base.CheckboxItem>
  );
}

export interface MenuRadioGroupProps {
  label?: string;
  /** Stands above the entries and is read with them. */
  description?: ReactNode;
  value: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
}

/** A choice of one among several inside a menu. */
export function MenuRadioGroup({ label, description, value, onValueChange, children }: MenuRadioGroupProps) {
  const Base = popupParts().Menu;
  const descriptionId = useId();
  return (
    <Base.RadioGroup
      value={value}
      onValueChange={(next: string) => onValueChange(next)}
      aria-label={label}
      aria-describedby={description ? descriptionId : undefined}
    >
      {description && (
        // Menus hold nothing but entries (WAI-ARIA §5.3.3): it is heard as the group's description.
        <span id={descriptionId} aria-hidden="true">
          {description}
        </span>
      )}
      {children}
    </Base.RadioGroup>
  );
}

export function MenuRadioItem({ value, icon, children }: { value: string; icon?: ReactNode; children: ReactNode }) {
  const Base = popupParts().Menu;
  return (
    <Base.RadioItem className={styles.item} value={value} closeOnClick>
      {icon}
      <span className={styles.text}>{children}</span>
      <Base.RadioItemIndicator className={styles.check}>
        <Icon icon="check" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}

/** An entry that opens a further menu beside it. */
export function Submenu({ icon, label, children }: { icon?: AnyIcon; label: string; children: ReactNode }) {
  const Base = popupParts().Menu;
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item}>
        {icon && <ItemIcon icon={icon} color={undefined} />}
        <span className={styles.text}>{label}</span>
        <Icon icon="chevron-right" className={styles.more} />
      </Base.SubmenuTrigger>
      <MenuPopup side="inline-end" align="start">
        {children}
      </MenuPopup>
    </Base.SubmenuRoot>
  );
}

export function MenuSeparator() {
  const Base = popupParts().Menu;
  return <Base.Separator className={styles.separator} />;
}

/** Entries that belong together, under a small heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const Base = popupParts().Menu;
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.groupLabel}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

function ItemIcon({ icon, color }: { icon: AnyIcon; color: string | undefined }) {
  const style: ComponentProps<"span">["style"] = color ? { color } : {};
  return (
    <span className={styles.icon} style={style}>
      <Icon icon={icon} />
    </span>
  );
}
