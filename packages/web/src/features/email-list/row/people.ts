/** Whom a row names. */
import type { EmailAddress } from "@pismo/jmap";
import { type EmailRow, isDraft } from "../../../store/records/email-properties.ts";
import { visibleText } from "../../../ui/visible-text.ts";

export interface RowPeople {
  /** The names of the row; empty where there are none. */
  names: string;
  /** Whose image or initials stand before it. */
  first: EmailAddress | undefined;
  isRecipient: boolean;
}

const nameOf = ({ name, email }: EmailAddress): string => visibleText(name?.trim() || email);

/** The sender; the recipients in the folders that hold one's own Emails, and of every draft. */
export function peopleOf(row: Pick<EmailRow, "from" | "to" | "keywords">, folder: string): RowPeople {
  const isRecipient = folder === "sent" || folder === "drafts" || isDraft(row);
  const people = (isRecipient ? row.to : row.from) ?? [];
  return { names: people.map(nameOf).join(", "), first: people[0], isRecipient };
}
