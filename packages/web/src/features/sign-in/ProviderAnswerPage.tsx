import type { ProviderProblem } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/sign-in.ts";
import { putByProvider } from "../../store/contacts/address-book-server.ts";
import { type AccountInfo, notify, useAccounts, useSessionStatus, useSignInPath } from "../../store/index.ts";
import { SignInCard } from "./SignInCard.tsx";
import styles from "./SignIn.module.css";

addTexts(texts);

const problems: Record<ProviderProblem, true> = {
  expired: true,
  denied: true,
  provider: true,
  mailServer: true,
  otherAddress: true,
  noAddress: true,
  noContacts: true,
  taken: true,
  disabled: true,
};

async function connectContacts({ accountId, email: address }: AccountInfo): Promise<void> {
  try {
    await putByProvider(accountId);
    notify({ key: "signIn.provider.contacts", values: { address } });
  } catch {
    notify({ key: "signIn.provider.contactsNot", tone: "error" });
  }
}

/** Where one comes back to from a provider: on to the Emails, or why not, in words. */
export function ProviderAnswerPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const status = useSessionStatus();
  const accounts = useAccounts();
  const signInPath = useSignInPath();
  const done = params.get("done");
  const account = accounts.find(({ accountId }) => accountId === params.get("account"));
  const isIn = done !== null && status === "ready";

  useEffect(() => {
    if (!isIn) return;
    if (account && done === "contacts") {
      void connectContacts(account);
      void navigate(`/settings/accounts?account=${account.accountId}`, { replace: true });
      return;
    }
    if (account) {
      const text = { add: "signIn.provider.added", again: "signIn.provider.renewed" }[done];
      if (text) notify({ key: text, values: { address: account.email } });
    }
    void navigate(`/inbox?letters=all${account ? `&account=${account.accountId}` : ""}`, { replace: true });
  }, [isIn, account, done, navigate]);

  const given = params.get("problem") ?? "";
  const problem = Object.hasOwn(problems, given) ? (given as ProviderProblem) : "expired";
  const isSignedOut = status === "signedOut" && signInPath !== undefined;
  const isFailed = done === null || isSignedOut;
  return (
    <SignInCard>
      {isFailed ? (
        <>
          <h1 className={styles.title}>{t("signIn.provider.failed")}</h1>
          <p className={styles.reason} role="alert">
            {t(`signIn.provider.problem.${problem}`)}
          </p>
          <Link className={styles.link} to={isSignedOut ? "/sign-in" : "/inbox?letters=all"}>
            {t(isSignedOut ? "signIn.provider.retry" : "signIn.provider.toMail")}
          </Link>
        </>
      ) : (
        <p className={styles.waiting} role="status">
          {t("signIn.provider.answering")}
        </p>
      )}
    </SignInCard>
  );
}
