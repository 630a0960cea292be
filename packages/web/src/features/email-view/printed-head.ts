import type { EmailAddress } from "@pismo/jmap";
import { fullDate } from "../../i18n/dates.ts";
import type { Letter } from "../../store/index.ts";
import { visibleText } from "../../ui/visible-text.ts";

type Headed = Pick<Letter, "from" | "to" | "cc" | "bcc" | "sentAt" | "receivedAt">;

const person = ({ name, email }: EmailAddress): string =>
  visibleText(name?.trim() ? `${name.trim()} <${email}>` : email);

/** Sender, recipients and date with everything that the screen unfolds only when asked; a line each. */
export function printedHead(email: Headed, t: (key: string) => string): string {
  const lines = (["from", "to", "cc", "bcc"] as const).flatMap((field) => {
    const people = email[field] ?? [];
    return people.length > 0 ? [`${t(`letter.${field}`)}: ${people.map(person).join(", ")}`] : [];
  });
  return [...lines, `${t("letter.date")}: ${fullDate(new Date(email.sentAt ?? email.receivedAt))}`].join("\n");
}
