import type { AddressBookProvider, AddressBookServer } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ProviderButton } from "../../../mail-ui/ProviderButton.tsx";
import { putByProvider } from "../../../store/contacts/address-book-server.ts";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "../setup/AccountForm.module.css";
import { problemOf } from "./use-address-book-form.ts";

export interface ByProviderProps {
  accountId: string;
  server: AddressBookServer | null;
  provider: AddressBookProvider;
  note: (server: AddressBookServer | null) => void;
}

/** Contacts that the account's sign-in opens, or would, once the person allows it at the provider. */
export function ByProvider({ accountId, server, provider, note }: ByProviderProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = visibleText(provider.name);
  const allow = (
    <ProviderButton {...{ provider, accountId }} contacts label={t("addressBook.byProvider.allow", { name })} />
  );
  if (server) return server.state === "signIn" ? allow : null;
  const connect = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      note(await putByProvider(accountId));
    } catch (error) {
      setProblem(problemOf(error, t, name).text);
      setBusy(false);
    }
  };
  return (
    <>
      <div className={styles.note}>
        <p>{t(provider.isAllowed ? "addressBook.byProvider.text" : "addressBook.byProvider.consent", { name })}</p>
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {provider.isAllowed ? (
        <Button aria-disabled={isBusy || undefined} onClick={() => void connect()}>
          {t(isBusy ? "addressBook.trying" : "addressBook.byProvider.connect", { name })}
        </Button>
      ) : (
        allow
      )}
      <p className={styles.legend}>{t("addressBook.byProvider.other")}</p>
    </>
  );
}
