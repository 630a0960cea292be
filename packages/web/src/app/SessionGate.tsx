import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { useHasSession, useOpensByLink, useSessionFailure, useSessionStatus, useSignInPath } from "../store/index.ts";
import { Button } from "../ui/Button.tsx";
import { lazyPart } from "../ui/lazy/fetch-code.ts";
import { NotFoundError } from "../ui/NotFoundError.ts";
import styles from "./ErrorPage.module.css";
import { useAddressAccount } from "./use-address-account.ts";

const SignInAgain = lazyPart(() => import("../features/sign-in/SignInAgain.tsx"), "SignInAgain");

/**
 * Shows the page, in the account of its address, or why the server does not let one in. While it cannot be reached, the
 * page waits with what it has.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const status = useSessionStatus();
  const signInPath = useSignInPath();
  const opensByLink = useOpensByLink();
  const number = useSessionFailure();
  const wasIn = useHasSession();
  const isAccountShown = useAddressAccount();
  if (status !== "failed" && status !== "signedOut") {
    if (isAccountShown === undefined) throw new NotFoundError(pathname + search);
    // A page belongs to one account: none is on the screen while another one's is shown.
    return isAccountShown && children;
  }
  const canGetIn = signInPath !== undefined || opensByLink;
  if (canGetIn && !wasIn) return <Navigate to={`/sign-in?to=${encodeURIComponent(pathname + search)}`} replace />;
  if (canGetIn) {
    return (
      <Suspense fallback={null}>
        <SignInAgain />
      </Suspense>
    );
  }
  return (
    <div className={styles.page} data-frame="" data-in-shell="" role="alert">
      <h1 className={styles.title}>{t(`shell.session.${status}`)}</h1>
      <p className={styles.text}>{t(`shell.session.${status}Text`)}</p>
      {number !== undefined && <p className={styles.text}>{t("shell.failure.number", { number })}</p>}
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t("shell.error.again")}
      </Button>
    </div>
  );
}
