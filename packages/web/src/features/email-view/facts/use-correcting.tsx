import type { ShownFactField } from "@pismo/jmap";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { correctFact } from "../../../store/facts/email-facts.ts";
import { notify } from "../../../store/index.ts";
import { placeOf } from "../../../store/session/all-accounts.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { CorrectForm } from "./CorrectForm.tsx";
import { type FactPlace, nameKey } from "./fact-names.ts";
import styles from "./Facts.module.css";

export interface Correcting {
  isOpen: boolean;
  /** The button that opens the form. */
  trigger: ReactNode;
  /** Nothing where it is closed. */
  form: ReactNode;
}

/** Puts another value in the place of a field, and takes that back. */
export function useCorrecting({ emailId, index, fact }: FactPlace, field: ShownFactField): Correcting {
  const { t } = useTranslation();
  /** The letter's, while the form is open: by the account that is shown then. */
  const [place, setPlace] = useState<ReturnType<typeof placeOf>>();
  const isOpen = place !== undefined;
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The form was focused, and is gone.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const name = t(nameKey(fact.kind, field.name));
  const before = field.isCorrected ? field.value : null;
  const put = async (value: string | null): Promise<void> => {
    if (place) await correctFact({ place, fact: index, key: field.key, value });
  };
  const undo = (): void =>
    void put(before).catch((error: unknown) =>
      notify({ key: "facts.notSaved", values: { reason: reasonOf(error, t) }, tone: "error" }),
    );
  /** @throws what is wrong, in words */
  const save = async (value: string | null): Promise<void> => {
    await put(value);
    setPlace(undefined);
    notify({ key: value === null ? "facts.isTakenBack" : "facts.isCorrected", undo });
  };
  return {
    isOpen,
    trigger: (
      <IconButton
        ref={button}
        icon="pencil"
        iconSize={16}
        className={styles.correct ?? ""}
        label={t("facts.correct", { name })}
        onClick={() => setPlace(placeOf(emailId))}
      />
    ),
    form: isOpen && (
      <CorrectForm name={name} kind={fact.kind} field={field} onSave={save} onClose={() => setPlace(undefined)} />
    ),
  };
}
