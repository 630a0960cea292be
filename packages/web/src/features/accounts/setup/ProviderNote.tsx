import type { MailProvider } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { ProviderButton } from "../../../mail-ui/ProviderButton.tsx";
import { providerOf } from "../../../store/session/provider-sign-in.ts";
import { HelpLink } from "./AccountField.tsx";
import styles from "./AccountForm.module.css";

export interface ProviderNoteProps {
  provider: MailProvider | null;
  email: string;
  /** The person's. */
  fullName: string;
}

/** The sign-in methods of a provider, and a link to them where it takes no password. */
export function ProviderNote({ provider, email, fullName }: ProviderNoteProps) {
  const { t } = useTranslation();
  const signInWith = providerOf(email);
  const name = signInWith?.name ?? provider?.name ?? "";
  const kind = signInWith ? "oauth" : provider?.signIn;
  // "Allow IMAP first" is shown where a page explains how.
  if (!kind || (kind === "password" && !provider?.helpUrl)) return null;
  return (
    <div className={styles.note}>
      <p>{t(`servers.provider.${kind}`, { name })}</p>
      {kind === "oauth" && !signInWith && <p>{t("servers.provider.oauthMissing")}</p>}
      {signInWith && <ProviderButton provider={signInWith} address={email.trim()} fullName={fullName} />}
      {provider?.helpUrl && !signInWith && <HelpLink url={provider.helpUrl} name={name} />}
    </div>
  );
}
