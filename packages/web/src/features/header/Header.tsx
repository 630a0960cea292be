import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconButton } from "../../ui/IconButton.tsx";
import { productName } from "../../ui/brand.ts";
import styles from "./Header.module.css";
import { Logo } from "../../ui/Logo.tsx";

export interface HeaderProps {
  /** Phones: opens the drawer with the folders. */
  onOpenNavigation?: (() => void) | undefined;
  /** Search, filter or Back; or the toolbar while Emails are selected. */
  children: ReactNode;
  /** The right corner. */
  corner: ReactNode;
}

export function Header({ onOpenNavigation, children, corner }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.header} data-frame="" aria-label={t("shell.header")}>
      <div className={styles.left}>
        {onOpenNavigation && (
          <IconButton
            id="open-navigation"
            icon="menu"
            label={t("shell.openNavigation")}
            tooltip={false}
            onClick={onOpenNavigation}
          />
        )}
        <Link className={styles.logo} to="/inbox" aria-label={t("shell.home", { name: productName() })}>
          <Logo />
        </Link>
      </div>
      <div className={styles.middle}>{children}</div>
      <div className={styles.corner}>{corner}</div>
    </header>
  );
}
