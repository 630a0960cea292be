import type { EmailAddress } from "@pismo/jmap";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { visibleText } from "../../../ui/visible-text.ts";
import { focusChip } from "./RecipientChips.tsx";
import { distinctRecipients, formatRecipient, parseRecipients } from "./recipients.ts";

/** Of people who were pasted together, so many are read out. */
const MOST_NAMED = 20;

export interface RecipientListOptions {
  recipients: EmailAddress[];
  /** What is typed and is no chip yet. */
  text: string;
  onChange(recipients: EmailAddress[], text: string): void;
  input: RefObject<HTMLInputElement | null>;
  chips: RefObject<HTMLUListElement | null>;
}

export interface RecipientList {
  /** What was changed last, to be read out. */
  news: string;
  add(added: EmailAddress[]): void;
  remove(index: number): void;
  /** Turns a chip back into text. */
  edit(index: number): void;
  focusInput(): void;
  focusLastChip(): void;
}

/** Recipients are added, removed and edited; the focus goes where the change leaves it. */
export function useRecipientList({ recipients, text, onChange, input, chips }: RecipientListOptions): RecipientList {
  const { t } = useTranslation();
  const [news, setNews] = useState("");
  const without = (index: number): EmailAddress[] => recipients.filter((_, at) => at !== index);
  const focusInput = (): void => input.current?.focus();
  return {
    news,
    add(added) {
      const all = distinctRecipients([...recipients, ...added]);
      const named = added.slice(0, MOST_NAMED).map((person) => visibleText(person.name ?? person.email));
      const names = named.join(", ") + (added.length > MOST_NAMED ? ", …" : "");
      if (all.length > recipients.length) setNews(t("compose.recipientsAdded", { names, count: all.length }));
      onChange(all, "");
      requestAnimationFrame(() => chips.current?.scrollTo({ top: chips.current.scrollHeight }));
    },
    remove(index) {
      const { name, email } = recipients[index]!;
      setNews(t("compose.recipientRemoved", { name: name ?? email, count: recipients.length - 1 }));
      onChange(without(index), text);
      if (recipients.length === 1) focusInput();
      // The next chip, else the one before.
      else requestAnimationFrame(() => focusChip(chips.current, Math.min(index, recipients.length - 2)));
    },
    edit(index) {
      onChange(distinctRecipients([...without(index), ...parseRecipients(text)]), formatRecipient(recipients[index]!));
      focusInput();
    },
    focusInput,
    focusLastChip: () => focusChip(chips.current, recipients.length - 1),
  };
}
