import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { ComingDialog } from "./ComingDialog.tsx";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton.tsx";
import { keepTyped } from "./keyboard/typed-ahead.ts";
import { usePopupParts } from "./lazy/popups.ts";

export interface DialogProps {
  open: boolean;
  /** Called with false by Escape, the close icon and a click beside the dialog. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The name of the close icon. */
  closeLabel: string;
  /** The buttons under the content; the main one last. */
  footer?: ReactNode;
  /** What takes the focus; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Nothing in the content takes the focus: it does so itself, and keys scroll it. */
  isText?: boolean;
  /** On a phone the browser's Back is not for this one. */
  ignoresBack?: boolean;
  /** In px. */
  width?: number;
  children?: ReactNode;
}

/** A modal dialog: traps the focus, gives it back, and scrolls inside itself when the screen is small. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, closeLabel, footer, initialFocus, isText = false } = props;
  const { ignoresBack = false, width = 440, children } = props;
  const parts = usePopupParts(open);
  useLayoutEffect(() => (open ? keepTyped() : undefined), [open]);
  if (!parts) return open && <ComingDialog />;
  const Base = parts.Dialog;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup} style={{ maxWidth: width }} {...(initialFocus && { initialFocus })}>
          {open && !ignoresBack && <parts.BackCloses onBack={() => onOpenChange(false)} />}
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={<IconButton icon="close" label={closeLabel} tooltip={false} className={styles.close} />}
            />
          </header>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
            <div className={styles.content} tabIndex={isText ? 0 : undefined}>
              {children}
            </div>
          )}
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
