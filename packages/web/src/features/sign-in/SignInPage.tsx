import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/sign-in.ts";
import { changeLanguage, currentLanguage, languages } from "../../i18n/index.ts";
import { useOpensByLink, useSessionStatus, useSignInPath } from "../../store/index.ts";
import { leaveBrowser } from "../../store/notifications/browser.ts";
import { SignInCard } from "./SignInCard.tsx";
import styles from "./SignIn.module.css";
import { WayIn } from "./WayIn.tsx";

addTexts(texts);

/** A path of ours: anything else could lead a person away with their trust. */
const safePath = (path: string | null): string => (path && /^\/(?![/\\])/.test(path) ? path : "/");

/** The page for callers without a session. */
export function SignInPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const status = useSessionStatus();
  const path = useSignInPath();
  const opensByLink = useOpensByLink();
  const isOut = status === "signedOut";
  useEffect(() => {
    // Who sits here next sees nothing of the letters that were told of.
    if (isOut) leaveBrowser().catch(() => undefined);
  }, [isOut]);
  const canGetIn = path !== undefined || opensByLink;
  // Already signed in, or a server without sign-in.
  if (status === "ready" || (isOut && !canGetIn)) {
    return <Navigate to={safePath(params.get("to"))} replace />;
  }
  return (
    <SignInCard below={<LanguageChoice />}>
      <h1 className={styles.title}>{t(opensByLink ? "signIn.link.title" : "signIn.title")}</h1>
      {canGetIn ? (
        <WayIn />
      ) : (
        <p className={styles.waiting} role="status">
          {t(status === "failed" ? "shell.session.failed" : "signIn.connecting")}
        </p>
      )}
    </SignInCard>
  );
}

function LanguageChoice() {
  const { t } = useTranslation();
  return (
    <p className={styles.languages} data-frame="">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          className={styles.language}
          lang={language}
          aria-pressed={language === currentLanguage()}
          onClick={() => void changeLanguage(language)}
        >
          {t(`settings.${language}`)}
        </button>
      ))}
    </p>
  );
}
