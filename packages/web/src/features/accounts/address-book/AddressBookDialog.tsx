import type { AddressBookProvider, AddressBookServer } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../../store/index.ts";
import { useAddressBookServer } from "../../../store/contacts/address-book-server.ts";
import { FormDialog } from "../../../mail-ui/unsaved/FormDialog.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, Problem } from "../../../ui/Field.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import styles from "../setup/AccountForm.module.css";
import { ByProvider } from "./ByProvider.tsx";
import { DisconnectDialog } from "./DisconnectDialog.tsx";
import { ServerState } from "./ServerState.tsx";
import { type AddressBookField, useAddressBookForm } from "./use-address-book-form.ts";

const fields: readonly AddressBookField[] = ["address", "username", "password"];

/** Where the shown account's contacts are too: set, changed, ended. */
export function AddressBookDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  // The account may be switched behind the dialog.
  const [{ accountId, email }] = useState(useAccount());
  const { known, hasFailed, note } = useAddressBookServer(accountId);
  if (known) return <Loaded {...known} {...{ accountId, email, note, onDone }} />;
  return (
    <Dialog open onOpenChange={onDone} title={t("addressBook.title")} closeLabel={t("shell.close")} width={480}>
      {hasFailed ? (
        <Problem>{t("addressBook.problem.away")}</Problem>
      ) : (
        <p className={styles.progress}>
          <Spinner size={20} label={t("addressBook.title")} />
        </p>
      )}
    </Dialog>
  );
}

interface LoadedProps {
  accountId: string;
  email: string;
  server: AddressBookServer | null;
  provider: AddressBookProvider | null;
  note: (server: AddressBookServer | null) => void;
  onDone: () => void;
}

function Loaded({ accountId, email, server, provider, note, onDone }: LoadedProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isLeaving, setLeaving] = useState(false);
  const { form, draft, isChanged, problem, isBusy, change, submit } = useAddressBookForm(
    accountId,
    email,
    server,
    note,
  );
  /** Its server is the provider's, and has no name and password. */
  const isByProvider = server !== null && server.provider !== null;
  if (isLeaving) return <DisconnectDialog accountId={accountId} onDone={onDone} />;
  const hintOf: Partial<Record<AddressBookField, string>> = {
    address: t("addressBook.addressHint"),
    ...(server && { password: t("addressBook.passwordKept") }),
  };
  return (
    <FormDialog
      isChanged={isChanged && !isBusy}
      onDone={onDone}
      title={t("addressBook.title")}
      description={`${t("addressBook.text")}${server ? "" : ` ${t("addressBook.first")}`}`}
      width={480}
      footer={
        <>
          {server && (
            <Button className={styles.aside ?? ""} variant="danger" onClick={() => setLeaving(true)}>
              {t("addressBook.disconnect")}
            </Button>
          )}
          <Button onClick={onDone}>{t(server ? "addressBook.close" : "shell.cancel")}</Button>
          {!isByProvider && (
            <Button variant="primary" type="submit" form={id} aria-disabled={isBusy || undefined}>
              {t(server ? "addressBook.save" : "addressBook.connect")}
            </Button>
          )}
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {server && <ServerState server={server} name={provider?.name ?? ""} />}
        {provider && (!server || server.provider === provider.id) && (
          <ByProvider {...{ accountId, server, provider, note }} />
        )}
        {(isByProvider ? [] : fields).map((field) => (
          <Field
            key={field}
            label={t(`addressBook.${field}`)}
            hint={hintOf[field]}
            data-field={field}
            type={field === "password" ? "password" : "text"}
            autoComplete="off"
            value={draft[field]}
            problem={problem?.field === field && problem.text}
            onChange={({ target }) => change({ [field]: target.value })}
          />
        ))}
        {problem?.field === "form" && <Problem>{problem.text}</Problem>}
        <p className={styles.progress} role="status">
          {isBusy && (
            <>
              <Spinner size={20} />
              {t("addressBook.trying")}
            </>
          )}
        </p>
      </form>
    </FormDialog>
  );
}
