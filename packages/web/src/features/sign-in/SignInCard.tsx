import type { ReactNode } from "react";
import { Logo } from "../../ui/Logo.tsx";
import styles from "./SignIn.module.css";

export interface SignInCardProps {
  /** What stands under the card. */
  below?: ReactNode;
  children: ReactNode;
}

/** A page of who is not in yet: one card with the product's sign over it. */
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
