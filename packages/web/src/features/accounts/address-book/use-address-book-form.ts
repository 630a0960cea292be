/** What is typed into the form of an address book server, what is wrong with it, and one attempt at a time. */
import { type AddressBookServer, type Id, MethodError, type SetError, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { putAddressBookServer } from "../../../store/contacts/address-book-server.ts";

export type AddressBookField = "address" | "username" | "password";

interface FieldProblem {
  field: AddressBookField | "form";
  text: string;
}

export interface AddressBookForm {
  form: RefObject<HTMLFormElement | null>;
  draft: Record<AddressBookField, string>;
  isChanged: boolean;
  problem: FieldProblem | undefined;
  isBusy: boolean;
  change: (change: Partial<Record<AddressBookField, string>>) => void;
  submit: () => Promise<void>;
}

const isField = (name: string | undefined): name is AddressBookField =>
  name === "address" || name === "username" || name === "password";

function refusal({ type, properties, addressBookProblem }: SetError, t: TFunction, name: string): FieldProblem {
  if (type === "rateLimit") return { field: "form", text: t("addressBook.problem.rateLimit") };
  const [first] = properties ?? [];
  if (!addressBookProblem) return { field: "password", text: t("addressBook.missing.password") };
  const { kind, detail } = addressBookProblem;
  // Which of name and password is wrong no server says.
  const field = kind === "wrongPassword" ? "password" : isField(first) ? first : "form";
  return { field, text: t(`addressBook.problem.${kind}`, { detail, name }) };
}

/** @param name of the provider whose grant was used */
export function problemOf(error: unknown, t: TFunction, name = ""): FieldProblem {
  if (error instanceof SetFailure) return refusal(error.error, t, name);
  if (error instanceof MethodError && error.type === "invalidArguments")
    return { field: "username", text: t("addressBook.problem.username") };
  return { field: "form", text: t("addressBook.problem.away") };
}

/** @param server as it is set; null: it is not */
export function useAddressBookForm(
  accountId: Id,
  email: string,
  server: AddressBookServer | null,
  onPut: (server: AddressBookServer | null) => void,
): AddressBookForm {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const known = { address: server?.address ?? "", username: server?.username ?? email, password: "" };
  const [draft, setDraft] = useState(known);
  const [problem, setProblem] = useState<FieldProblem>();
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`[data-field="${problem?.field}"]`)?.focus();
  }, [problem]);

  /** A password is sent to the server alone that it was typed for. */
  const isPasswordKept = server !== null && draft.address.trim() === server.address;
  const missing = (): AddressBookField | undefined =>
    (["address", "username", "password"] as const).find(
      (field) => draft[field].trim() === "" && !(field === "password" && isPasswordKept),
    );

  return {
    form,
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(known),
    problem,
    isBusy,
    change(change) {
      setDraft((before) => ({ ...before, ...change }));
      setProblem(undefined);
    },
    async submit() {
      if (isBusy) return;
      const field = missing();
      if (field) return setProblem({ field, text: t(`addressBook.missing.${field}`) });
      const { signal } = (leaving.current = new AbortController());
      setBusy(true);
      setProblem(undefined);
      try {
        const { address, username, password } = draft;
        const given = { accountId, address: address.trim(), username: username.trim() };
        onPut(await putAddressBookServer({ ...given, ...(password !== "" && { password }) }, signal));
        setDraft((before) => ({ ...before, password: "" }));
      } catch (error) {
        if (signal.aborted) return;
        setProblem(problemOf(error, t));
      }
      setBusy(false);
    },
  };
}
