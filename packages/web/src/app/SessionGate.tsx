import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useSearchParams } from "react-router";
import {
  switchAccount,
  useAccount,
  useAccountOf,
  useHasSession,
  useOpensByLink,
  useSessionFailure,
  useSessionStatus,
  useSignInPath,
} from "../store/index.ts";
import { Button } from "../ui/Button.tsx";
import { NotFoundError } from "../ui/NotFoundError.ts";
import styles from "./ErrorPage.module.css";
import { loadSignInAgain } from "./on-demand.ts";

const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }));

/** Shows the page, in the account of its address, or why the server does not let one in. While it cannot be reached, the page waits with what it has. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { key, pathname, search } = useLocation();
  const status = useSessionStatus();
  const signInPath = useSignInPath();
  const opensByLink = useOpensByLink();
  const number = useSessionFailure();
  const wasIn = useHasSession();
  const { accountId: shown } = useAccount();
  const wanted = useAccountOf(search)?.accountId;
  const [, setParams] = useSearchParams();
  const followed = useRef<string>(undefined);
  useLayoutEffect(() => {
    // Another account has become the first one, which has no name in addresses: this page stays where it is.
    if (followed.current === key && shown && wanted && shown !== wanted)
      setParams((params) => new URLSearchParams([...params, ["account", shown]]), { replace: true });
    else switchAccount(wanted);
    followed.current = key;
  }, [key, wanted, shown, setParams]);
  if (status !== "failed" && status !== "signedOut") {
    if (wanted === undefined) throw new NotFoundError(pathname + search);
    // A page belongs to one account: none is on the screen while another one's is shown.
    return wanted === shown && children;
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
