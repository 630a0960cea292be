import type { ReactNode } from "react";
import { Logo } from "../../ui/Logo.tsx";
import styles from "./SignIn.module.css";

export interface SignInCardProps {
  /** Content below the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** A page before the sign-in: one card with the logo above it. */
export const SignInCard = ({ below, children }: SignInCardProps) => (
  <div className={styles.page}>
    <main className={styles.card}>
      <p className={styles.logo}>
        <Logo />
      </p>
      {children}
    </main>
    {below}
  </div>
);
