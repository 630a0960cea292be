import type { Id, SignInProvider } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/sign-in.ts";
import { goToProvider } from "../store/session/provider-sign-in.ts";
import { Button } from "../ui/Button.tsx";
import { letTabGo } from "./unsaved/hold-tab.ts";
import styles from "./ProviderButton.module.css";

addTexts(texts);

export interface ProviderButtonProps {
  provider: SignInProvider;
  /** A new account with this address. */
  address?: string;
  /** The person's, for a new account. */
  fullName?: string;
  /** An account whose access has ended. */
  accountId?: Id;
  /** With it: the account's contacts too. */
  contacts?: boolean;
  /** In place of "Sign in with …". */
  label?: string;
  /** The start URL, before the sign-in. */
  path?: string;
}

/** "Sign in with …": leaves the page for the provider's. Drafts are stored in this browser. */
export function ProviderButton(props: ProviderButtonProps) {
  const { provider, address, fullName, accountId, contacts, label, path } = props;
  const { t } = useTranslation();
  const [isGoing, setGoing] = useState(false);
  const [problem, setProblem] = useState<"away" | "unreachable">();
  const { id, name } = provider;
  const go = async (): Promise<void> => {
    setGoing(true);
    setProblem(undefined);
    const start = {
      provider: id,
      ...(address !== undefined && { address }),
      ...(fullName !== undefined && { name: fullName }),
      ...(accountId !== undefined && { accountId }),
      ...(contacts && { contacts }),
    };
    letTabGo(true);
    const reason = await goToProvider(start, path);
    // On success the page is left; until then the button stays disabled.
    if (reason === undefined) return;
    letTabGo(false);
    setProblem(reason);
    setGoing(false);
  };
  const key = accountId === undefined ? "with" : "again";
  return (
    <div className={styles.provider}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem === "away" ? t("signIn.provider.away", { name }) : t("signIn.unreachable")}
        </p>
      )}
      <Button
        variant="primary"
        className={styles.button}
        aria-disabled={isGoing || undefined}
        onClick={() => {
          if (!isGoing) void go();
        }}
      >
        {isGoing ? t("signIn.provider.going", { name }) : (label ?? t(`signIn.provider.${key}`, { name }))}
      </Button>
    </div>
  );
}
